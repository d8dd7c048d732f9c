#include "apps/stress_load/data.hpp"

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace rinha::stress_load {
namespace {

TEST(Lines, AreReadInOrderAndFromTheBeginningAgain)
{
    for (const auto* text : {"a\n\nccc\n", "a\n\nccc"}) {
        lines of(text);
        for (const auto* line : {"a", "", "ccc", "a", "", "ccc", "a"})
            EXPECT_EQ(of.next(), line);
    }
}

TEST(Lines, StayWhereTheyAreWhenTheFileIsMoved)
{
    lines first("abc\ndef\n");
    EXPECT_EQ(first.next(), "abc");
    lines second(std::move(first));
    EXPECT_EQ(second.next(), "def");
}

TEST(Lines, OfAFileThatIsNotThereOrEmptyAreAnError)
{
    const support::temporary_folder folder;
    const auto empty = folder.path() / "empty";
    std::ofstream(empty).flush();
    EXPECT_EQ(lines::of_file(empty.string()).error(), boost::system::errc::no_message_available);
    EXPECT_EQ(lines::of_file((folder.path() / "none").string()).error(),
              boost::system::errc::no_such_file_or_directory);
}

TEST(PercentEncoded, LeavesOnlyWhatIsUnreserved)
{
    EXPECT_EQ(percent_encoded("aZ09-._~"), "aZ09-._~");
    EXPECT_EQ(percent_encoded("C# & C++%?"), "C%23%20%26%20C%2B%2B%25%3F");
    EXPECT_EQ(percent_encoded("José"), "Jos%C3%A9");
}

} // namespace
} // namespace rinha::stress_load
