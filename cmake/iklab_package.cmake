# Installs the headless libraries as a CMake package: find_package(iklab), then iklab::ik and iklab::lab; also the
# licence, and the program where it is built.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/iklab)
install(TARGETS iklab_ik iklab_lab EXPORT iklab_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/src/ik ${PROJECT_SOURCE_DIR}/src/lab
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/iklab
  FILES_MATCHING
  PATTERN "*.h")
install(EXPORT iklab_targets NAMESPACE iklab:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/iklab-config.cmake.in
                              ${PROJECT_BINARY_DIR}/iklab-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/iklab-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/iklab-config.cmake ${PROJECT_BINARY_DIR}/iklab-config-version.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET iklab)
  install(TARGETS iklab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
