# Installs the project into an empty folder, then configures, builds and runs every example there by each compiler, as a
# stranger's program would; and sees that the libraries without a window ask for no pkg-config.
file(REMOVE_RECURSE ${WORK_DIR})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${WORK_DIR}/prefix)
# whoever gets the package may use it only if the licence comes with it
file(GLOB_RECURSE licences ${WORK_DIR}/prefix/*/LICENSE)
if(NOT licences)
  message(FATAL_ERROR "the package has no LICENSE")
endif()
run(${CMAKE_COMMAND} -E compare_files ${SOURCE_DIR}/LICENSE ${licences})
# nothing of the library's own may be reached
file(GLOB_RECURSE installed RELATIVE ${WORK_DIR}/prefix/include ${WORK_DIR}/prefix/include/*)
file(GLOB public RELATIVE ${SOURCE_DIR}/include ${SOURCE_DIR}/include/iklab/*.h)
list(SORT installed)
list(SORT public)
if(NOT installed STREQUAL public)
  message(FATAL_ERROR "headers are installed that are not public, or some are missing: ${installed}")
endif()

file(GLOB examples ${SOURCE_DIR}/examples/*.cpp)
foreach(compiler IN LISTS COMPILERS)
  get_filename_component(name ${compiler} NAME)
  set(build ${WORK_DIR}/${name})
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/examples -B ${build} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${compiler}
      -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix -D CMAKE_CXX_FLAGS=-Werror\ -Wall\ -Wextra)
  run(${CMAKE_COMMAND} --build ${build})
  foreach(example IN LISTS examples)
    get_filename_component(example ${example} NAME_WE)
    if(EXISTS ${build}/${example} OR NOT example STREQUAL experiment)
      run(${build}/${example})
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/headless -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D IKLAB_WINDOW=OFF -D IKLAB_TESTS=OFF -D IKLAB_BENCHMARKS=OFF -D CMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON)
