# SPDX-License-Identifier: Apache-2.0
# Compiler settings shared by all targets, and trammel_module(): one static library per module.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/packaging/cmake/cached_compiler ${PROJECT_SOURCE_DIR} ${CCACHE_PROGRAM})
endif()

set(TRAMMEL_SANITIZE "" CACHE STRING "Sanitizers for all targets, as GCC names them: address,undefined or thread")
set(TRAMMEL_SANITIZE_WITHOUT "" CACHE STRING "Checks left out of TRAMMEL_SANITIZE, as GCC names them: null,vptr")
option(TRAMMEL_COVERAGE "Count how often each line runs (gcov)" OFF)
if(TRAMMEL_SANITIZE)
  # The first fault ends the test; a report that scrolls by is overlooked.
  add_compile_options(-fsanitize=${TRAMMEL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TRAMMEL_SANITIZE})
  if(TRAMMEL_SANITIZE_WITHOUT)
    add_compile_options(-fno-sanitize=${TRAMMEL_SANITIZE_WITHOUT})
  endif()
endif()
if(TRAMMEL_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
add_link_options(-Wl,-z,relro,-z,now)
option(TRAMMEL_HARDENED "Compile as Debian's hardening does; no path of this machine in the result" OFF)
if(TRAMMEL_HARDENED)
  # The search path of libraries until installation is part of what the identity of a build is computed from.
  set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection -D_FORTIFY_SOURCE=2 -Wformat
                      -Werror=format-security)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    add_compile_options(-fcf-protection)
  endif()
endif()
if(TRAMMEL_UNITY OR TRAMMEL_HARDENED)
  # The place of this clone is in no result, so that ccache can share them with other clones.
  add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()
# The tests are 100 programs: lld links each in a fifth of the time, and compressed line numbers halve the 7 GB they take.
# What is installed is linked as the distribution does.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld TRAMMEL_HAS_LLD)
if(TRAMMEL_HAS_LLD AND TRAMMEL_TESTS)
  add_link_options(-fuse-ld=lld -Wl,--compress-debug-sections=zlib)
endif()

add_library(trammel_options INTERFACE)
target_compile_options(
  trammel_options
  INTERFACE -Wall -Wextra $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> -Wnon-virtual-dtor -Woverloaded-virtual
            # Bit-identical replays: no fused multiply-add behind our back.
            -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -Wmaybe-uninitialized misfires inside Eigen's fixed-size temporaries (GCC 12).
  target_compile_options(trammel_options INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
  if(TRAMMEL_PCH)
    target_compile_options(trammel_options INTERFACE -fpch-preprocess)
  endif()
endif()
# Programs that use the installed library get the same: their compiler options must not change how Eigen aligns.
set(TRAMMEL_EIGEN_DEFINITIONS EIGEN_MPL2_ONLY EIGEN_MAX_ALIGN_BYTES=16)
target_compile_definitions(trammel_options INTERFACE ${TRAMMEL_EIGEN_DEFINITIONS})
# The documented members of Eigen's expressions must be known before Eigen's first header (math/vec.h says the same to
# programs that include it first).
set(TRAMMEL_EIGEN_PLUGIN EIGEN_MATRIXBASE_PLUGIN="math/eigen_matrix_base.inc")
target_compile_definitions(trammel_options INTERFACE ${TRAMMEL_EIGEN_PLUGIN})

if(TRAMMEL_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Many sources at once fill memory that the compiler would search for garbage again and again, a tenth of its time.
  add_compile_options(--param=ggc-min-heapsize=2097152)
endif()

# trammel_compile_together(TARGET [SIZE]): SIZE sources at a time, where a whole build is what matters. Many where templates
# take most of the time, as in the window and tests: 24 of its panels take 30 % less than three times 8.
function(trammel_compile_together target)
  set(size 8)
  if(ARGC GREATER 1)
    set(size ${ARGV1})
  endif()
  if(TRAMMEL_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# trammel_compile_quickly(TARGET): fewer optimizations in development builds, which take a quarter less time to compile: for
# code that waits for files, processes or the engine. Not with headers precompiled for other targets.
function(trammel_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
endfunction()

# trammel_precompile(TARGET header...): headers that most sources of TARGET include, compiled once. The first target with a
# list of headers compiles them for all.
function(trammel_precompile target)
  if(NOT TRAMMEL_PCH OR NOT ARGN)
    return()
  endif()
  string(MD5 list "${ARGN}")
  get_property(owner GLOBAL PROPERTY TRAMMEL_PRECOMPILED_${list})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY TRAMMEL_PRECOMPILED_${list} ${target})
  endif()
endfunction()

# trammel_module(NAME [WITHOUT subfolder] [PCH header...] [DEPS target...])
# Library trammel_NAME of all sources in the current folder's NAME/ (all levels, except a subfolder with a library of its own).
# DEPS are PUBLIC; the link graph is the architecture, so name only modules that may be included.
function(trammel_module name)
  cmake_parse_arguments(MODULE "" "WITHOUT" "DEPS;PCH" ${ARGN})
  string(REPLACE "/" "_" target "${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp
       ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h)
  if(MODULE_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${name}/${MODULE_WITHOUT}/")
  endif()
  add_library(trammel_${target} STATIC ${sources})
  set_target_properties(trammel_${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(trammel_${target} PUBLIC trammel_options ${MODULE_DEPS})
  if(MODULE_PCH)
    trammel_compile_together(trammel_${target})
  else()
    # Each compilation reads all headers.
    trammel_compile_together(trammel_${target} 16)
  endif()
  trammel_precompile(trammel_${target} ${MODULE_PCH})
endfunction()
