# Installs the headless libraries as a CMake package: find_package(iklab), then iklab::ik, iklab::lab and, where
# nlohmann-json was there to build it, iklab::scene; also the licence, and the program where it is built. Of the headers
# those of include/iklab alone.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/iklab)
set(libraries iklab_ik iklab_lab)
if(TARGET iklab_scene)
  list(APPEND libraries iklab_scene)
endif()
install(TARGETS ${libraries} EXPORT iklab_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/iklab DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT iklab_targets NAMESPACE iklab:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/iklab-config.cmake.in
                              ${PROJECT_BINARY_DIR}/iklab-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/iklab-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/iklab-config.cmake ${PROJECT_BINARY_DIR}/iklab-config-version.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET iklab)
  install(TARGETS iklab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # made of the program's own options; a program for another machine does not run here
  if(NOT CMAKE_CROSSCOMPILING)
    set(made ${PROJECT_BINARY_DIR}/shell)
    add_custom_command(
      OUTPUT ${made}/iklab.1 ${made}/iklab ${made}/_iklab
      COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
      COMMAND iklab manual >${made}/iklab.1
      COMMAND iklab completion bash >${made}/iklab
      COMMAND iklab completion zsh >${made}/_iklab
      DEPENDS iklab
      VERBATIM)
    add_custom_target(iklab_shell ALL DEPENDS ${made}/iklab.1 ${made}/iklab ${made}/_iklab)
    install(FILES ${made}/iklab.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${made}/iklab DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${made}/_iklab DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  endif()
endif()
