# Installs the project into an empty folder, then configures, builds and runs the example there, as
# a stranger's program would.
file(REMOVE_RECURSE ${WORK_DIR})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

# the headless libraries alone, so that nothing of the window can leak into them
run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/iklab -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0 -D IKLAB_WINDOW=OFF -D IKLAB_TESTS=OFF -D IKLAB_BENCHMARKS=OFF
    -D CMAKE_INSTALL_PREFIX=${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/iklab --target install)
run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/examples/two_link_arm -B ${WORK_DIR}/example -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/example)
run(${WORK_DIR}/example/two_link_arm)
