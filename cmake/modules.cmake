set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# Asio and Beast are compiled once, in src/heavy; the rest sees declarations.
add_compile_definitions(
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()

# rinha_module(NAME SOURCES a.cpp … [PUBLIC rinha::x …] [PRIVATE y …])
#
# One library a module: public headers in include/rinha/NAME, sources and private headers in src/NAME.
# A module that uses another without naming it here does not link.
function(rinha_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(rinha_${name} STATIC ${arg_SOURCES})
  add_library(rinha::${name} ALIAS rinha_${name})
  target_include_directories(rinha_${name}
    PUBLIC "${PROJECT_SOURCE_DIR}/include"
    PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(rinha_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} pessoas_warnings)
endfunction()

# rinha_test(NAME SOURCES a.cpp … [LIBRARIES rinha::x …] [WHOLE]): one GoogleTest program a module. Each of its tests is one
# of ctest's, or with WHOLE, where they share something costly such as a database cluster, all of them are.
function(rinha_test name)
  cmake_parse_arguments(arg "WHOLE" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  target_include_directories(test_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(test_${name} PRIVATE PROJECT_FOLDER="${PROJECT_SOURCE_DIR}")
  target_link_libraries(test_${name} PRIVATE ${arg_LIBRARIES} GTest::gmock_main pessoas_warnings)
  if(arg_WHOLE)
    add_test(NAME ${name} COMMAND test_${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 300)
  else()
    gtest_discover_tests(test_${name}
    TEST_PREFIX "${name}." NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120)
  endif()
endfunction()
