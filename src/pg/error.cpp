#include "rinha/pg/error.hpp"

#include "rinha/core/error_category.hpp"

#include <string>

namespace rinha::pg {
namespace {

class pg_category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.pg"; }

    std::string message(int value) const override
    {
        switch (static_cast<errc>(value)) {
        case errc::unavailable:
            return "the database is away";
        case errc::timed_out:
            return "the database did not answer in time";
        case errc::lost:
            return "the database did not answer in time; what was asked for may have been done";
        case errc::overloaded:
            return "too much work waits for the database";
        case errc::data_exception:
            return "the database refuses a value";
        case errc::constraint_violated:
            return "the database refuses a value that breaks a constraint";
        case errc::limit_exceeded:
            return "a limit of the database is exceeded";
        case errc::no_resources:
            return "the database is out of resources";
        case errc::retry:
            return "the database gave up for the sake of another transaction";
        case errc::statement_failed:
            return "the database could not run the statement";
        }
        return "unknown error of the database";
    }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        switch (static_cast<errc>(value)) {
        case errc::unavailable:
        case errc::timed_out:
        case errc::no_resources:
        case errc::retry:
            return make_error_condition(failure::unavailable);
        case errc::lost:
            return make_error_condition(failure::uncertain);
        case errc::overloaded:
            return make_error_condition(failure::overloaded);
        case errc::data_exception:
        case errc::constraint_violated:
        case errc::limit_exceeded:
        case errc::statement_failed:
            break;
        }
        return make_error_condition(failure::broken);
    }
};

} // namespace

const boost::system::error_category& category() noexcept
{
    static const pg_category instance;
    return instance;
}

error_code make_error_code(errc value) noexcept { return {static_cast<int>(value), category()}; }

} // namespace rinha::pg
