// A value whose meaning is defined in a folder above this one (an atom, a tiling, a kernel): a shared, immutable object
// and the three things that every value needs. The folder that defines the type T provides
//   static const ObjectKind object_kind;
// and `Value(Object::make(T{...}))`, `value.as<T>()`, `value.is<T>()` work as for the values of this folder. So the
// value model knows of no atom, and a new kind of value needs no line here.
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace stridescope {

// Declared, not included: this header is below the printer.
enum class IntegerMode;  // print.h

// The three things. A kind is known by its address.
struct ObjectKind {
  // The word by which messages call it: "MMA atom". kind_word.cpp has it as a word that can be translated.
  const char* name;
  // Appends the value's text: CUTLASS's where CUTLASS prints such a value.
  void (*print)(std::string& out, const void* object, IntegerMode mode);
  // True if two objects of this kind are the same value. Called only for different objects.
  bool (*equal)(const void* a, const void* b);
};

// pre of make: T::object_kind exists, and has static storage: two objects are of one kind when they have the same
// one. Copying one counts a reference; the last copy destroys the T.
//
//   const ObjectKind Tile::object_kind = {"tile", print_tile, equal_tiles};
//   const Value value = Object::make(Tile{...});
//   value.as<Tile>();                        // the tile, or null for any other value
class Object {
 public:
  // Moves the object behind a shared pointer: one allocation.
  template <class T>
  static Object make(T object) {
    return Object(&T::object_kind, std::make_shared<const T>(std::move(object)));
  }
  // The object as a T, or null when it is of another kind. Valid while any copy lives.
  template <class T>
  const T* as() const {
    return kind_ == &T::object_kind ? static_cast<const T*>(object_.get()) : nullptr;
  }
  // Never null, and valid for ever.
  const ObjectKind& kind() const { return *kind_; }
  // Appends its text, by its kind.
  void print(std::string& out, IntegerMode mode) const { kind_->print(out, object_.get(), mode); }
  // True for one object, and for two of one kind that are equal by the kind's comparison.
  bool operator==(const Object& other) const {
    return kind_ == other.kind_ && (object_ == other.object_ || kind_->equal(object_.get(), other.object_.get()));
  }

 private:
  Object(const ObjectKind* kind, std::shared_ptr<const void> object) : kind_(kind), object_(std::move(object)) {}

  const ObjectKind* kind_;
  std::shared_ptr<const void> object_;  // never null
};

}  // namespace stridescope
