// A value whose meaning lies in a folder above this one (an atom, a tiling, a kernel): a shared, immutable object and
// the three things that every value needs. The folder that defines the type T gives it
//   static const ObjectKind object_kind;
// and `Value(Object::make(T{...}))`, `value.as<T>()`, `value.is<T>()` work as for the values of this folder.
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace stridescope {

enum class IntegerMode;  // print.h

// The three things. print appends CUTLASS's text where there is one.
struct ObjectKind {
  const char* name;  // the word by which messages call it: "MMA atom"
  void (*print)(std::string& out, const void* object, IntegerMode mode);
  bool (*equal)(const void* a, const void* b);
};

// pre of make: T::object_kind exists, and has static storage: two objects are of one kind when they have the same one.
class Object {
 public:
  template <class T>
  static Object make(T object) {
    return Object(&T::object_kind, std::make_shared<const T>(std::move(object)));
  }
  template <class T>
  const T* as() const {
    return kind_ == &T::object_kind ? static_cast<const T*>(object_.get()) : nullptr;
  }
  const ObjectKind& kind() const { return *kind_; }
  void print(std::string& out, IntegerMode mode) const { kind_->print(out, object_.get(), mode); }
  bool operator==(const Object& other) const {
    return kind_ == other.kind_ && (object_ == other.object_ || kind_->equal(object_.get(), other.object_.get()));
  }

 private:
  Object(const ObjectKind* kind, std::shared_ptr<const void> object) : kind_(kind), object_(std::move(object)) {}

  const ObjectKind* kind_;
  std::shared_ptr<const void> object_;  // never null
};

}  // namespace stridescope
