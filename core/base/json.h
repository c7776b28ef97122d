// Writes JSON text: everything that the WebAssembly boundary needs, small enough for the page's module.
#pragma once

#include <string>
#include <string_view>

#include "core/base/text.h"

namespace stridescope {

// pre: open and close match, and inside an object every value follows a key. Text is escaped, malformed UTF-8 replaced;
// the result is one valid JSON value.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }
  void key(std::string_view name) {
    comma();
    quote(name);
    out_.push_back(':');
    fresh_ = true;
  }
  void string(std::string_view text) {
    comma();
    quote(text);
  }
  template <std::integral T>
  void number(T value) {
    comma();
    append_text(out_, value);
  }
  // At most six decimals; 0 for NaN and beyond 9e15.
  void real(double value);
  // The fewest digits that are read as the same double, with a fraction or an exponent: 8.0, 0.05, 1e+16. null for
  // infinities and NaN.
  void exact(double value);
  void boolean(bool value) {
    comma();
    out_.append(value ? "true" : "false");
  }
  // JSON from another writer.
  void raw(std::string_view json) {
    comma();
    out_.append(json);
  }

  void field(std::string_view name, std::string_view text) {
    key(name);
    string(text);
  }
  void field(std::string_view name, const char* text) { field(name, std::string_view(text)); }
  void field(std::string_view name, bool value) {
    key(name);
    boolean(value);
  }
  template <std::integral T>
  requires(!std::same_as<T, bool>) void field(std::string_view name, T value) {
    key(name);
    number(value);
  }
  // A list under a name: `each` writes the value of an element, or the fields of an object.
  template <class List, class Each>
  void list(std::string_view name, const List& all, Each each) {
    key(name);
    open_array();
    for (const auto& one : all) each(one);
    close_array();
  }
  template <class List, class Each>
  void objects(std::string_view name, const List& all, Each each) {
    list(name, all, [&](const auto& one) {
      open_object();
      each(one);
      close_object();
    });
  }
  template <class List>
  void numbers(std::string_view name, const List& all) {
    list(name, all, [this](auto one) { this->number(one); });
  }
  template <class List>
  void strings(std::string_view name, const List& all) {
    list(name, all, [this](std::string_view one) { string(one); });
  }

 private:
  void open(char bracket) {
    comma();
    out_.push_back(bracket);
    fresh_ = true;
  }
  void close(char bracket) {
    out_.push_back(bracket);
    fresh_ = false;
  }
  void comma() {
    if (!fresh_) out_.push_back(',');
    fresh_ = false;
  }
  void quote(std::string_view text);

  std::string& out_;
  bool fresh_ = true;  // nothing was written yet at this level
};

}  // namespace stridescope
