#pragma once

#include <boost/system/error_category.hpp>
#include <boost/system/error_condition.hpp>

namespace rinha {

// What a failure means to who asked, whichever module it comes from. Each module's error category maps its values to
// one of these (`default_error_condition`), and http maps these to statuses, in one place.
enum class failure
{
    malformed = 1, // the request can't be understood
    unprocessable, // understood, and refused by a rule of the domain
    missing,       // there is no such thing
    too_large,     // over a limit of size
    overloaded,    // too much work in flight: nothing was done, try again later
    unavailable,   // a service this depends on is away or too late: nothing was done, try again later
    uncertain,     // the same, but the thing asked for may have happened
    broken,        // anything else: not the client's fault, and none of its business
};

const boost::system::error_category& failure_category() noexcept;

boost::system::error_condition make_error_condition(failure value) noexcept;

} // namespace rinha

template <>
struct boost::system::is_error_condition_enum<rinha::failure> : std::true_type
{
};
