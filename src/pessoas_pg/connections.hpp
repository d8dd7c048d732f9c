#pragma once

#include "rinha/pessoas_pg/settings.hpp"
#include "rinha/pg/connection.hpp"

namespace rinha::pessoas_pg {

// What the connections of each purpose are told.
pg::connection_settings writing(const settings& options);
pg::connection_settings reading(const settings& options);
pg::connection_settings searching(const settings& options);

} // namespace rinha::pessoas_pg
