# Programs that are compiled for other instruction sets than the library link with it and run: -march=native, and the
# wider vectors that compiler and processor have, with and without optimisation. The layout that they see of the
# library's types is one.
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${prefix} OUTPUT_QUIET RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "cannot be installed")
endif()
file(GLOB_RECURSE libraries ${prefix}/*/libiklab_scene.* ${prefix}/*/libiklab_lab.* ${prefix}/*/libiklab_ik.*)
list(SORT libraries ORDER DESCENDING)

set(cpu "")
if(EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo cpu REGEX "^flags" LIMIT_COUNT 1)
endif()
# by name: the options, and what the processor has to have
set(programs instruction_sets:-O2 instruction_sets:-O0:-march=native instruction_sets:-O2:-march=native
             robot_arm:-O2:-march=native)
if(PROCESSOR MATCHES "^(x86_64|AMD64)$")
  # Eigen wants the products of FMA with AVX-512
  list(APPEND programs instruction_sets:-O0:-mavx instruction_sets:-O2:-mavx512f:-mfma)
endif()

set(layouts "")
set(made 0)
foreach(compiler IN LISTS COMPILERS)
  get_filename_component(compiler_name ${compiler} NAME)
  foreach(program IN LISTS programs)
    string(REPLACE ":" ";" options ${program})
    list(POP_FRONT options name)
    file(GLOB source ${SOURCE_DIR}/tests/package/${name}.cpp ${SOURCE_DIR}/examples/${name}.cpp)
    string(REGEX REPLACE "[:=]" "" file "${program}-${compiler_name}")
    execute_process(COMMAND ${compiler} -std=c++20 ${options} -I${prefix}/include -isystem ${EIGEN} ${source}
                            -o ${WORK_DIR}/${file} ${libraries}
                    RESULT_VARIABLE result ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${compiler} ${program} does not compile:\n${errors}")
    endif()
    if(program MATCHES "-m(avx[0-9f]*)" AND NOT cpu MATCHES " ${CMAKE_MATCH_1} ")
      continue() # compiled, but not for this processor
    endif()
    execute_process(COMMAND ${WORK_DIR}/${file} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${compiler} ${program}: ${result}\n${output}${errors}")
    endif()
    math(EXPR made "${made} + 1")
    if(name STREQUAL instruction_sets)
      list(APPEND layouts "${output}")
      list(REMOVE_DUPLICATES layouts)
    endif()
  endforeach()
endforeach()
list(LENGTH layouts count)
if(NOT count EQUAL 1)
  list(JOIN layouts "\n" text)
  message(FATAL_ERROR "the layout of types depends on the instruction set:\n${text}")
endif()
message(STATUS "${made} programs ran")
