#pragma once

#include <string_view>

namespace rinha::pessoas_api {

// Tells the service manager about a change of state ("READY=1", "STOPPING=1"): the protocol of sd_notify(3). Does
// nothing where there is none (no NOTIFY_SOCKET).
void notify(std::string_view state);

} // namespace rinha::pessoas_api
