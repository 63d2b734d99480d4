# Checks the public headers of include/iklab: at most eleven for C++; they include only each other, Eigen's core headers and the
# standard library; no compiler extensions, no conditions except those of version.h; each compiles on its own.
# version.h is made in BINARY_DIR.
cmake_minimum_required(VERSION 3.22)

set(faults "")
file(GLOB headers RELATIVE ${SOURCE_DIR}/include ${SOURCE_DIR}/include/iklab/*)
list(TRANSFORM headers REPLACE "\\.in$" "")
list(REMOVE_ITEM headers iklab/c.h) # C: tests/c compiles it
list(LENGTH headers count)
if(count GREATER 12 OR count EQUAL 0)
  list(APPEND faults "include/iklab has ${count} headers, not 1 to 12")
endif()
foreach(header IN LISTS headers)
  set(file ${SOURCE_DIR}/include/${header})
  if(NOT EXISTS ${file})
    set(file ${BINARY_DIR}/include/${header})
  endif()
  file(STRINGS ${file} includes REGEX "^#include")
  foreach(include IN LISTS includes)
    if(NOT include MATCHES "^#include <(iklab/[a-z]+\\.h|Eigen/(Core|Geometry)|[a-z_]+)>$")
      list(APPEND faults "${header}: may not have ${include}")
    endif()
  endforeach()
  file(STRINGS ${file} extensions REGEX "__attribute|__builtin|__m[0-9]|vector_size|IK_[A-Z]+|#if")
  if(header STREQUAL iklab/version.h)
    list(FILTER extensions EXCLUDE REGEX "#if __cplusplus < ")
  endif()
  if(extensions)
    list(APPEND faults "${header}: not standard C++: ${extensions}")
  endif()

  # the first compiler compiles each header alone, the others only the header that includes all
  set(compilers ${COMPILERS})
  if(NOT header STREQUAL iklab/iklab.h)
    list(GET COMPILERS 0 compilers)
  endif()
  file(WRITE ${WORK_DIR}/alone.cpp "#include <${header}>\n#include <${header}>\nint main() {}\n")
  foreach(compiler IN LISTS compilers)
    execute_process(
      COMMAND ${compiler} -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I${SOURCE_DIR}/include
              -I${BINARY_DIR}/include -isystem ${EIGEN} ${WORK_DIR}/alone.cpp
      RESULT_VARIABLE result
      ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
      list(APPEND faults "${header} does not compile alone by ${compiler}:\n${errors}")
    endif()
  endforeach()
endforeach()

# the header for all must include everything meant for all
file(READ ${SOURCE_DIR}/include/iklab/iklab.h all)
foreach(header IN LISTS headers)
  if(NOT header STREQUAL iklab/iklab.h AND NOT all MATCHES "#include <${header}>")
    list(APPEND faults "iklab/iklab.h lacks ${header}")
  endif()
endforeach()

if(faults)
  list(JOIN faults "\n  " text)
  message(FATAL_ERROR "public headers:\n  ${text}")
endif()
