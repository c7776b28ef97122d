# The library for others: libstridescope.so with its C header, the core for C++, and what `cmake --install` and CPack
# put where. Each component is a Debian package: library, dev, tools, desktop.
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

install(TARGETS stridescope_core stridescope_c EXPORT stridescope
  ARCHIVE COMPONENT dev LIBRARY COMPONENT library NAMELINK_COMPONENT dev)
install(EXPORT stridescope NAMESPACE Stridescope:: FILE stridescope-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stridescope COMPONENT dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/stridescope-config.cmake.in
  ${PROJECT_BINARY_DIR}/stridescope-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stridescope)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stridescope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stridescope-config.cmake ${PROJECT_BINARY_DIR}/stridescope-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stridescope COMPONENT dev)
# pkg-config finds the prefix from the place of its file.
file(RELATIVE_PATH STRIDESCOPE_PC_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_CURRENT_LIST_DIR}/stridescope.pc.in ${PROJECT_BINARY_DIR}/stridescope.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/stridescope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# <stridescope/core.h> and <stridescope/stridescope.h>, and below them what they include, as it lies in the sources.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/c_api/include/stridescope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stridescope COMPONENT dev
  FILES_MATCHING PATTERN *.h PATTERN *.def PATTERN core/cli EXCLUDE PATTERN core/c_api EXCLUDE PATTERN core/data/*.json EXCLUDE)

# Tools, where they are built, with their manual; the page, where it is; the window with its menu entry and file type.
foreach(tool IN ITEMS stridescope stridescope-runner)
  if(TARGET ${tool})
    install(TARGETS ${tool} COMPONENT tools)
  endif()
endforeach()
if(TARGET stridescope)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  if(Python3_FOUND)
    install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/core/cli/man_pages.py\"
      \"$<TARGET_FILE:stridescope>\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\" COMMAND_ERROR_IS_FATAL ANY)"
      COMPONENT tools)
  endif()
endif()
if(TARGET stridescope-desktop)
  set(desktop ${PROJECT_SOURCE_DIR}/desktop/package)
  install(TARGETS stridescope-desktop COMPONENT desktop)
  install(FILES ${desktop}/stridescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT desktop)
  install(FILES ${desktop}/stridescope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT desktop)
  install(FILES ${PROJECT_SOURCE_DIR}/web/public/icon.svg RENAME stridescope.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT desktop)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope/web COMPONENT tools OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
install(FILES ${PROJECT_SOURCE_DIR}/web/docs/stridescope/SKILL.md
  DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope/skill/stridescope COMPONENT tools)

if(PROJECT_IS_TOP_LEVEL)
  # The tarball has everything, the packages of Debian a component each.
  set(CPACK_GENERATOR TGZ DEB)
  set(CPACK_COMPONENTS_ALL library dev tools)
  if(TARGET stridescope-desktop)
    list(APPEND CPACK_COMPONENTS_ALL desktop)
  endif()
  set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
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
  set(library libstridescope${PROJECT_VERSION_MAJOR})
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library})
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_DEV_PACKAGE_NAME libstridescope-dev)
  set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION}), zlib1g-dev, libexpected-dev")
  set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME stridescope)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_DESKTOP_PACKAGE_NAME stridescope-desktop)
  set(CPACK_DEBIAN_DESKTOP_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS "stridescope (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The shared library with the C interface")
  set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, the static core for C++, CMake's and pkg-config's files")
  set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The command line with its server for agents, the GPU runner and the page")
  set(CPACK_COMPONENT_DESKTOP_DESCRIPTION "The desktop app, its menu entry and the file type of programs")
  include(CPack)
endif()
