// What crosses a boundary, described once. A record has a function `members(Archive&, T&)` beside it that names its
// members, each with a sentence; writing JSON, reading it, TypeScript's types and the reference page are archives that
// walk through the same description. So there is no second list of a record's members anywhere.
//
//   struct CellRequest { int binding = 0; std::int64_t cell = 0; };
//   void members(Archive& a, CellRequest& r) {
//     if (!a.record("CellRequest", "A cell of a picture.")) return;
//     a.member("binding", r.binding, "Index of the value in the report.");
//     a.member("cell", r.cell, "1-D coordinate of the value's domain.");
//   }
//
// An archive that writes leaves the record as it is, so `members` may also name temporaries that it computes.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace stridescope {

// A list of numbers that stays binary where the boundary can carry memory: the page's heap, the C ABI.
struct NumberArray {
  enum class Kind : std::uint8_t { int32, int64 };
  Kind kind = Kind::int64;
  const void* data = nullptr;
  std::size_t size = 0;

  NumberArray() = default;
  explicit NumberArray(const std::vector<std::int64_t>& values) : data(values.data()), size(values.size()) {}
  explicit NumberArray(const std::vector<std::int32_t>& values)
      : kind(Kind::int32), data(values.data()), size(values.size()) {}
  std::int64_t operator[](std::size_t i) const {
    return kind == Kind::int32 ? static_cast<const std::int32_t*>(data)[i] : static_cast<const std::int64_t*>(data)[i];
  }
};

// JSON text that something else has written; it goes out as it is.
struct RawJson {
  std::string text = "null";
};

// A sentence of a description. It is for the reference alone: WebAssembly, whose page prints none, does not carry it.
struct About {
#ifdef __EMSCRIPTEN__
  consteval About(const char*) {}
#else
  consteval About(const char* sentence) : text(sentence) {}
#endif
  std::string_view text = {};
};

class Archive;

template <class T>
concept Record = requires(Archive& archive, T& record) {
  members(archive, record);
};

// Knows nothing of JSON: what a member looks like, when it is missing, and what an array becomes is the derived
// archive's. Members are visited in the order of the description, always the same.
class Archive {
 public:
  virtual ~Archive() = default;

  // Opens the description of a record: its name and what it is. False: the members are known already (a description
  // that is made once for all records of a type).
  bool record(std::string_view name, About about) { return describe(name, about.text); }

  // A member that is always there.
  template <class T>
  void member(std::string_view name, T& value, About about) {
    put(name, about, Need::always, true, value);
  }
  // An optional is a member that may be missing; it is read as nothing then.
  template <class T>
  void member(std::string_view name, std::optional<T>& value, About about) {
    if (!open_member(name, about.text, Need::sometimes, value.has_value())) return;
    if (!value) value = T{};
    visit(*value);
    close_member();
  }
  // A member that whoever asks may leave out: it keeps the value that the record begins with.
  template <class T>
  void choice(std::string_view name, T& value, About about) {
    put(name, about, Need::by_default, true, value);
  }
  // A member that is written only where `known`.
  template <class T>
  void member_if(bool known, std::string_view name, T& value, About about) {
    put(name, about, Need::sometimes, known, value);
  }
  // A text or a list that is left out when it is empty.
  template <class T>
  void unless_empty(std::string_view name, T& value, About about) {
    member_if(!value.empty(), name, value, about);
  }
  // An enumeration, by the names of its values in their order.
  template <class E>
  requires std::is_enum_v<E>
  void word(std::string_view name, E& value, std::span<const std::string_view> names, About about,
            bool by_default = false) {
    if (!open_member(name, about.text, by_default ? Need::by_default : Need::always, true)) return;
    auto index = static_cast<std::size_t>(value);
    word(index, names);
    value = static_cast<E>(index);
    close_member();
  }
  // An optional one may be missing.
  template <class E>
  requires std::is_enum_v<E>
  void word(std::string_view name, std::optional<E>& value, std::span<const std::string_view> names, About about) {
    if (!open_member(name, about.text, Need::sometimes, value.has_value())) return;
    auto index = static_cast<std::size_t>(value.value_or(E{}));
    word(index, names);
    value = static_cast<E>(index);
    close_member();
  }

  template <class T>
  void visit(T& value) {
    if constexpr (std::same_as<T, bool>) {
      boolean(value);
    } else if constexpr (std::integral<T>) {
      std::int64_t wide = static_cast<std::int64_t>(value);
      integer(wide, least<T>(), most<T>());
      value = static_cast<T>(wide);
    } else if constexpr (std::floating_point<T>) {
      number(value);
    } else if constexpr (std::same_as<T, std::string>) {
      text(value);
    } else if constexpr (std::same_as<T, std::string_view>) {
      view(value);
    } else if constexpr (std::same_as<T, Message>) {
      message(value);
    } else if constexpr (std::same_as<T, Span>) {
      span(value);
    } else if constexpr (std::same_as<T, NumberArray>) {
      array(value);
    } else if constexpr (std::same_as<T, RawJson>) {
      raw(value);
    } else {
      static_assert(Record<T>, "no function `members` beside the type");
      open_record();
      members(*this, value);
      close_record();
    }
  }
  template <class T>
  void visit(std::vector<T>& list) {
    const std::size_t size = open_list(list.size());
    list.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      item(i);
      visit(list[i]);
    }
    close_list();
  }
  template <class T>
  void visit(std::map<std::string, T>& entries) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : entries) keys.push_back(key);
    open_map(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      key(keys[i], i);
      visit(entries[keys[i]]);
    }
    close_map();
  }

 protected:
  enum class Need : std::uint8_t { always, by_default, sometimes };

  // False: nothing is to be visited there. `present`: there is a value to write.
  virtual bool open_member(std::string_view name, std::string_view about, Need need, bool present) = 0;
  virtual void close_member() {}
  virtual bool describe(std::string_view name, std::string_view about) = 0;
  virtual void open_record() = 0;
  virtual void close_record() = 0;
  // How many items are to be visited.
  virtual std::size_t open_list(std::size_t size) = 0;
  virtual void item(std::size_t i) = 0;
  virtual void close_list() = 0;
  // May change the keys: those that are to be visited.
  virtual void open_map(std::vector<std::string>& keys) = 0;
  virtual void key(const std::string& name, std::size_t i) = 0;
  virtual void close_map() = 0;
  virtual void boolean(bool& value) = 0;
  virtual void integer(std::int64_t& value, std::int64_t least, std::int64_t most) = 0;
  virtual void number(double& value) = 0;
  virtual void text(std::string& value) = 0;
  virtual void view(std::string_view value) = 0;
  // In the language of whoever reads it.
  virtual void message(Message& value) = 0;
  virtual void word(std::size_t& index, std::span<const std::string_view> names) = 0;
  virtual void span(Span& value) = 0;
  virtual void array(NumberArray& value) = 0;
  virtual void raw(RawJson& value) = 0;

 private:
  template <class T>
  void put(std::string_view name, About about, Need need, bool present, T& value) {
    if (!open_member(name, about.text, need, present)) return;
    visit(value);
    close_member();
  }
  template <class T>
  static constexpr std::int64_t least() {
    return std::is_signed_v<T> ? static_cast<std::int64_t>(std::numeric_limits<T>::min()) : 0;
  }
  template <class T>
  static constexpr std::int64_t most() {
    constexpr auto wide = std::numeric_limits<std::int64_t>::max();
    return sizeof(T) >= sizeof(wide) ? wide : static_cast<std::int64_t>(std::numeric_limits<T>::max());
  }
};

}  // namespace stridescope
