#include "apps/pessoas_api/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace rinha::pessoas_api {
namespace {

using testing::ExitedWithCode;

TEST(SignalsDeathTest, EndTheProcessAtOnceWith128AndTheirNumber)
{
    EXPECT_EXIT((end_at_once_on_signals(), std::raise(SIGTERM)), ExitedWithCode(128 + SIGTERM), "");
    EXPECT_EXIT((end_at_once_on_signals(), std::raise(SIGINT)), ExitedWithCode(128 + SIGINT), "");
}

} // namespace
} // namespace rinha::pessoas_api
