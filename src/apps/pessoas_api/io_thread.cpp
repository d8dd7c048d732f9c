#include "apps/pessoas_api/io_thread.hpp"

#include "rinha/pessoas/routes.hpp"

namespace rinha::pessoas_api {
namespace {

http::router routes_on(pessoas::repository& persons)
{
    http::router api;
    pessoas::add_routes(api, persons);
    return api;
}

} // namespace

io_thread::io_thread(const pessoas_api::store& make, int listening, const http::server_settings& settings,
                     metrics::registry& m)
    : store_(make(context_.get_executor()))
    , api_(routes_on(store_->persons()))
    , server_(context_.get_executor(), listening, api_, settings, m)
{
}

io_thread::~io_thread()
{
    context_.stop();
    if (thread_.joinable())
        thread_.join();
}

void io_thread::run()
{
    server_.run();
    thread_ = std::thread([this] {
        const auto work = asio::make_work_guard(context_);
        context_.run();
    });
}

} // namespace rinha::pessoas_api
