// A vector of trivially copyable elements whose first N live inside the object: layouts of ordinary size never touch
// the heap, and a copy moves only the elements in use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace stridescope {

// pre of operator[], back: such an element. References hold until the vector grows. Aborts where there is no memory,
// which the caps on values keep far away.
template <class T, std::uint32_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  InlineVector() {}  // NOLINT(modernize-use-equals-default): `= default` would zero the buffer on value-initialisation
  InlineVector(const InlineVector& other) { assign(other); }
  InlineVector(InlineVector&& other) noexcept { steal(other); }
  InlineVector& operator=(const InlineVector& other) {
    if (this != &other) {
      size_ = 0;
      assign(other);
    }
    return *this;
  }
  InlineVector& operator=(InlineVector&& other) noexcept {
    if (this != &other) {
      release();
      steal(other);
    }
    return *this;
  }
  ~InlineVector() { release(); }

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_ ? heap_ : inline_data(); }
  const T* data() const { return heap_ ? heap_ : inline_data(); }
  T& operator[](std::uint32_t i) { return data()[i]; }
  const T& operator[](std::uint32_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void clear() { size_ = 0; }
  void truncate(std::uint32_t size) { size_ = std::min(size_, size); }

  void push_back(const T& value) {
    const T copy = value;  // `value` may live in the buffer that is about to move
    add() = copy;
  }
  // One more element, for the caller to assign.
  T& add() {
    if (size_ == capacity_) grow(size_ + 1);
    return data()[size_++];
  }

  // `count` more elements, for the caller to assign.
  T* add(std::uint32_t count) {
    if (size_ + count > capacity_) grow(size_ + count);
    T* first = data() + size_;
    size_ += count;
    return first;
  }

  // Appends `count` elements that do not live in this vector.
  void append(const T* first, std::uint32_t count) {
    if (size_ + count > capacity_) grow(size_ + count);
    if (count != 0) std::memcpy(static_cast<void*>(data() + size_), first, count * sizeof(T));
    size_ += count;
  }

  bool operator==(const InlineVector& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

 private:
  T* inline_data() { return reinterpret_cast<T*>(inline_); }
  const T* inline_data() const { return reinterpret_cast<const T*>(inline_); }

  void grow(std::uint32_t needed) {
    const std::uint32_t capacity = std::max(needed, capacity_ * 4);
    T* fresh = static_cast<T*>(std::malloc(capacity * sizeof(T)));
    if (fresh == nullptr) std::abort();  // caps keep every value small; there is no memory left to report with
    if (size_ != 0) std::memcpy(static_cast<void*>(fresh), data(), size_ * sizeof(T));
    std::free(heap_);
    heap_ = fresh;
    capacity_ = capacity;
  }

  void assign(const InlineVector& other) { append(other.data(), other.size_); }

  void steal(InlineVector& other) noexcept {
    heap_ = std::exchange(other.heap_, nullptr);
    capacity_ = std::exchange(other.capacity_, N);
    size_ = std::exchange(other.size_, 0);
    if (heap_ == nullptr && size_ != 0) std::memcpy(inline_, other.inline_, size_ * sizeof(T));
  }

  void release() {
    if (heap_ != nullptr) std::free(heap_);  // seldom: the call alone would cost as much as a small vector
    heap_ = nullptr;
    capacity_ = N;
    size_ = 0;
  }

  T* heap_ = nullptr;
  std::uint32_t capacity_ = N;
  std::uint32_t size_ = 0;
  alignas(T) unsigned char inline_[N * sizeof(T)];
};

}  // namespace stridescope
