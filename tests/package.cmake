# Installs the project into an empty folder, then configures, builds and runs the example there, as
# a stranger's program would.
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
run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/examples/two_link_arm -B ${WORK_DIR}/example -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/example)
run(${WORK_DIR}/example/two_link_arm)
