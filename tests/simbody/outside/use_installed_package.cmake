# SPDX-License-Identifier: Apache-2.0
# cmake -D WAY=cmake|pkg_config|plugin -D BUILD=... -D OUTSIDE=... -D SCRATCH=... -D COMPILER=... -D FLAGS=... -D LIBDIR=... -P
# Installs the engine from BUILD, moves the installed tree elsewhere, builds a small project against it and runs it; or builds
# the project that the installed trammel-cli writes for a plugin, and runs its test.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(components library dev)
if(WAY STREQUAL "plugin")
  list(APPEND components program)
endif()
foreach(component IN LISTS components)
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${SCRATCH}/here)
endforeach()
set(prefix "${SCRATCH}/a place elsewhere")
file(RENAME ${SCRATCH}/here ${prefix})
# The package's own description files must not refer to the build directory.
file(GLOB_RECURSE described ${prefix}/*.cmake ${prefix}/*.pc)
foreach(file IN LISTS described)
  file(STRINGS ${file} traces REGEX "${BUILD}|${OUTSIDE}")
  if(traces)
    message(FATAL_ERROR "${file} names a folder of the build: ${traces}")
  endif()
endforeach()

if(WAY STREQUAL "plugin")
  set(project ${SCRATCH}/spring)
  run(${prefix}/bin/trammel-cli plugin new spring --kind force --folder ${SCRATCH})
  run(${CMAKE_COMMAND} -S ${project} -B ${project}/build -G Ninja -D CMAKE_CXX_COMPILER=${COMPILER}
      "-D CMAKE_CXX_FLAGS=${FLAGS}" "-D CMAKE_PREFIX_PATH=${prefix}")
  run(${CMAKE_COMMAND} --build ${project}/build)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${project}/build --no-tests=error --output-on-failure)
  return()
endif()

set(project ${SCRATCH}/small_project)
file(COPY ${OUTSIDE}/small_project DESTINATION ${SCRATCH})
if(WAY STREQUAL "cmake")
  run(${CMAKE_COMMAND} -S ${project} -B ${project}/build -G Ninja -D CMAKE_CXX_COMPILER=${COMPILER}
      "-D CMAKE_CXX_FLAGS=${FLAGS}" "-D CMAKE_PREFIX_PATH=${prefix}")
  run(${CMAKE_COMMAND} --build ${project}/build)
  run(${project}/build/small_program)
else()
  set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
  execute_process(COMMAND pkg-config --cflags --libs trammel OUTPUT_VARIABLE package COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(package UNIX_COMMAND "${package}")
  separate_arguments(flags UNIX_COMMAND "${FLAGS}")
  run(${COMPILER} ${flags} ${project}/small_program.cpp ${package} -o ${project}/small_program)
  set(ENV{LD_LIBRARY_PATH} "${prefix}/${LIBDIR}")
  run(${project}/small_program)
endif()
