// Creates persons in the file argv[1] without end, 32 at a time, and writes `id apelido` for each, in a line, once it
// is told that the person is there. To be killed.
#include "unit/pessoas_sqlite/opened.hpp"

#include <unistd.h>

#include <string>
#include <vector>

namespace {

using namespace rinha;
using namespace rinha::pessoas_sqlite;

awaitable<bool> create_forever(repository& persons, std::string prefix)
{
    for (int i = 0;; ++i) {
        const auto apelido = prefix + std::to_string(i);
        auto value = asked_store::draft(apelido);
        const auto id = co_await persons.insert(std::move(value));
        if (!id)
            co_return false;
        const auto line = to_string(*id) + ' ' + apelido + '\n';
        if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
            co_return false;
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2)
        return 2;
    metrics::registry metrics;
    const auto kept = store::open({.path = arguments[1], .checkpoint_pages = 50}, metrics).value();
    support::loop io;
    repository persons(*kept, io.executor());
    std::vector<awaitable<bool>> all;
    for (int i = 0; i < 32; ++i)
        all.push_back(create_forever(persons, std::to_string(::getpid()) + '.' + std::to_string(i) + '.'));
    io.run_all(std::move(all));
    return 1;
}
