#pragma once

namespace rinha::pessoas_api {

// From now on SIGTERM and SIGINT end the process at once, with 128 + their number: also where it is the first process
// of a container, for which the kernel ignores signals that have no handler.
void end_at_once_on_signals();

} // namespace rinha::pessoas_api
