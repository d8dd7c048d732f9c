#include "rinha/pessoas_sqlite/repository.hpp"

#include "pessoas_sqlite/store_state.hpp"
#include "rinha/pessoas/search_text.hpp"

#include <string>
#include <utility>

namespace rinha::pessoas_sqlite {
namespace {

std::string search_text_of(const pessoas::draft& value)
{
    std::string text;
    for (const auto& piece : pessoas::search_pieces(value)) {
        if (!text.empty())
            text += pessoas::field_separator;
        text += piece;
    }
    return text;
}

// Asks the threads that read, and waits for the answer.
template <class T>
awaitable<result<T>> ask(reader_threads& readers, effort takes, std::shared_ptr<question<T>> what,
                         clock::time_point deadline)
{
    struct asker
    {
        question<T>& what;

        ~asker() { what.give_up(); } // also where the coroutine is destroyed while it waits
    };

    if (const auto refused = readers.add(what, takes))
        co_return *refused;
    const asker self{*what};
    co_await what->sleep(deadline);
    if (what->is_answered())
        co_return what->take_answer();
    co_return store_errc::too_late;
}

} // namespace

repository::repository(store& in, executor ex)
    : state_(*in.state_)
    , home_(std::make_shared<mailbox>(std::move(ex)))
{
}

repository::~repository() { home_->close(); }

awaitable<result<uuid>> repository::insert(pessoas::draft value)
{
    struct creator
    {
        creation_queue& queue;
        creation& what;

        ~creator() { queue.leave(what); } // also where the coroutine is destroyed while it waits
    };

    auto& queue = state_.writer.queue();
    const auto deadline = clock::now() + state_.settings.deadline;
    auto text = search_text_of(value);
    const auto what = std::make_shared<creation>(home_, std::move(value), std::move(text));
    if (const auto refused = queue.add(what))
        co_return *refused;
    const creator self{.queue = queue, .what = *what};
    co_await what->sleep(deadline);
    co_return queue.leave(*what);
}

awaitable<result<pessoas::person>> repository::find(uuid id)
{
    auto find = [id](person_reader& in) { return in.find(id); };
    auto what = std::make_shared<question<pessoas::person>>(home_, std::move(find));
    return ask(state_.readers, effort::small, std::move(what), clock::now() + state_.settings.deadline);
}

awaitable<result<std::vector<pessoas::person>>> repository::search(std::string term)
{
    using persons = std::vector<pessoas::person>;
    auto text = pessoas::search_term(term);
    if (text.empty())
        co_return persons();
    auto search = [text = std::move(text)](person_reader& in) { return in.search(text); };
    auto what = std::make_shared<question<persons>>(home_, std::move(search));
    auto answer = ask(state_.readers, effort::large, std::move(what), clock::now() + state_.settings.deadline);
    co_return co_await std::move(answer);
}

awaitable<result<std::uint64_t>> repository::count()
{
    auto count = [](person_reader& in) { return in.count(); };
    auto what = std::make_shared<question<std::uint64_t>>(home_, std::move(count));
    return ask(state_.readers, effort::small, std::move(what), clock::now() + state_.settings.deadline);
}

} // namespace rinha::pessoas_sqlite
