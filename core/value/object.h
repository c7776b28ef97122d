// A value whose type is defined in a folder above this one (an atom, a tiling, a kernel): a shared, immutable object
// with the operations that every value needs. The folder that defines the type T provides
//   static const ObjectKind object_kind;
// and `Value(Object::make(T{...}))`, `value.as<T>()`, `value.is<T>()` work like for the values of this folder. So the
// value model does not refer to atoms, and a new kind of value needs no change here.
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace stridescope {

// A forward declaration: this header must not include the printer.
enum class IntegerMode;  // print.h

// The operations of a kind, which is identified by the address of this struct.
struct ObjectKind {
  // The word for the kind in messages: "MMA atom". kind_word.cpp has its translatable form.
  const char* name;
  // Appends the value's text; CUTLASS's text if CUTLASS prints such values.
  void (*print)(std::string& out, const void* object, IntegerMode mode);
  // True if two objects of this kind are the same value. Called only for different objects.
  bool (*equal)(const void* a, const void* b);
};

// pre of make: T::object_kind exists and has static storage; objects with the same object_kind have the same type.
// Copies share the object by reference counting.
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
  // The object as a T; null if it is of another kind. Valid while any copy lives.
  template <class T>
  const T* as() const {
    return kind_ == &T::object_kind ? static_cast<const T*>(object_.get()) : nullptr;
  }
  // Never null; static storage.
  const ObjectKind& kind() const { return *kind_; }
  // Appends the text of the object.
  void print(std::string& out, IntegerMode mode) const { kind_->print(out, object_.get(), mode); }
  // True for the same object, and for two objects of one kind that the kind's comparison calls equal.
  bool operator==(const Object& other) const {
    return kind_ == other.kind_ && (object_ == other.object_ || kind_->equal(object_.get(), other.object_.get()));
  }

 private:
  Object(const ObjectKind* kind, std::shared_ptr<const void> object) : kind_(kind), object_(std::move(object)) {}

  const ObjectKind* kind_;
  std::shared_ptr<const void> object_;  // never null
};

}  // namespace stridescope
