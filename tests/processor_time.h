// Milliseconds that the processor has worked for this process, so that a bound is the same on a busy machine. Included
// by one source of a program: under node it is a function of JavaScript.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
// The clock of Emscripten's C library goes on while the process waits.
EM_JS(double, processor_ms, (), {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
})
#else
#include <ctime>

inline double processor_ms() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
#endif
