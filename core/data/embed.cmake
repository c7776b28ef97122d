# Makes a source file of the plain files of this folder: STRIDESCOPE_EMBEDDED. A changed file is embedded anew.
set(STRIDESCOPE_EMBEDDED ${PROJECT_BINARY_DIR}/embedded/embedded.cpp)
set(text "// Made by core/data/embed.cmake.\n#include \"core/data/embedded.h\"\n\nnamespace stridescope {\n")
foreach(name IN ITEMS gallery)
  set(file ${CMAKE_CURRENT_LIST_DIR}/${name}.stride)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  # In a struct: the linker lets literals and plain arrays share their bytes with other texts.
  string(LENGTH "${content}" length)
  string(APPEND text "\nstatic const struct {\n  char text[${length} + 1];\n} ${name}_file = {R\"stride(${content})stride\"};\n"
    "const std::string_view embedded_${name} = {${name}_file.text, ${length}};\n")
endforeach()
string(APPEND text "\n}  // namespace stridescope\n")
file(CONFIGURE OUTPUT ${STRIDESCOPE_EMBEDDED} CONTENT "@text@" @ONLY)

# The languages, apart: a program that speaks English alone is linked without them. A new one is a new file.
set(STRIDESCOPE_LANGUAGES ${PROJECT_BINARY_DIR}/embedded/languages.cpp)
set(text "// Made by core/data/embed.cmake.\n#include \"core/data/embedded.h\"\n
#ifdef __clang__\n#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n\nnamespace stridescope {\n")
file(GLOB languages CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/languages/*.json)
set(rows "")
foreach(file IN LISTS languages)
  get_filename_component(code ${file} NAME_WE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  string(JSON name GET "${content}" name)
  string(APPEND rows "    {\"${code}\", \"${name}\", R\"stride(${content})stride\"},\n")
endforeach()
string(APPEND text "\nstatic const EmbeddedLanguage all[] = {\n${rows}};\n"
  "const std::span<const EmbeddedLanguage> embedded_languages = all;\n\n}  // namespace stridescope\n")
file(CONFIGURE OUTPUT ${STRIDESCOPE_LANGUAGES} CONTENT "@text@" @ONLY)

# The PTX of the gallery's kernels, apart.
set(STRIDESCOPE_PTX ${PROJECT_BINARY_DIR}/embedded/ptx.cpp)
set(text "// Made by core/data/embed.cmake.\n#include \"core/data/embedded.h\"\n
#ifdef __clang__\n#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n\nnamespace stridescope {\n")
set(list ${CMAKE_CURRENT_LIST_DIR}/ptx/kernels.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
file(READ ${list} kernels)
string(JSON count LENGTH "${kernels}")
math(EXPR last "${count} - 1")
set(rows "")
foreach(index RANGE ${last})
  string(JSON id MEMBER "${kernels}" ${index})
  string(JSON hash GET "${kernels}" ${id})
  string(REPLACE "/" "_" name ${id})
  file(READ ${CMAKE_CURRENT_LIST_DIR}/ptx/${name}.ptx content)
  string(APPEND rows "    {\"${hash}\", R\"stride(${content})stride\"},\n")
endforeach()
string(APPEND text "\nstatic const EmbeddedPtx all_ptx[] = {\n${rows}};\n"
  "const std::span<const EmbeddedPtx> embedded_ptx = all_ptx;\n\n}  // namespace stridescope\n")
file(CONFIGURE OUTPUT ${STRIDESCOPE_PTX} CONTENT "@text@" @ONLY)
