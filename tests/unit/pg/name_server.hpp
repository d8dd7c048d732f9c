#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pg {

// Answers this program's getaddrinfo() for names that end in `.test`, while it lives; one at a time does. Outlives who
// asks.
class name_server
{
public:
    name_server();
    ~name_server();
    name_server(const name_server&) = delete;
    name_server& operator=(const name_server&) = delete;

    void knows(const std::string& name, std::vector<std::string> addresses);

    // Who asks waits, until answer(); but not the thread that has made this.
    void fall_silent();
    void answer();

    int asked(const std::string& name) const;
    int asked_here() const; // by that thread

    // As getaddrinfo() does. The addresses of the name; none where it is unknown.
    std::vector<std::string> look_up(const std::string& name);

private:
    mutable std::mutex mutex_;
    std::condition_variable speaks_;
    bool is_silent_ = false;
    std::map<std::string, std::vector<std::string>> known_;
    std::map<std::string, int> asked_;
    int asked_here_ = 0;
    std::thread::id here_ = std::this_thread::get_id();
};

} // namespace rinha::pg
