# SPDX-License-Identifier: Apache-2.0
enable_testing()

# trammel_add_plugin(NAME source...): the plugin NAME.so, and a test NAME that examines its types.
function(trammel_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE trammel::engine)
  set_target_properties(${name} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  # Few optimizations during development, which compile in two thirds of the time; all with CMAKE_BUILD_TYPE Release.
  target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1> -g1 -Wall -Wextra
                                         -Wno-unused-parameter -ffp-contract=off)
  # Each version of a plugin has its own types, also if another version is in memory: no unique symbols.
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique -Wno-array-bounds -Wno-stringop-overflow>)
  # The header takes longer to compile than most plugins.
  target_precompile_headers(${name} PRIVATE <plugin/plugin.h>)
  add_test(NAME ${name} COMMAND ${trammel_PROGRAMS}/trammel-cli plugin check $<TARGET_FILE:${name}>)
endfunction()
