// Milliseconds of processor time of this process, so that a limit is the same on a busy machine. Only one source of a
// program may include it: under node it defines a JavaScript function.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
// The clock of Emscripten's C library also advances while the process waits.
EM_JS(double, processor_ms, (), {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
})
#else
#include <ctime>

inline double processor_ms() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
#endif
