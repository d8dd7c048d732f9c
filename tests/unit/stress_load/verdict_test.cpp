#include "apps/stress_load/verdict.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace rinha::stress_load {
namespace {

struct judged
{
    request what;
    int status;
    std::string_view location;
    std::string_view fault;
};

void PrintTo(const judged& of, std::ostream* to) { *to << name_of(of.what) << ' ' << of.status << ' ' << of.location; }

class Verdict : public testing::TestWithParam<judged>
{
};

TEST_P(Verdict, IsTheSimulations)
{
    const auto& [what, status, location, fault] = GetParam();
    EXPECT_EQ(fault_of(what, answer{.status = status, .location = std::string(location)}), fault);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, Verdict,
    testing::Values(judged{request::creation, 201, "/pessoas/1", ""}, judged{request::creation, 201, "", "no Location"},
                    judged{request::creation, 422, "", ""}, judged{request::creation, 400, "", ""},
                    judged{request::creation, 200, "/pessoas/1", "status 200"},
                    judged{request::creation, 503, "", "status 503"}, judged{request::look, 200, "", ""},
                    judged{request::look, 404, "", "status 404"}, judged{request::search, 204, "", ""},
                    judged{request::search, 400, "", "status 400"}, judged{request::invalid_search, 400, "", ""},
                    judged{request::invalid_search, 200, "", "status 200"}));

TEST(Verdict, OnNoAnswerIsWhatTheSystemSays)
{
    const auto refused = make_error_code(boost::system::errc::connection_refused);
    EXPECT_EQ(fault_of(request::look, refused), refused.message());
}

TEST(Verdict, OnWhatIsNoAnswerSaysSo)
{
    EXPECT_EQ(fault_of(request::look, make_error_code(boost::system::errc::bad_message)), "unreadable answer");
}

} // namespace
} // namespace rinha::stress_load
