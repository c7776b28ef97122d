# The library for others: libstridescope.so with its C header, the core for C++, and what `cmake --install` and CPack
# put where.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(stridescope_c SHARED ${PROJECT_SOURCE_DIR}/core/c_api/c_abi.cpp)
add_library(Stridescope::c ALIAS stridescope_c)
target_link_libraries(stridescope_c PRIVATE $<BUILD_INTERFACE:stridescope_core> $<BUILD_INTERFACE:stridescope_options>)
target_include_directories(stridescope_c PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/core/c_api/include>
  $<INSTALL_INTERFACE:include> $<INSTALL_INTERFACE:include/stridescope>)
# The C functions are all that it exports.
target_link_options(stridescope_c PRIVATE -Wl,--exclude-libs,ALL)
set_target_properties(stridescope_c PROPERTIES
  OUTPUT_NAME stridescope EXPORT_NAME c CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
set_target_properties(stridescope_core PROPERTIES EXPORT_NAME core)

install(TARGETS stridescope_core stridescope_c EXPORT stridescope)
install(EXPORT stridescope NAMESPACE Stridescope:: FILE stridescope-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stridescope)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/stridescope-config.cmake.in
  ${PROJECT_BINARY_DIR}/stridescope-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stridescope)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stridescope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stridescope-config.cmake ${PROJECT_BINARY_DIR}/stridescope-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stridescope)

# <stridescope/core.h> and <stridescope/stridescope.h>, and below them what they include, as it lies in the sources.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/c_api/include/stridescope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stridescope
  FILES_MATCHING PATTERN *.h PATTERN *.def PATTERN core/cli EXCLUDE PATTERN core/c_api EXCLUDE PATTERN core/data/*.json EXCLUDE)

# Tools, where they are built, and the page, where it is.
foreach(tool IN ITEMS stridescope stridescope-runner stridescope-desktop)
  if(TARGET ${tool})
    install(TARGETS ${tool})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope/web OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR TGZ DEB)
  set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package.cmake)
  set(CPACK_PACKAGE_NAME stridescope)
  set(CPACK_PACKAGE_CONTACT "the developers of Stridescope")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "NVIDIA CuTe's layouts: seen, proved and measured")
  set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  # What the programs are linked with, by the libraries' own packages.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # libstridescope.so is where the package itself puts it.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
  include(CPack)
endif()
