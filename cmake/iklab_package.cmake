# Installs the headless libraries as a CMake package and for pkg-config: iklab::ik, iklab::lab and, where their
# dependencies were there to build them, iklab::scene and iklab::bodies; also the licences, and the program where it is
# built. Of the headers those of include/iklab alone.
include(CMakePackageConfigHelpers)

set(description_ik "Inverse kinematics of trees of joints, by many methods")
set(description_lab "Scenes and tracking experiments of inverse kinematics")
set(description_scene "Reads and writes scenes of iklab")
set(description_bodies "Reads robots and characters: URDF, MJCF, SDF, BVH, glTF")
set(requires_ik eigen3)
set(requires_lab iklab-ik)
set(requires_scene iklab-lab)
set(requires_bodies iklab-scene)
# a program links them itself where iklab is in archives
if(BUILD_SHARED_LIBS)
  set(requires_private_bodies "tinyxml2 assimp")
else()
  string(APPEND requires_bodies " tinyxml2 assimp")
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/iklab)
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH to_prefix /prefix/${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
foreach(component IN LISTS iklab_components)
  if(NOT TARGET iklab_${component})
    continue()
  endif()
  list(APPEND iklab_installed ${component})
  install(TARGETS iklab_${component} EXPORT iklab_${component}_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT iklab_${component}_targets NAMESPACE iklab:: DESTINATION ${package_dir})
  set(description ${description_${component}})
  set(requires ${requires_${component}})
  set(requires_private ${requires_private_${component}})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/iklab.pc.in ${PROJECT_BINARY_DIR}/iklab-${component}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/iklab-${component}.pc DESTINATION ${pc_dir})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/iklab DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/iklab-config.cmake.in
                              ${PROJECT_BINARY_DIR}/iklab-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/iklab-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/iklab-config.cmake ${PROJECT_BINARY_DIR}/iklab-config-version.cmake
        DESTINATION ${package_dir})

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET iklab)
  install(TARGETS iklab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # made of the program's own options; a program for another machine does not run here
  if(NOT CMAKE_CROSSCOMPILING)
    set(made ${PROJECT_BINARY_DIR}/shell)
    file(MAKE_DIRECTORY ${made})
    add_custom_command(
      OUTPUT ${made}/iklab.1 ${made}/iklab ${made}/_iklab
      COMMAND sh -c "\"$1\" manual >iklab.1 && \"$1\" completion bash >iklab && \"$1\" completion zsh >_iklab" sh
              $<TARGET_FILE:iklab>
      WORKING_DIRECTORY ${made}
      DEPENDS iklab
      VERBATIM)
    add_custom_target(iklab_shell ALL DEPENDS ${made}/iklab.1 ${made}/iklab ${made}/_iklab)
    install(FILES ${made}/iklab.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${made}/iklab DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${made}/_iklab DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  endif()
  set(parts "library|program")
else()
  set(parts "library")
endif()
# the texts of the licences of what is compiled in, where a Debian has them
install(CODE "
execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/scripts/licences\" \"${parts}\"
                        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/licences\")")
