-- For wrk: a different person in each request, as benchmarks/creation_cost.py makes them.
dofile("tests/support/wrk.lua")

local skills = { "C#", "Node", "Oracle", "Postgres", "Java", "Go" }
local run, number

function init(_)
  run = string.format("%08x", os.time())
  number = 0
end

function request()
  number = number + 1
  local stack = {}
  for n = 1, number % (#skills + 1) do
    stack[n] = '"' .. skills[n] .. '"'
  end
  return wrk.format("POST", nil, nil, string.format(
    '{"apelido": "w%s-%d", "nome": "Joana da Silva Souza %d", "nascimento": "1985-09-23", "stack": [%s]}',
    run, number, number, table.concat(stack, ", ")))
end
