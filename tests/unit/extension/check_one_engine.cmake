# SPDX-License-Identifier: Apache-2.0
# cmake -D PROGRAMS=... -D NM=... -P: no program may define functions of the engine that the shared library has.
foreach(program IN LISTS PROGRAMS)
  execute_process(COMMAND ${NM} -C --defined-only ${program} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  foreach(function "trammel::builtinCatalog()" "trammel::compileDocument" "trammel::State::State()")
    string(FIND "${symbols}" " T ${function}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${program} has a copy of ${function}: link trammel_engine first.")
    endif()
  endforeach()
endforeach()
