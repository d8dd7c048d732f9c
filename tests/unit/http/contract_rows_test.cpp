#include "unit/http/reading.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <ostream>
#include <vector>

// Spec rows 20, 30 and 38 to 40, a message each: what is accepted, what is refused and why, and that it does not matter
// how the bytes arrive.

namespace rinha::http {
namespace {

using state = request_reader::state;

struct message
{
    const char* name;
    std::string bytes;
    std::optional<errc> fault; // none: accepted
};

std::ostream& operator<<(std::ostream& out, const message& m) { return out << m.name; }

message accepted(const char* name, std::string bytes) { return {name, std::move(bytes), std::nullopt}; }

message refused(const char* name, std::string bytes, errc fault) { return {name, std::move(bytes), fault}; }

std::string get(std::string_view target) { return "GET " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n\r\n"; }

std::string with_fields(std::string_view fields, std::string_view body = {})
{
    return "POST /x HTTP/1.1\r\nHost: a\r\n" + std::string(fields) + "\r\n" + std::string(body);
}

std::string chunked(std::string_view body) { return with_fields("Transfer-Encoding: chunked\r\n", body); }

std::string of_size(std::size_t head)
{
    const std::string start = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    return start + std::string(head - start.size() - 4, 'x') + "\r\n\r\n";
}

const std::string nul(1, '\0');

std::vector<message> messages()
{
    return {
        accepted("Get", get("/x")),
        accepted("NoQuery", get("/x?")),
        accepted("RawUtf8InTheQuery", get("/pessoas?t=jos\xC3\xA9")),
        accepted("OtherOctetsInTheQuery", get("/pessoas?t=[|]\"<>{}^`\\#\xFF%zz")),
        accepted("AbsoluteForm", get("http://example.org:80/x?y")),
        accepted("AbsoluteFormWithoutAPath", get("HTTPS://example.org?y")),
        accepted("AsteriskForm", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
        accepted("UnknownMethod", "BREW /x HTTP/1.1\r\nHost: a\r\n\r\n"),
        accepted("OneEmptyLineBefore", "\r\n" + get("/x")),
        accepted("EmptyHost", "GET /x HTTP/1.1\r\nHost:\r\n\r\n"),
        accepted("BlanksAroundAValue", "GET /x HTTP/1.1\r\nHost: \t a \t \r\n\r\n"),
        accepted("Latin1InAValue", with_fields("X-Name: Jos\xE9\r\n")),
        accepted("Http12", "GET /x HTTP/1.2\r\nHost: a\r\n\r\n"),
        accepted("Http10WithoutHost", "GET /x HTTP/1.0\r\n\r\n"),
        accepted("Length", with_fields("content-length: 3\r\n", "abc")),
        accepted("LengthZero", with_fields("Content-Length: 0\r\n")),
        accepted("LengthWithZerosBefore", with_fields("Content-Length: 0003\r\n", "abc")),
        accepted("BodyAtTheLimit", with_fields("Content-Length: 100\r\n", std::string(100, 'x'))),
        accepted("Chunks", chunked("3\r\nabc\r\n00a\r\n0123456789\r\n0\r\n\r\n")),
        accepted("ChunksOfNothing", chunked("0\r\n\r\n")),
        accepted("ChunkSizeInEitherCase", chunked("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n")),
        accepted("ChunkExtensions", chunked("1;a;b=c;d=\"e;f\"\r\nx\r\n0;g\r\n\r\n")),
        accepted("Trailers", chunked("1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n")),
        accepted("ChunkedInAnyCase", with_fields("transfer-encoding: , CHUNKED\r\n", "0\r\n\r\n")),
        accepted("ChunksAtTheLimit", chunked("64\r\n" + std::string(100, 'x') + "\r\n0\r\n\r\n")),
        accepted("HeadAtTheLimit", of_size(512)),
        accepted("TargetAtTheLimit", get("/" + std::string(63, 'x'))),

        refused("TargetTooLong", get("/" + std::string(64, 'x')), errc::target_too_long),
        refused("TargetTooLongAndTheHeadToo", get("/" + std::string(600, 'x')), errc::target_too_long),
        refused("HeadTooLong", of_size(513), errc::head_too_long),
        refused("MethodTooLong", std::string(600, 'X') + " / HTTP/1.1\r\nHost: a\r\n\r\n", errc::head_too_long),
        refused("ManyFields", with_fields([] {
                    std::string all;
                    for (int i = 0; i < 200; ++i)
                        all += "a:\r\n";
                    return all;
                }()),
                errc::head_too_long),

        refused("NotHttp", "\x16\x03\x01\x02\r\n\r\n", errc::bad_request_line),
        refused("TwoEmptyLinesBefore", "\r\n\r\n" + get("/x"), errc::bad_request_line),
        refused("FeedAlone", "\n" + get("/x"), errc::bad_request_line),
        refused("BlankBefore", " " + get("/x"), errc::bad_request_line),
        refused("NoTarget", "GET HTTP/1.1\r\nHost: a\r\n\r\n", errc::bad_target),
        refused("NoVersion", "GET /x\r\n\r\n", errc::bad_target),
        refused("NoVersionButABlank", "GET /x \r\n\r\n", errc::bad_request_line),
        refused("TwoBlanks", "GET  /x HTTP/1.1\r\nHost: a\r\n\r\n", errc::bad_target),
        refused("BlankInTheTarget", get("/x y"), errc::bad_request_line),
        refused("ControlInTheTarget", get("/x\x01"), errc::bad_target),
        refused("NulInTheTarget", get("/x" + nul), errc::bad_target),
        refused("RelativeTarget", get("x"), errc::bad_target),
        refused("OtherScheme", get("ftp://a/x"), errc::bad_target),
        refused("AbsoluteFormWithoutAHost", get("http:///x"), errc::bad_target),
        refused("AuthorityForm", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", errc::bad_target),
        refused("AsteriskForGet", get("*"), errc::bad_target),
        refused("MethodNotAToken", "GE(T /x HTTP/1.1\r\nHost: a\r\n\r\n", errc::bad_request_line),

        refused("Http2", "GET /x HTTP/2.0\r\nHost: a\r\n\r\n", errc::unsupported_version),
        refused("Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", errc::unsupported_version),
        refused("Http09", "GET /x HTTP/0.9\r\nHost: a\r\n\r\n", errc::unsupported_version),
        refused("VersionInLowerCase", "GET /x http/1.1\r\nHost: a\r\n\r\n", errc::bad_request_line),
        refused("VersionCutShort", "GET /x HTTP/1.\r\nHost: a\r\n\r\n", errc::bad_request_line),
        refused("VersionTooLong", "GET /x HTTP/1.10\r\nHost: a\r\n\r\n", errc::bad_request_line),

        refused("Http12WithoutHost", "GET /x HTTP/1.2\r\n\r\n", errc::host_missing),
        refused("NoHost", "GET /x HTTP/1.1\r\n\r\n", errc::host_missing),
        refused("TwoHosts", "GET /x HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", errc::host_repeated),
        refused("TwoHostsIn10", "GET /x HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", errc::host_repeated),
        refused("HostWithABlank", "GET /x HTTP/1.1\r\nHost: a b\r\n\r\n", errc::bad_host),
        refused("HostWithAPath", "GET /x HTTP/1.1\r\nHost: a/b\r\n\r\n", errc::bad_host),

        refused("FoldedField", "GET /x HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", errc::folded_field),
        refused("FoldedByATab", "GET /x HTTP/1.1\r\nHost: a\r\nX: b\r\n\tc\r\n\r\n", errc::folded_field),
        refused("FoldedBeforeTheValue", "GET /x HTTP/1.1\r\nHost:\r\n a\r\n\r\n", errc::folded_field),
        refused("FoldedRequestLine", "GET /x HTTP/1.1\r\n Host: a\r\n\r\n", errc::folded_field),
        refused("FeedEndsTheLine", "GET /x HTTP/1.1\nHost: a\r\n\r\n", errc::bad_line_ending),
        refused("FeedEndsAField", "GET /x HTTP/1.1\r\nHost: a\n\r\n", errc::bad_line_ending),
        refused("FeedEndsTheHead", "GET /x HTTP/1.1\r\nHost: a\r\n\n", errc::bad_line_ending),
        refused("ReturnInAField", "GET /x HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", errc::bad_line_ending),
        refused("NulInAField", with_fields("X: a" + nul + "\r\n"), errc::bad_field),
        refused("NoColon", with_fields("X\r\n"), errc::bad_field),
        refused("NoName", with_fields(": x\r\n"), errc::bad_field),
        refused("BlankBeforeTheColon", with_fields("X : x\r\n"), errc::bad_field),

        refused("TwoLengths", with_fields("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"), errc::length_repeated),
        refused("TwoEqualLengths", with_fields("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"),
                errc::length_repeated),
        refused("TwoLengthsInOne", with_fields("Content-Length: 3, 3\r\n", "abc"), errc::bad_length),
        refused("NegativeLength", with_fields("Content-Length: -1\r\n"), errc::bad_length),
        refused("SignedLength", with_fields("Content-Length: +3\r\n", "abc"), errc::bad_length),
        refused("HexLength", with_fields("Content-Length: 0x3\r\n", "abc"), errc::bad_length),
        refused("LengthWithABlank", with_fields("Content-Length: 1 0\r\n", "abc"), errc::bad_length),
        refused("EmptyLength", with_fields("Content-Length:\r\n"), errc::bad_length),
        refused("LengthOf2To64", with_fields("Content-Length: 18446744073709551616\r\n"), errc::bad_length),
        refused("LengthOverTheLimit", with_fields("Content-Length: 101\r\n", std::string(101, 'x')),
                errc::body_too_large),

        refused("LengthAndCoding", with_fields("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                errc::length_with_coding),
        refused("CodingAndLength", with_fields("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
                errc::length_with_coding),
        refused("LengthAndUnknownCoding", with_fields("Transfer-Encoding: gzip\r\nContent-Length: 5\r\n", "abcde"),
                errc::length_with_coding),
        refused("ChunkedTwice", with_fields("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), errc::bad_coding),
        refused("ChunkedTwiceInTwo",
                with_fields("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                errc::bad_coding),
        refused("ChunkedNotLast", with_fields("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), errc::bad_coding),
        refused("ChunkedNotLastInTwo",
                with_fields("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n", "0\r\n\r\n"),
                errc::bad_coding),
        refused("ChunkedWithAParameter", with_fields("Transfer-Encoding: chunked;q=1\r\n", "0\r\n\r\n"),
                errc::bad_coding),
        refused("CodingNotAToken", with_fields("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"), errc::bad_coding),
        refused("TwoWords", with_fields("Transfer-Encoding: chunked x\r\n", "0\r\n\r\n"), errc::bad_coding),
        refused("EmptyCoding", with_fields("Transfer-Encoding:\r\n"), errc::bad_coding),
        refused("Gzip", with_fields("Transfer-Encoding: gzip\r\n"), errc::unknown_coding),
        refused("GzipThenChunked", with_fields("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
                errc::unknown_coding),
        refused("GzipThenChunkedInTwo",
                with_fields("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                errc::unknown_coding),
        refused("Identity", with_fields("Transfer-Encoding: identity\r\n"), errc::unknown_coding),
        refused("XChunked", with_fields("Transfer-Encoding: xchunked\r\n"), errc::unknown_coding),
        refused("ChunkedFrom10", "POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                errc::coding_in_http_1_0),

        refused("ChunkSizeNotHex", chunked("g\r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("ChunkSizeNegative", chunked("-1\r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("ChunkSizeWithPrefix", chunked("0x1\r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("ChunkSizeMissing", chunked("\r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("ChunkSizeTooLarge", chunked("10000000000000000\r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("ChunkLongerThanItsSize", chunked("1\r\nxy\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("ChunkLineEndsInFeed", chunked("1\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("BlankAfterTheSize", chunked("1 \r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("BrokenExtension", chunked("1;=\r\nx\r\n0\r\n\r\n"), errc::bad_chunk),
        refused("BrokenTrailer", chunked("0\r\nx\r\n\r\n"), errc::bad_chunk),
        refused("LengthInATrailer", chunked("0\r\nContent-Length: 1\r\n\r\n"), errc::bad_chunk),
        refused("ChunksOverTheLimit", chunked("64\r\n" + std::string(100, 'x') + "\r\n1\r\nx\r\n0\r\n\r\n"),
                errc::body_too_large),

        refused("OtherExpectation", with_fields("Expect: something\r\nContent-Length: 1\r\n", "x"),
                errc::unknown_expectation),
        refused("TwoExpectations", with_fields("Expect: 100-continue\r\nExpect: x\r\nContent-Length: 1\r\n", "x"),
                errc::unknown_expectation),
    };
}

class ContractRow : public testing::TestWithParam<message>
{
};

TEST_P(ContractRow, IsAcceptedOrRefusedAsWritten)
{
    const reading seen = read(GetParam().bytes);

    if (GetParam().fault) {
        EXPECT_EQ(seen.state, state::failed);
        EXPECT_EQ(make_error_code(seen.fault).message(), make_error_code(*GetParam().fault).message());
    } else {
        EXPECT_EQ(seen.state, state::complete) << make_error_code(seen.fault).message();
        EXPECT_EQ(seen.used, GetParam().bytes.size());
    }
}

TEST_P(ContractRow, IsReadAlikeWhereverItIsSplit)
{
    const std::string_view bytes = GetParam().bytes;
    const reading whole = read(bytes);

    request_reader reader(small_limits);
    for (std::size_t at = 1; at < bytes.size(); ++at) {
        reader.next();
        const std::array pieces{bytes.substr(0, at), bytes.substr(at)};
        EXPECT_EQ(read(reader, pieces), whole) << "split at " << at;
    }
}

TEST_P(ContractRow, IsReadAlikeByteByByte)
{
    const std::string_view bytes = GetParam().bytes;
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < bytes.size(); ++at)
        pieces.push_back(bytes.substr(at, 1));

    request_reader reader(small_limits);
    EXPECT_EQ(read(reader, pieces), read(bytes));
}

class AcceptedRow : public testing::TestWithParam<message>
{
};

TEST_P(AcceptedRow, UsesNothingOfTheRequestBehindIt)
{
    const std::string both = GetParam().bytes + get("/next");

    EXPECT_EQ(read(both), read(GetParam().bytes));
}

std::string name_of(const testing::TestParamInfo<message>& row) { return row.param.name; }

std::vector<message> accepted_messages()
{
    auto all = messages();
    std::erase_if(all, [](const message& m) { return m.fault.has_value(); });
    return all;
}

INSTANTIATE_TEST_SUITE_P(Messages, ContractRow, testing::ValuesIn(messages()), name_of);
INSTANTIATE_TEST_SUITE_P(Messages, AcceptedRow, testing::ValuesIn(accepted_messages()), name_of);

TEST(Faults, HaveTheStatusOfTheContract)
{
    EXPECT_EQ(status_of(errc::bad_request_line), 400U);
    EXPECT_EQ(status_of(errc::target_too_long), 414U);
    EXPECT_EQ(status_of(errc::head_too_long), 431U);
    EXPECT_EQ(status_of(errc::unsupported_version), 505U);
    EXPECT_EQ(status_of(errc::unknown_coding), 501U);
    EXPECT_EQ(status_of(errc::body_too_large), 413U);
    EXPECT_EQ(status_of(errc::unknown_expectation), 417U);
    for (const auto fault :
         {errc::bad_target, errc::bad_line_ending, errc::bad_field, errc::folded_field, errc::host_missing,
          errc::host_repeated, errc::bad_host, errc::bad_length, errc::length_repeated, errc::length_with_coding,
          errc::bad_coding, errc::coding_in_http_1_0, errc::bad_chunk})
        EXPECT_EQ(status_of(fault), 400U) << make_error_code(fault).message();
}

} // namespace
} // namespace rinha::http
