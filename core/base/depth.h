// The depth of a recursion, counted in one place. A text decides how deep what reads, evaluates and prints it goes, so
// each of these stands in a Depth, which has a cap; a Deeper is one level of it, while it lives. Everything that recurs
// over a value or a tree that was made under a cap is bounded by it, too.
#pragma once

namespace stridescope {

// How deep a recursion may go. One for each text that is read, shared by everything that reads it.
class Depth {
 public:
  explicit constexpr Depth(int cap) : cap_(cap) {}
  int cap() const { return cap_; }

 private:
  friend class Deeper;
  int level_ = 0;
  int cap_;
};

// The caps are chosen for a stack of one megabyte, the page's (wasm/CMakeLists.txt), and for the frames of a sanitizer
// in eight. A recursion goes on only when `ok`:
//   const Deeper level(depth_);
//   if (!level.ok()) return too_deep();
class [[nodiscard]] Deeper {
 public:
  explicit Deeper(Depth& depth) : depth_(depth) { ++depth_.level_; }
  ~Deeper() { --depth_.level_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  bool ok() const { return depth_.level_ <= depth_.cap_; }

 private:
  Depth& depth_;
};

}  // namespace stridescope
