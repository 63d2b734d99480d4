# The ways to use the library: components of the installed package, pkg-config, and add_subdirectory with shared
# libraries. Each builds a program and runs it; missing tools are reported.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)

# run(WHAT COMMAND…): the command must succeed; its output is in `said`
macro(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what}: ${ARGN}\n${said}")
  endif()
endmacro()
# refuse(WHAT WORDS COMMAND…): the command must fail with these words
macro(refuse what words)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  if(result EQUAL 0 OR NOT said MATCHES "${words}")
    message(FATAL_ERROR "${what} is not refused by \"${words}\" but: ${said}")
  endif()
endmacro()

run("install" ${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${prefix})
file(GLOB packages ${prefix}/lib*/pkgconfig ${prefix}/lib/*/pkgconfig)
file(GLOB components ${packages}/iklab-*.pc)
list(TRANSFORM components REPLACE ".*/iklab-([a-z]+)\\.pc" "\\1")

# --- components: each is found alone and defines its target, without dependencies of others
file(WRITE ${WORK_DIR}/components/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.22)
project(components LANGUAGES CXX)
string(REPLACE "," ";" WANTED "${WANTED}")
find_package(iklab REQUIRED COMPONENTS ${WANTED})
if(NOT iklab_VERSION STREQUAL VERSION)
  message(FATAL_ERROR "version ${iklab_VERSION}, not ${VERSION}")
endif()
foreach(wanted IN LISTS WANTED)
  get_target_property(type iklab::${wanted} TYPE) # an error if there is none
endforeach()
if(NOT "bodies" IN_LIST WANTED AND (TARGET iklab::bodies OR TARGET PkgConfig::assimp OR PKG_CONFIG_FOUND))
  message(FATAL_ERROR "what bodies needs is looked for")
endif()
]])
set(configure ${CMAKE_COMMAND} -S ${WORK_DIR}/components -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_PREFIX_PATH=${prefix} -D VERSION=${VERSION})
foreach(wanted ik lab scene bodies c "ik,lab" "")
  if(NOT wanted MATCHES "scene|bodies|^c$" OR wanted IN_LIST components)
    run("component ${wanted}" ${configure} -B ${WORK_DIR}/components/build "-DWANTED=${wanted}")
  endif()
endforeach()
refuse("a component that is none" "no component window, but ik" ${configure} -B ${WORK_DIR}/components/none
       -D WANTED=window)

# --- a robot file with iklab::bodies, and the error of iklab::scene for it
set(robot ${SOURCE_DIR}/tests/data/bodies/gripper.urdf)
file(WRITE ${WORK_DIR}/robot/robot.cpp [[
#include <iklab/iklab.h>
#include <cstdio>
#include <cstring>
#include <stdexcept>
int main(int, char** arguments) {
  try {
    const ik::Scene scene = std::strcmp(arguments[1], "scene") == 0 ? ik::read_scene(arguments[2])
                                                                    : ik::open_scene(arguments[2]);
    ik::Solver solver = scene.solver("dls");
    solver.solve();
    for (const ik::Joint& joint : scene.multibody().joints()) std::printf("%s\n", joint.name.c_str());
    for (const std::string& note : scene.notes()) std::printf("%s\n", note.c_str());
    return solver.theta().allFinite() ? 0 : 1;
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
}
]])
if("bodies" IN_LIST components)
  file(WRITE ${WORK_DIR}/robot/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.22)
project(robot LANGUAGES CXX)
find_package(iklab REQUIRED COMPONENTS bodies)
add_executable(robot robot.cpp)
target_link_libraries(robot PRIVATE iklab::bodies)
]])
  set(build ${WORK_DIR}/robot/build)
  run("robot" ${CMAKE_COMMAND} -S ${WORK_DIR}/robot -B ${build} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
      -D CMAKE_PREFIX_PATH=${prefix})
  run("robot" ${CMAKE_COMMAND} --build ${build})
  run("robot" ${build}/robot bodies ${robot})
  # the joints of the file that move
  file(STRINGS ${robot} joints REGEX "<joint .*type=\"(revolute|prismatic|continuous)\"")
  foreach(joint IN LISTS joints)
    string(REGEX REPLACE ".*name=\"([^\"]*)\".*" "\\1" joint "${joint}")
    if(NOT said MATCHES "${joint}")
      message(FATAL_ERROR "joint ${joint} of ${robot} is lost: ${said}")
    endif()
  endforeach()
  run("a scene by open_scene" ${build}/robot bodies double-y)
  refuse("a robot by iklab::scene" "gripper.urdf: .*ik::open_scene of iklab::bodies" ${build}/robot scene ${robot})
  refuse("a robot that is not there" "missing.urdf" ${build}/robot bodies missing.urdf)
