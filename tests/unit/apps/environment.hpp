#pragma once

#include <cstdlib>
#include <string>
#include <utility>

namespace rinha::pessoas_api {

// A variable of the environment, set while this lives.
class environment_variable
{
public:
    environment_variable(std::string name, const std::string& value)
        : name_(std::move(name))
    {
        setenv(name_.c_str(), value.c_str(), 1);
    }

    ~environment_variable() { unsetenv(name_.c_str()); }

    environment_variable(const environment_variable&) = delete;
    environment_variable& operator=(const environment_variable&) = delete;

private:
    std::string name_;
};

} // namespace rinha::pessoas_api
