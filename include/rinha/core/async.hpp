#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>

namespace rinha {

namespace asio = boost::asio;

// Each I/O thread runs an io_context of its own. Sockets, timers and coroutines name its executor instead of the
// type-erased default, which would cost an indirect call for each operation.
using executor = asio::io_context::executor_type;

template <class T>
using awaitable = asio::awaitable<T, executor>;

using clock = std::chrono::steady_clock;
using timer = asio::basic_waitable_timer<clock, asio::wait_traits<clock>, executor>;

} // namespace rinha
