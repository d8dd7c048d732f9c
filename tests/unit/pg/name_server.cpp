#include "unit/pg/name_server.hpp"

#include <chrono>
#include <string_view>
#include <utility>

#include <dlfcn.h>
#include <netdb.h>

namespace rinha::pg {
namespace {

constinit std::mutex of_only;
name_server* only = nullptr;

} // namespace

name_server::name_server()
{
    const std::lock_guard lock(of_only);
    only = this;
}

name_server::~name_server()
{
    {
        const std::lock_guard lock(of_only);
        only = nullptr;
    }
    answer();
    std::unique_lock lock(mutex_);
    leaves_.wait(lock, [this] { return asking_ == 0; });
}

void name_server::knows(const std::string& name, std::vector<std::string> addresses)
{
    const std::lock_guard lock(mutex_);
    known_[name] = std::move(addresses);
}

void name_server::fall_silent()
{
    const std::lock_guard lock(mutex_);
    is_silent_ = true;
}

void name_server::answer()
{
    const std::lock_guard lock(mutex_);
    is_silent_ = false;
    speaks_.notify_all();
}

int name_server::asked(const std::string& name) const
{
    const std::lock_guard lock(mutex_);
    const auto found = asked_.find(name);
    return found == asked_.end() ? 0 : found->second;
}

int name_server::asked_here() const
{
    const std::lock_guard lock(mutex_);
    return asked_here_;
}

std::optional<std::vector<std::string>> name_server::look_up(const std::string& name)
{
    std::unique_lock hand_over(of_only);
    name_server* const server = only;
    if (!server)
        return std::nullopt;
    std::unique_lock lock(server->mutex_);
    hand_over.unlock();
    return server->look_up(lock, name);
}

std::vector<std::string> name_server::look_up(std::unique_lock<std::mutex>& lock, const std::string& name)
{
    ++asking_;
    ++asked_[name];
    const bool is_here = std::this_thread::get_id() == here_;
    asked_here_ += is_here ? 1 : 0;
    speaks_.wait_for(lock, std::chrono::seconds{10}, [&] { return !is_silent_ || is_here; });
    auto found = known_[name];
    --asking_;
    leaves_.notify_all();
    return found;
}

} // namespace rinha::pg

// In place of the C library's, for libpq and Asio alike.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** found)
{
    using function = int(const char*, const char*, const addrinfo*, addrinfo**);
    static auto* const real = reinterpret_cast<function*>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    const bool is_ours = name && std::string_view(name).ends_with(".test");
    const auto addresses = is_ours ? rinha::pg::name_server::look_up(name) : std::nullopt;
    if (!addresses)
        return real(name, service, hints, found);

    addrinfo* all = nullptr;
    addrinfo** end = &all;
    for (const auto& address : *addresses) {
        if (const int failed = real(address.c_str(), service, hints, end); failed != 0)
            return failed;
        while (*end)
            end = &(*end)->ai_next;
    }
    *found = all;
    return all ? 0 : EAI_NONAME;
}