endif()

# --- pkg-config in a moved folder, and the message for an older standard
find_program(pkg_config pkg-config)
file(WRITE ${WORK_DIR}/version.cpp [[
#include <iklab/version.h>
#include <cstdio>
static_assert(IKLAB_VERSION_NUMBER == IKLAB_VERSION_MAJOR * 10000 + IKLAB_VERSION_MINOR * 100 + IKLAB_VERSION_PATCH);
int main() {
  std::printf("%s %d.%d.%d", IKLAB_VERSION, IKLAB_VERSION_MAJOR, IKLAB_VERSION_MINOR, IKLAB_VERSION_PATCH);
}
]])
if(pkg_config)
  file(RENAME ${prefix} ${WORK_DIR}/moved)
  set(prefix ${WORK_DIR}/moved)
  file(GLOB packages ${prefix}/lib*/pkgconfig ${prefix}/lib/*/pkgconfig)
  set(ENV{PKG_CONFIG_PATH} ${packages})
  function(compile source package)
    execute_process(COMMAND ${pkg_config} --cflags --libs ${package} OUTPUT_VARIABLE flags
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run("pkg-config ${package}" ${COMPILER} -std=c++20 ${source} -o ${WORK_DIR}/by_${package} ${flags})
  endfunction()
  compile(${SOURCE_DIR}/examples/robot_arm.cpp iklab-ik)
  run("robot_arm by pkg-config" ${WORK_DIR}/by_iklab-ik)
  if("bodies" IN_LIST components)
    compile(${WORK_DIR}/robot/robot.cpp iklab-bodies)
    run("robot by pkg-config" ${WORK_DIR}/by_iklab-bodies bodies ${robot})
  endif()
  run("version by pkg-config" ${pkg_config} --modversion iklab-ik)
  string(STRIP "${said}" said)
  if(NOT said STREQUAL VERSION)
    message(FATAL_ERROR "pkg-config has version ${said}, not ${VERSION}")
  endif()
endif()
run("version.h" ${COMPILER} -std=c++20 -I${prefix}/include ${WORK_DIR}/version.cpp -o ${WORK_DIR}/version)
run("version.h" ${WORK_DIR}/version)
if(NOT said STREQUAL "${VERSION} ${VERSION}")
  message(FATAL_ERROR "version.h says ${said}, not ${VERSION}")
endif()
foreach(compiler IN LISTS COMPILERS)
  execute_process(COMMAND ${compiler} -std=c++17 -fsyntax-only -I${prefix}/include -isystem ${EIGEN}
                          ${SOURCE_DIR}/examples/robot_arm.cpp RESULT_VARIABLE result ERROR_VARIABLE said)
  string(REGEX MATCH "[^\n]*error[^\n]*" first "${said}")
  if(result EQUAL 0 OR NOT first MATCHES "iklab needs C\\+\\+20")
    message(FATAL_ERROR "C++17 by ${compiler}: the first error is: ${first}")
  endif()
endforeach()

# --- inside another project: no window, no tests and none of their dependencies; versioned shared libraries that export
# no name of Eigen
file(WRITE ${WORK_DIR}/parent/CMakeLists.txt "
cmake_minimum_required(VERSION 3.22)
project(parent LANGUAGES CXX)
set(BUILD_SHARED_LIBS ON)
add_subdirectory(${SOURCE_DIR} iklab)
foreach(target iklab iklab_ui iklab_cli ik_tests iklab_benchmarks)
  if(TARGET \${target})
    message(FATAL_ERROR \"\${target} is built within another project\")
  endif()
endforeach()
add_executable(robot_arm ${SOURCE_DIR}/examples/robot_arm.cpp)
target_link_libraries(robot_arm PRIVATE iklab::ik)
get_target_property(standard robot_arm CXX_STANDARD)
if(standard OR CMAKE_CXX_STANDARD)
  message(FATAL_ERROR \"the project's standard is changed\")
endif()
file(WRITE \${CMAKE_BINARY_DIR}/private.cpp \"#include <ik/body/layout.h>\\nint main() {}\\n\")
add_executable(private EXCLUDE_FROM_ALL private.cpp)
target_link_libraries(private PRIVATE iklab::ik)
")
set(build ${WORK_DIR}/parent/build)
run("add_subdirectory" ${CMAKE_COMMAND} -S ${WORK_DIR}/parent -B ${build} -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0 -D CMAKE_UNITY_BUILD=ON
    -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON -D CMAKE_DISABLE_FIND_PACKAGE_glfw3=ON -D CMAKE_DISABLE_FIND_PACKAGE_CLI11=ON
    -D CMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -D CMAKE_DISABLE_FIND_PACKAGE_GTest=ON
    -D CMAKE_DISABLE_FIND_PACKAGE_benchmark=ON)
run("add_subdirectory" ${CMAKE_COMMAND} --build ${build} --target robot_arm)
file(GLOB_RECURSE library ${build}/libiklab_ik.so.${VERSION})
string(REGEX MATCH "^[0-9]+\\.[0-9]+" abi ${VERSION})
get_filename_component(folder "${library}" DIRECTORY)
if(NOT EXISTS ${folder}/libiklab_ik.so.${abi} OR NOT EXISTS ${folder}/libiklab_ik.so)
  message(FATAL_ERROR "no shared library with version ${VERSION} and SOVERSION ${abi}")
endif()
run("a shared library's names" nm -D -C --defined-only ${library})
if(NOT said MATCHES "ik::Solver::step" OR said MATCHES " [TWVu] (void |long |bool |double)?Eigen::")
  message(FATAL_ERROR "the shared library shows other names than its own: ${said}")
endif()
file(GLOB_RECURSE program ${build}/robot_arm)
run("robot_arm with the shared library" ${program})
refuse("a private header" "layout.h" ${CMAKE_COMMAND} --build ${build} --target private)

# --- its flags, optimisation and warnings are kept, and several sources are compiled at a time
file(WRITE ${WORK_DIR}/flags/CMakeLists.txt "
cmake_minimum_required(VERSION 3.22)
project(flags LANGUAGES CXX)
add_subdirectory(${SOURCE_DIR} iklab)
")
set(build ${WORK_DIR}/flags/build)
run("flags" ${CMAKE_COMMAND} -S ${WORK_DIR}/flags -B ${build} -G Ninja -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_BUILD_TYPE=Release -D "CMAKE_CXX_FLAGS_RELEASE=-O2 -fstack-protector-strong")
file(STRINGS ${build}/compile_commands.json commands REGEX "\"command\"")
list(LENGTH commands count)
if(count LESS 1 OR count GREATER 30)
  message(FATAL_ERROR "${count} objects are compiled within another project")
endif()
foreach(command IN LISTS commands)
  if(NOT command MATCHES " -O2 -fstack-protector-strong " OR command MATCHES " (-O[013s]|-Wall|-Wextra|-Wshadow) ")
    message(FATAL_ERROR "the project's flags are changed: ${command}")
  endif()
endforeach()
