#pragma once

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

namespace rinha {

using boost::system::error_code;

// The outcome of anything that input or the world can make fail. A bug is an assert, not a result.
template <class T>
using result = boost::system::result<T>;

} // namespace rinha
