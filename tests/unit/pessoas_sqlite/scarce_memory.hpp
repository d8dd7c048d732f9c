#pragma once

namespace rinha::pessoas_sqlite {

// The next `operator new` of this thread throws std::bad_alloc.
void fail_next_allocation() noexcept;

} // namespace rinha::pessoas_sqlite
