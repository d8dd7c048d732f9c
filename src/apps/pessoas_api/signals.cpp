#include "apps/pessoas_api/signals.hpp"

#include <csignal>

#include <unistd.h>

namespace rinha::pessoas_api {
namespace {

extern "C" void end_at_once(int signal) { _exit(128 + signal); }

} // namespace

void end_at_once_on_signals()
{
    std::signal(SIGTERM, end_at_once);
    std::signal(SIGINT, end_at_once);
}

} // namespace rinha::pessoas_api
