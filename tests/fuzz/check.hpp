#pragma once

#include <cstdio>
#include <cstdlib>

namespace rinha::fuzz {

// Ends the program, which makes the input a finding, if a promise was not kept.
inline void check(bool kept, const char* promise)
{
    if (!kept) {
        std::fprintf(stderr, "not kept: %s\n", promise);
        std::abort();
    }
}

} // namespace rinha::fuzz
