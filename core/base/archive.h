// Records that cross a boundary, described once. A record has a function `members(Archive&, T&)` next to it that names
// its members, each with a sentence. Archives walk through this description to write JSON, to read it
// (core/base/archive_json.h), and to make TypeScript's types and the reference page (core/door/reference.h). So no
// second list of a record's members exists.
//
//   struct CellRequest { int binding = 0; std::int64_t cell = 0; };
//   void members(Archive& a, CellRequest& r) {
//     if (!a.record("CellRequest", "A cell of a picture.")) return;
//     a.member("binding", r.binding, "Index of the value in the report.");
//     a.member("cell", r.cell, "1-D coordinate of the value's domain.");
//   }
//
//   CellRequest{2, 5}  is written and read as  {"binding":2,"cell":5}
//
// An archive that writes leaves the record as it is, so `members` may also name temporaries that it computes. Such a
// member can be written only. What a function `members` must keep to, so that all archives see the same record: every
// member is named on each walk, in the same order, whatever the values are; what depends on a value goes by
// member_if.
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

// A list of numbers that stays binary if the boundary can carry memory: the page's heap, the C ABI. Otherwise it is
// written as a list. It can only be written. Does not own the numbers: their vector must outlive the walk, and must not
// change or move before the other side has copied them. Coordinates and offsets of scenes have 64 bits, classes 32.
struct NumberArray {
  enum class Kind : std::uint8_t { int32, int64 };
  // Element type of `data`: `size` integers of the given number of bits, in the machine's byte order, at their natural
  // alignment.
  Kind kind = Kind::int64;
  const void* data = nullptr;
  std::size_t size = 0;

  NumberArray() = default;
  explicit NumberArray(const std::vector<std::int64_t>& values) : data(values.data()), size(values.size()) {}
  explicit NumberArray(const std::vector<std::int32_t>& values)
      : kind(Kind::int32), data(values.data()), size(values.size()) {}
  // pre: i < size.
  std::int64_t operator[](std::size_t i) const {
    return kind == Kind::int32 ? static_cast<const std::int32_t*>(data)[i] : static_cast<const std::int64_t*>(data)[i];
  }
};

// JSON text from another writer. It is written verbatim, unchecked. Reading keeps the text of any value, with its
// digits.
struct RawJson {
  std::string text = "null";
};

// A number whose spelling is kept: an integer, or with a fraction. A runner writes counted bytes as integers and
// computed bytes as 8.0, and stored results are compared as text.
struct JsonNumber {
  double value = 0;
  bool whole = false;

  JsonNumber() = default;
  template <class T>
  requires std::is_arithmetic_v<T> JsonNumber(T number) : value(static_cast<double>(number)), whole(std::integral<T>) {}
  bool operator==(const JsonNumber&) const = default;
};

// The description of a record or member, for the reference and the types: an English sentence with a full stop. Only
// the reference prints it, so the WebAssembly module does not contain it. Literals only, so that the page's build can
// drop it at compile time.
struct About {
#ifdef __EMSCRIPTEN__
  consteval About(const char*) {}
#else
  consteval About(const char* sentence) : text(sentence) {}
#endif
  std::string_view text = {};
};

class Archive;

// A type with a function `members`, found by argument-dependent lookup.
template <class T>
concept Record = requires(Archive& archive, T& record) {
  members(archive, record);
};

// Independent of JSON: the derived archive decides how a member looks, when it is missing, and what an array becomes.
// Members are visited in the order of the description, always the same. A walk begins with archive.visit(record). A
// reader keeps the first error and continues, so that a record that failed to read is still consistent; check the
// reader before you use the record.
//
//               JsonArchive (writes)      ReadArchive (reads)              TypeArchive (describes)
//   member      always                    a fault when missing or null     name: type
//   choice      always                    keeps its value when missing     name?: type
//   optional    left out without a value  nothing when missing             name?: type
//   word        the name                  the index, or a fault            'one' | 'other'
//   a list      [...]                     takes the size of the text       type[]
//   a map       {...}                     takes the names of the text      Record<string, type>
class Archive {
 public:
  virtual ~Archive() = default;

  // Begins the description of a record: its name and its meaning. Returns false if the members are known already (a
  // description is made once for all records of a type); then `members` returns. pre: the first call of a function
  // `members`; one name for one type.
  bool record(std::string_view name, About about) { return describe(name, about.text); }

