# CPack reads this before it packs anything. A package has the page: the window and `stridescope-runner serve` show it.
if(NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/../../build/web/index.html)
  message(FATAL_ERROR "the page is not built: ./dev build builds it")
endif()
