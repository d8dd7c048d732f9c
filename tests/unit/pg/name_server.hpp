#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pg {

// Answers this program's getaddrinfo() for names that end in `.test`, while it lives; one at a time does. At its end
// those who wait are answered, and it waits until they have gone.
class name_server
{
public:
    name_server();
    ~name_server();
    name_server(const name_server&) = delete;
    name_server& operator=(const name_server&) = delete;

    void knows(const std::string& name, std::vector<std::string> addresses);

    // Who asks waits, until answer() or for ten seconds; but not the thread that has made this.
    void fall_silent();
    void answer();

    int asked(const std::string& name) const;
    int asked_here() const; // by that thread

    // As getaddrinfo() does. The addresses of the name, none where it is unknown; nothing where no server lives.
    static std::optional<std::vector<std::string>> look_up(const std::string& name);

private:
    std::vector<std::string> look_up(std::unique_lock<std::mutex>& lock, const std::string& name);

    mutable std::mutex mutex_;
    std::condition_variable speaks_;
    std::condition_variable leaves_;
    int asking_ = 0; // who is in look_up()
    bool is_silent_ = false;
    std::map<std::string, std::vector<std::string>> known_;
    std::map<std::string, int> asked_;
    int asked_here_ = 0;
    std::thread::id here_ = std::this_thread::get_id();
};

} // namespace rinha::pg
