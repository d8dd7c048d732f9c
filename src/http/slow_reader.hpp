#pragma once

#include <boost/intrusive/list.hpp>

namespace rinha::http {

struct slow_reader_tag;

// A connection whose client has yet to take its answer.
class slow_reader : public boost::intrusive::list_base_hook<boost::intrusive::tag<slow_reader_tag>,
                                                            boost::intrusive::link_mode<boost::intrusive::auto_unlink>>
{
public:
    // Ends the connection in the midst of the answer, gives back its memory at once, and leaves the list.
    virtual void cut_off() noexcept = 0;

    slow_reader(const slow_reader&) = delete;
    slow_reader& operator=(const slow_reader&) = delete;

protected:
    slow_reader() = default;
    ~slow_reader() = default;
};

// Who has for the longest taken nothing is first.
using slow_readers = boost::intrusive::list<slow_reader, boost::intrusive::base_hook<slow_reader>,
                                            boost::intrusive::constant_time_size<false>>;

} // namespace rinha::http
