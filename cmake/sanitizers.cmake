# For the whole build, so that no translation unit is left out.
if(PESSOAS_SANITIZE)
  add_compile_options(-fsanitize=${PESSOAS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PESSOAS_SANITIZE})
endif()
