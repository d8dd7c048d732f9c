# shellcheck shell=bash
# To be sourced at the root of the tree: the sources under version control, by language, each ended by NUL.

cxx_sources() { git ls-files -z --cached --others --exclude-standard '*.cpp' '*.hpp'; }

# Scripts have no suffix: their first line tells.
shell_sources() {
  git ls-files -z --cached --others --exclude-standard '*.sh'
  git grep -zlE --untracked --max-depth 5 '^#!/(usr/bin/env bash|bin/(ba)?sh)' | grep -zvE '\.sh$' || true
}
