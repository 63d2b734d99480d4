# The static libraries compute with their own code whatever program links them: with the program's own Cholesky
# factorisation for another instruction set, optimised or not, linked directly or as two plugins of one program. They
# define no names of other libraries, and a plugin that contains them exports only what its own source defines.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)

# run(WHAT COMMAND…): the commands run at the same time and must succeed; the output of the last is in `said`
macro(run what)
  execute_process(${ARGN} RESULTS_VARIABLE results OUTPUT_VARIABLE said ERROR_VARIABLE errors)
  if(NOT results MATCHES "^0(;0)*$")
    message(FATAL_ERROR "${what}: ${results}\n${said}${errors}")
  endif()
endmacro()

run("install" COMMAND ${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${prefix})
file(GLOB_RECURSE archives ${prefix}/*/libiklab_*.a)
foreach(archive IN LISTS archives)
  run("names" COMMAND ${NM} -C --defined-only --extern-only ${archive})
  string(REGEX REPLACE "[][;]" " " said "${said}")
  string(REPLACE "\n" ";" names "${said}")
  list(FILTER names INCLUDE REGEX "^[0-9a-f]+ ")
  # i: chosen by the processor. Constants and type information may be weak.
  set(own "[TDBRVi] ((typeinfo|typeinfo name|guard variable) for )?(ik|lab|io)::")
  list(FILTER names EXCLUDE REGEX "^[0-9a-f]+ (${own})")
  if(names)
    list(JOIN names "\n" names)
    message(FATAL_ERROR "${archive} defines names that programs define, too:\n${names}")
  endif()
endforeach()

# the plain program defines none of the library's templates
file(GLOB_RECURSE ik ${prefix}/*/libiklab_ik.a)
set(compile ${COMPILER} -std=c++20 -fPIC -I${prefix}/include -isystem ${EIGEN} -c ${SOURCE_DIR}/tests/package/isolation.cpp)
file(WRITE ${WORK_DIR}/main.cpp "extern \"C\" int print_bits();\nint main() { return print_bits(); }\n")
file(WRITE ${WORK_DIR}/loader.cpp [[
#include <dlfcn.h>
#include <cstdio>
int main(int count, char** files) {
  using Function = int();
  Function* loaded[8] = {};
  for (int i = 1; i < count; ++i) {
    void* const plugin = dlopen(files[i], RTLD_NOW | RTLD_GLOBAL);
    if (plugin == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
    loaded[i] = reinterpret_cast<Function*>(dlsym(plugin, "print_bits"));
  }
  for (int i = 1; i < count; ++i) {
    if (loaded[i] == nullptr || loaded[i]() != 0) return 1;
  }
}
]])
run("compile" COMMAND ${compile} -O0 -o ${WORK_DIR}/plain.o
              COMMAND ${compile} -O1 -march=native -DOWN_ALGEBRA -o ${WORK_DIR}/optimised.o
              COMMAND ${compile} -O0 -march=native -DOWN_ALGEBRA -o ${WORK_DIR}/unoptimised.o
              COMMAND ${COMPILER} ${WORK_DIR}/loader.cpp -o ${WORK_DIR}/loader -ldl)
foreach(kind plain optimised unoptimised)
  run("link" COMMAND ${COMPILER} ${WORK_DIR}/main.cpp ${WORK_DIR}/${kind}.o ${ik} -o ${WORK_DIR}/${kind}
             COMMAND ${COMPILER} -shared ${WORK_DIR}/${kind}.o ${ik} -o ${WORK_DIR}/${kind}.so)
  run("${kind}" COMMAND ${WORK_DIR}/${kind})
  if(kind STREQUAL plain)
    set(bits "${said}")
  elseif(NOT said STREQUAL bits)
    message(FATAL_ERROR "the program's own algebra changes the library's results: ${kind}\n${bits}\n${said}")
  endif()
  # a plugin exports what its own source defines
  run("names" COMMAND ${NM} --defined-only --extern-only ${WORK_DIR}/${kind}.o)
  string(REGEX MATCHALL " [^ \n]+\n" own "${said}")
  run("names" COMMAND ${NM} -D --defined-only ${WORK_DIR}/${kind}.so)
  string(REGEX MATCHALL " [^ \n]+\n" exported "${said}")
  list(REMOVE_ITEM exported ${own})
  if(exported)
    message(FATAL_ERROR "a plugin exports the library's names: ${exported}")
  endif()
endforeach()
run("plugins" COMMAND ${WORK_DIR}/loader ${WORK_DIR}/optimised.so ${WORK_DIR}/unoptimised.so)
if(NOT said STREQUAL "${bits}${bits}")
  message(FATAL_ERROR "two plugins change the library's results:\n${bits}\n${said}")
endif()
