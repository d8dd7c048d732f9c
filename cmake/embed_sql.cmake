# rinha_embed_sql(MODULE FOLDER): makes FOLDER's numbered .sql files part of a module's library, as
# `rinha::MODULE::migrations()` in the order of their names; the module declares that with rinha/core/sql_file.hpp:
#
#   std::span<const sql_file> migrations() noexcept;
#
# A file that is added, removed or changed is noticed by the next build.
function(rinha_embed_sql module folder)
  file(GLOB files CONFIGURE_DEPENDS "${folder}/[0-9][0-9][0-9]_*.sql")
  if(NOT files)
    message(FATAL_ERROR "there is no numbered .sql file in ${folder}")
  endif()
  list(SORT files)

  set(entries "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    if(text MATCHES "\\)embedded_sql\"")
      message(FATAL_ERROR "${file} holds the end of a raw string")
    endif()
    string(APPEND entries "    {\"${name}\", R\"embedded_sql(${text})embedded_sql\"},\n")
  endforeach()

  set(output "${CMAKE_CURRENT_BINARY_DIR}/${module}_migrations.cpp")
  file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT [[
// Made by cmake/embed_sql.cmake from @folder@.
#include "rinha/core/sql_file.hpp"

#include <array>
#include <span>

namespace rinha::@module@ {

std::span<const sql_file> migrations() noexcept
{
    static constexpr auto files = std::to_array<sql_file>({
@entries@    });
    return files;
}

} // namespace rinha::@module@
]])
  target_sources(rinha_${module} PRIVATE "${output}")
endfunction()