  // A member that is always present. A reader reports an error if it is missing or null.
  template <class T>
  void member(std::string_view name, T& value, About about) {
    put(name, about, Need::always, true, value);
  }
  // An optional member; a missing one is read as an empty optional. An empty optional is omitted, not written as null.
  template <class T>
  void member(std::string_view name, std::optional<T>& value, About about) {
    if (!open_member(name, about.text, Need::sometimes, value.has_value())) return;
    if (!value) value = T{};
    visit(*value);
    close_member();
  }
  // An optional member: it keeps its initial value if the request omits it. It is always written. With
  // a.choice("label", r.label, "...") the request {"binding":2} keeps the label that its record begins with, while
  // a.member would answer "'label' is missing".
  template <class T>
  void choice(std::string_view name, T& value, About about) {
    put(name, about, Need::by_default, true, value);
  }
  // A member that is written only if `known`; a reader reads it if it is present.
  template <class T>
  void member_if(bool known, std::string_view name, T& value, About about) {
    put(name, about, Need::sometimes, known, value);
  }
  // A text or a list that is omitted if it is empty, and read as empty if it is missing.
  template <class T>
  void unless_empty(std::string_view name, T& value, About about) {
    member_if(!value.empty(), name, value, about);
  }
  // Raises the limit of the next text or list, or of each text of the next map, to `most` bytes or items, for readers
  // that limit foreign input: a.at_most(max_code_bytes).member("cuda", r.cuda, "...").
  Archive& at_most(std::size_t most) {
    room(most);
    return *this;
  }
  // True if records are read: then `members` must copy its temporaries back into the record.
  virtual bool reads() const { return false; }

  // An enumeration by the names of its values: names[i] is the word of the enumerator with value i. pre: a name for
  // each enumerator. A reader refuses any other word, and the error lists the known ones. `by_default`: as for
  // `choice`.
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

  // A value by its type: a boolean, an integer, a number, a text, a message, a span, an array of numbers, raw JSON, or
  // a record. Integers of every width are transferred as 64 bits with the range of their type; a reader refuses a
  // fraction, a value outside the range, and a value beyond 2^53, where JavaScript's numbers are not exact.
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
    } else if constexpr (std::same_as<T, JsonNumber>) {
      json_number(value);
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
  // A list, item by item. A reader resizes the list to the length in the text.
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
  // An object whose member names are data, in the order of the list. Reading replaces the entries.
  template <class T>
  void visit(std::vector<std::pair<std::string, T>>& entries) {
    std::vector<std::string> keys;
    keys.reserve(entries.size());
    for (const auto& entry : entries) keys.push_back(entry.first);
    open_map(keys);
    if (reads()) entries.assign(keys.size(), {});
    for (std::size_t i = 0; i < keys.size(); ++i) {
      key(keys[i], i);
      entries[i].first = keys[i];
      visit(entries[i].second);
    }
    close_map();
  }
  // An object whose member names are data, in the order of its keys. Reading adds entries to the existing ones.
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
  // always: `member`. by_default: `choice`, which a request can omit. sometimes: a member that an answer can lack.
  enum class Need : std::uint8_t { always, by_default, sometimes };

  // Begins a member. Returns false if no value is to be visited; then close_member is not called. `present`: the writer
  // has a value.
  virtual bool open_member(std::string_view name, std::string_view about, Need need, bool present) = 0;
  // Called for each member that open_member answered with true, after its value was visited.
  virtual void close_member() {}
  // Called by `record`: returns whether to visit the members.
  virtual bool describe(std::string_view name, std::string_view about) = 0;
  // Around the function `members` of a record.
  virtual void open_record() = 0;
  virtual void close_record() = 0;
  // Returns the number of items to visit: a writer returns `size`, a reader the number in the text. item(i) precedes
  // each.
  virtual std::size_t open_list(std::size_t size) = 0;
  virtual void item(std::size_t i) = 0;
  // Called for an empty list, too.
  virtual void close_list() = 0;
  // Can replace the keys by those to visit. key(name, i) precedes each.
  virtual void open_map(std::vector<std::string>& keys) = 0;
  virtual void key(const std::string& name, std::size_t i) = 0;
  virtual void close_map() = 0;
  // One value at the current place. A writing archive reads the argument, a reading one assigns it.
  virtual void boolean(bool& value) = 0;
  // least and most: the range of the member's type, within 64-bit signed integers.
  virtual void integer(std::int64_t& value, std::int64_t least, std::int64_t most) = 0;
  // A double; JSON has six of its decimals.
  virtual void number(double& value) = 0;
  virtual void json_number(JsonNumber& value) { number(value.value); }
  // Sets the limit of the next text or list, or of each text of a map.
  virtual void room(std::size_t /*most*/) {}
  // view: a text owned by somebody else; it can only be written.
  virtual void text(std::string& value) = 0;
  virtual void view(std::string_view value) = 0;
  // In the language of the user. Reading gives a verbatim text, without its sentences.
  virtual void message(Message& value) = 0;
  // The index into `names`. pre for writing: a valid index.
  virtual void word(std::size_t& index, std::span<const std::string_view> names) = 0;
  // A byte range of a program; if the archive has the text, in units of the other side: UTF-16 code units.
  virtual void span(Span& value) = 0;
  // The archive decides between text and memory; a reader has no memory for the numbers and refuses.
  virtual void array(NumberArray& value) = 0;
  // Text that is written unparsed or read verbatim.
  virtual void raw(RawJson& value) = 0;

 private:
  // Common part of member, choice and member_if.
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
