#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace rinha::support {

// A folder that is there as long as this object.
class temporary_folder
{
public:
    temporary_folder()
    {
        std::string name = std::filesystem::temp_directory_path() / "pessoas-test-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr)
            throw std::system_error(errno, std::generic_category(), "mkdtemp");
        path_ = name;
    }

    ~temporary_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    std::string file(const std::string& name) const { return path_ / name; }

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace rinha::support
