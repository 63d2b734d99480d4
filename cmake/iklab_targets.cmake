# One target per folder of src/. A folder may include only the folders that it links.

# -Werror only for tested compilers: others may have more warnings.
set(iklab_known_compiler FALSE)
if((CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12
    AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
   OR (CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14
       AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  set(iklab_known_compiler TRUE)
endif()

# Warnings, sanitizers and the root of private includes, for every target of the project. Inside another project that
# project chooses the warnings.
add_library(iklab_build_flags INTERFACE)
target_include_directories(iklab_build_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(iklab_build_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
endif()
target_compile_options(iklab_build_flags INTERFACE -Wno-missing-field-initializers)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(
    iklab_build_flags INTERFACE $<$<AND:$<BOOL:${IKLAB_WERROR}>,$<BOOL:${iklab_known_compiler}>>:-Werror>)
endif()
if(IKLAB_SANITIZE)
  # without checks that repeat the address sanitizer's and make compilation five times slower; with sanitizers GCC
  # reports numbers of std::regex as uninitialised
  target_compile_options(
    iklab_build_flags
    INTERFACE -fsanitize=${IKLAB_SANITIZE} -fno-sanitize=null,object-size,pointer-overflow,vptr
              -fno-omit-frame-pointer -fno-sanitize-recover=all $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(iklab_build_flags INTERFACE -fsanitize=${IKLAB_SANITIZE})
endif()

# Small code for the page. Emscripten's -Os alone does not inline even the smallest functions.
set(iklab_small -Os -finline-functions)
# What runs in every step. -O3 takes a fifth more time in a browser for most methods, and a third more bytes.
set(iklab_every_step ${iklab_small} -flto)

# The installed libraries, shared if BUILD_SHARED_LIBS is set. Each links the ones before it.
set(iklab_components ik lab scene bodies)

# Divides a target's sources into unity units of equal size. In units of 40 sources GCC needs three quarters of the time
# that it needs in units of 16, because the sources share headers and templates, and 1.7 GB of memory; with one unit for
# each target a tenth less, but 2.4 GB.
function(iklab_unity target)
  set(most 40)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  math(EXPR units "(${count} + ${most} - 1) / ${most}")
  math(EXPR batch "(${count} + ${units} - 1) / ${units}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${batch})
endfunction()

# iklab_library(NAME [ONLY REGEX] [WITHOUT REGEX] [PUBLIC …] [PRIVATE …]) makes iklab_NAME and iklab::NAME of all
# sources in the folder and its subfolders, or of those with a matching path.
function(iklab_library name)
  cmake_parse_arguments(arg "" "ONLY;WITHOUT" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  # platform-dependent code has one source per platform
  if(EMSCRIPTEN)
    list(FILTER sources EXCLUDE REGEX "_native\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_page\\.cpp$")
  endif()
  if(arg_ONLY)
    list(FILTER sources INCLUDE REGEX "${arg_ONLY}")
  endif()
  if(arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "${arg_WITHOUT}")
  endif()
  if(BUILD_SHARED_LIBS AND name IN_LIST iklab_components)
    add_library(iklab_${name} SHARED ${sources})
    iklab_shared(iklab_${name})
  else()
    add_library(iklab_${name} STATIC ${sources})
    if(name IN_LIST iklab_components)
      iklab_isolated(iklab_${name})
    endif()
  endif()
  add_library(iklab::${name} ALIAS iklab_${name})
  set_target_properties(iklab_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(iklab_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(iklab_${name} PUBLIC cxx_std_20)
  iklab_unity(iklab_${name})
  if(NOT EMSCRIPTEN)
    set_target_properties(iklab_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    # lower optimisation for code that does not run in every step: it compiles faster, and frames take as long; another
    # project chooses its own
    if(NOT PROJECT_IS_TOP_LEVEL)
    elseif(name MATCHES "^(io|scene|bodies|cli)$")
      target_compile_options(iklab_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    elseif(NOT name STREQUAL "ik")
      target_compile_options(iklab_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
    endif()
  elseif(NOT name STREQUAL "ik")
    # download size matters for the page: only the solvers and their callers in every step have link-time optimisation
    # (a tenth less time for a step of transpose or DLS); readers and panels get the smallest code
    target_compile_options(iklab_${name} PRIVATE ${iklab_small} -Oz)
    list(FILTER sources INCLUDE REGEX "/lab/(scene|track)/")
    set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "${iklab_every_step}")
  else()
    target_compile_options(iklab_${name} PRIVATE ${iklab_every_step})
    # not in every step
    list(FILTER sources INCLUDE REGEX "/ik/(solve/|path/|body/body|body/two_link|tree/|methods/(learned|halley|two_bone)|solver|method\\.cpp)")
    set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "-Oz")
  endif()
  # these headers take half of a file's compile time; gfx and work do not use Eigen
  if(NOT name MATCHES "^(gfx|work)$")
    target_precompile_headers(iklab_${name} PRIVATE <Eigen/Geometry> <functional> <optional> <string> <variant> <vector>)
  endif()
  target_link_libraries(iklab_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:iklab_build_flags>)
endfunction()

# A shared library exports only names in ik::, lab:: and io::, none of other libraries, so that it and the program never
# call each other's Eigen. Its ABI may change with every minor version.
function(iklab_shared target)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
                                             SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    set(names ${PROJECT_SOURCE_DIR}/cmake/shown_names.map)
    target_link_options(${target} PRIVATE -Wl,--version-script=${names})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${names})
  endif()
endfunction()

# A static library keeps its own copies of inline functions and templates too, see isolate.sh, and a shared library that
# contains it exports none of its names.
function(iklab_isolated target)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    # unique names cannot become local
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
    add_custom_command(
      TARGET ${target} POST_BUILD
      COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/isolate.sh $<TARGET_FILE:${target}> ${CMAKE_CXX_COMPILER}
              ${PROJECT_SOURCE_DIR}/cmake/shown_names.map
      VERBATIM)
  endif()
endfunction()

# iklab_exact(TARGET …) disables fused multiply-add, so that gcc and clang, -O0 and -O3, agree to the bit. It also
# disables errno and floating-point traps, which prevent vectorisation and are not used.
function(iklab_exact)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno
                                             -fno-trapping-math)
  endforeach()
endfunction()

# iklab_embed(TARGET NAMESPACE VARIABLE FILES…) compiles files into the target as
# `std::span<const EmbeddedFile> NAMESPACE::VARIABLE()`; the program then needs no data folder.
function(iklab_embed target namespace variable)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${variable}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${ARGN}" -D OUTPUT=${output} -D NAMESPACE=${namespace} -D VARIABLE=${variable}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  # the file that reads it declares the same struct
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${output})
endfunction()
