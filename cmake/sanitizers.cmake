# For the whole build, so that no translation unit is left out.
if(PESSOAS_SANITIZE)
  add_compile_options(-fsanitize=${PESSOAS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PESSOAS_SANITIZE})
  if(PESSOAS_SANITIZE STREQUAL "thread")
    # g++'s ThreadSanitizer knows no fences; Asio's queues are guarded by mutexes as well.
    add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
  endif()
endif()
