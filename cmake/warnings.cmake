# Every target of ours links this: warnings are errors.
add_library(pessoas_warnings INTERFACE)
target_compile_options(pessoas_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)
