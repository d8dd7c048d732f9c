#include "support/postgres.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace rinha::support {
namespace {

constexpr auto script = PROJECT_FOLDER "/scripts/postgres-cluster";

std::string quoted(const std::string& text)
{
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
    return word + "'";
}

std::string content(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

postgres::postgres(const std::vector<std::string>& settings)
{
    std::string options;
    for (const auto& each : settings)
        options += " -c " + quoted(each);
    command("create", options);
    const auto folder = quoted(folder_.path());
    guard_ = ::popen(
        fmt::format("trap '' INT TERM; cat >/dev/null; {} destroy {}; rm -rf {}", script, folder, folder).c_str(),
        "we");
    if (guard_ == nullptr)
        throw std::runtime_error("popen failed");
    start();
}

postgres::~postgres() { ::pclose(guard_); }

postgres& postgres::shared()
{
    static postgres instance;
    return instance;
}

void postgres::start() { command("start"); }

void postgres::stop(how way) { command("stop", way == how::immediate ? "immediate" : "fast"); }

std::string postgres::make_database(const std::string& options)
{
    const auto name = fmt::format("test_{}", ++databases_);
    sql(conninfo(), fmt::format("CREATE DATABASE {} {}", name, options));
    return conninfo(name);
}

std::string postgres::conninfo(const std::string& database) const
{
    return fmt::format("host={} user=postgres dbname={}", folder_.path().string(), database);
}

std::string postgres::socket() const { return folder_.file(".s.PGSQL.5432"); }

std::string postgres::sql(const std::string& conninfo, const std::string& text) const
{
    const auto call =
        fmt::format("psql -XAtq -v ON_ERROR_STOP=1 -c {} {} 2>&1 </dev/null", quoted(text), quoted(conninfo));
    std::FILE* output = ::popen(call.c_str(), "re");
    if (output == nullptr)
        throw std::runtime_error("popen failed");
    std::string answer;
    for (int c = std::getc(output); c != EOF; c = std::getc(output))
        answer += static_cast<char>(c);
    if (::pclose(output) != 0)
        throw std::runtime_error(answer);
    if (answer.ends_with('\n'))
        answer.pop_back();
    return answer;
}

std::string postgres::log() const { return content(folder_.file("log")); }

void postgres::command(const std::string& name, const std::string& arguments) const
{
    const auto call = fmt::format("{} {} {} {} </dev/null", script, name, quoted(folder_.path()), arguments);
    if (std::system(call.c_str()) != 0)
        throw std::runtime_error(call);
}

} // namespace rinha::support
