#pragma once

#include "rinha/core/error.hpp"
#include "rinha/core/result.hpp"

namespace rinha {

// The base of each module's category. (Boost's own trips -Wnon-virtual-dtor in whatever derives from it.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
class error_category : public boost::system::error_category
{
protected:
    ~error_category() = default;
};
#pragma GCC diagnostic pop

} // namespace rinha
