// Recursion depth, counted in one place. The input decides the recursion depth of reading, evaluating and printing, so
// each of these holds a Depth with a limit; a Deeper is one level while it lives. Recursion over a value or tree that
// was made under a limit is bounded by it, too.
#pragma once

namespace stridescope {

// Maximum recursion depth. One object per input text, shared by all of its readers.
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
