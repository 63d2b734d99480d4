# Installs the project into an empty folder. There every example, and the first C++ of README.md and docs/library.md, is
# configured, built and run by each compiler, as a program of another project would be. Also checks that the libraries
# without the window do not require pkg-config.
file(REMOVE_RECURSE ${WORK_DIR})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${WORK_DIR}/prefix)
# the MIT license asks for its text in every copy
file(GLOB_RECURSE licences ${WORK_DIR}/prefix/*/LICENSE)
if(NOT licences)
  message(FATAL_ERROR "the package has no LICENSE")
endif()
run(${CMAKE_COMMAND} -E compare_files ${SOURCE_DIR}/LICENSE ${licences})
# only public headers are installed
file(GLOB_RECURSE installed RELATIVE ${WORK_DIR}/prefix/include ${WORK_DIR}/prefix/include/*)
file(GLOB public RELATIVE ${SOURCE_DIR}/include ${SOURCE_DIR}/include/iklab/*)
list(TRANSFORM public REPLACE "\\.in$" "")
list(SORT installed)
list(SORT public)
if(NOT installed STREQUAL public)
  message(FATAL_ERROR "headers are installed that are not public, or some are missing: ${installed}")
endif()

# the first C++ of these pages is a program but for its main function and use(), the reader's own
set(pages README.md docs/library.md)
foreach(page IN LISTS pages)
  file(READ ${SOURCE_DIR}/${page} text)
  string(FIND "${text}" "```cpp\n" begin)
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(SUBSTRING "${text}" 7 -1 text)
  string(FIND "${text}" "```" end)
  string(SUBSTRING "${text}" 0 ${end} text)
  string(REPLACE "#include <iklab/iklab.h>\n"
                 "#include <iklab/iklab.h>\ntemplate <class... T>\nvoid use(const T&...) {}\nint main() {" text "${text}")
  get_filename_component(name ${page} NAME_WE)
  file(WRITE ${WORK_DIR}/pages/${name}.cpp "${text}}\n")
endforeach()
file(WRITE ${WORK_DIR}/pages/CMakeLists.txt
     "cmake_minimum_required(VERSION 3.22)
project(pages LANGUAGES CXX)
find_package(iklab REQUIRED)
foreach(page README library)
  add_executable(\${page} \${page}.cpp)
  target_link_libraries(\${page} PRIVATE iklab::ik)
endforeach()
")

file(GLOB examples ${SOURCE_DIR}/examples/*.cpp)
foreach(compiler IN LISTS COMPILERS)
  get_filename_component(name ${compiler} NAME)
  set(build ${WORK_DIR}/${name})
  set(options -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix
              -D CMAKE_CXX_FLAGS=-Werror\ -Wall\ -Wextra)
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/examples -B ${build} ${options})
  run(${CMAKE_COMMAND} --build ${build})
  run(${CMAKE_COMMAND} -S ${WORK_DIR}/pages -B ${build}/pages ${options})
  run(${CMAKE_COMMAND} --build ${build}/pages)
  run(${build}/pages/README)
  run(${build}/pages/library)
  foreach(example IN LISTS examples)
    get_filename_component(example ${example} NAME_WE)
    if(EXISTS ${build}/${example} OR NOT example STREQUAL experiment)
      run(${build}/${example})
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/headless -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D IKLAB_WINDOW=OFF -D IKLAB_TESTS=OFF -D IKLAB_BENCHMARKS=OFF -D CMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON)
