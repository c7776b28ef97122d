// Parts that the libraries injected into programs (tracer.cpp, counter.cpp) share: settings, demangled names, a log,
// and functions of a library that is opened at run time.
#pragma once

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace stridescope::injected {

inline std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0 ? value : otherwise;
}

inline std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string out = status == 0 && text != nullptr ? text : name;
  std::free(text);
  return out;
}

// Appends lines to a file.
class Log {
 public:
  void open(std::string file) { file_ = std::move(file); }
  void note(const char* format, ...) const __attribute__((format(printf, 2, 3))) {
    std::FILE* log = std::fopen(file_.c_str(), "ab");
    if (log == nullptr) return;
    std::va_list arguments;
    va_start(arguments, format);
    std::vfprintf(log, format, arguments);
    va_end(arguments);
    std::fputc('\n', log);
    std::fclose(log);
  }

 private:
  std::string file_;
};

// A library, opened by its path; missing functions are logged as "no api: ...".
class Library {
 public:
  Library(std::string path, const Log& log)
      : path_(std::move(path)), log_(log), handle_(dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) log_.note("no api: %s", dlerror());
  }
  template <class Function>
  void load(Function& function, const char* name) {
    if (handle_ == nullptr) return;
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function != nullptr) return;
    log_.note("no api: %s has no %s", path_.c_str(), name);
    all_ = false;
  }
  // True if the library was found, with all requested functions.
  bool whole() const { return handle_ != nullptr && all_; }

 private:
  std::string path_;
  const Log& log_;
  void* handle_;
  bool all_ = true;
};

}  // namespace stridescope::injected
