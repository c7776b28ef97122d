# Emscripten's own toolchain file, wherever it is installed (Debian's package or a newer emsdk), with two traps mended.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)

# Debian's Emscripten loads `acorn` from Debian's folder of node modules, which only Debian's own node searches.
find_path(STRIDESCOPE_NODE_MODULES acorn/package.json PATHS /usr/share/nodejs /usr/lib/nodejs NO_CMAKE_FIND_ROOT_PATH)
if(STRIDESCOPE_NODE_MODULES)
  set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=${STRIDESCOPE_NODE_MODULES})
endif()

# Tests run under the node of the path: Emscripten would take Debian's, which may be an older one.
find_program(STRIDESCOPE_NODE node REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${STRIDESCOPE_NODE})
