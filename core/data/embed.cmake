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

# The catalogs of messages, apart: a program that speaks English alone is linked without them.
set(STRIDESCOPE_CATALOGS ${PROJECT_BINARY_DIR}/embedded/catalogs.cpp)
set(text "// Made by core/data/embed.cmake.\n#include \"core/data/embedded.h\"\n
#ifdef __clang__\n#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n\nnamespace stridescope {\n")
foreach(language IN ITEMS zh)
  set(file ${CMAKE_CURRENT_LIST_DIR}/messages.${language}.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  string(APPEND text "\nconst std::string_view embedded_messages_${language} = R\"stride(${content})stride\";\n")
endforeach()
string(APPEND text "\n}  // namespace stridescope\n")
file(CONFIGURE OUTPUT ${STRIDESCOPE_CATALOGS} CONTENT "@text@" @ONLY)
