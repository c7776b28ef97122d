// A vector of trivially copyable elements whose first N are stored inside the object: layouts of ordinary size never
// touch the heap, and a copy moves only the elements in use. It holds the nodes of every tuple
// (core/value/int_tuple.h), with N = 16, so it is most of the algebra's memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace stridescope {

// The interface is std::vector's where the names are the same. What differs:
// capacity    N without an allocation; beyond it one block of the heap that grows fourfold, and is kept until the
//             vector dies or is moved from. Nothing shrinks it.
// references  and pointers hold until the vector grows, is assigned to, or is moved: unlike std::vector's, a move
//             copies elements that live inside the object.
// elements    are copied as bytes. Neither constructors nor destructors of T run, and `add` leaves them unassigned.
// memory      Without memory the process ends (std::abort): the caps on values keep every vector small.
// checks      None: an index beyond size() is undefined.
//
//   InlineVector<Node, 16> nodes;
//   nodes.push_back(node);                   // no allocation up to 16
//   Node* more = nodes.add(3);               // three more, to be assigned: more[0], more[1], more[2]
template <class T, std::uint32_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // Empty.
  InlineVector() {}  // NOLINT(modernize-use-equals-default): `= default` would zero the buffer on value-initialisation
  // Copies the elements in use; allocates only for more than N.
  InlineVector(const InlineVector& other) { assign(other); }
  // post: `other` is empty and can be used again. Constant time if the elements are on the heap.
  InlineVector(InlineVector&& other) noexcept { steal(other); }
  // Keeps the existing heap block if it is large enough.
  InlineVector& operator=(const InlineVector& other) {
    if (this != &other) {
      size_ = 0;
      assign(other);
    }
    return *this;
  }
  // Frees the block of this vector before it takes the other's. Assigning a vector to itself changes nothing.
  InlineVector& operator=(InlineVector&& other) noexcept {
    if (this != &other) {
      release();
      steal(other);
    }
    return *this;
  }
  // Frees the block on the heap; elements have nothing to destroy.
  ~InlineVector() { release(); }

  // Elements in use.
  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The elements are contiguous, inside the object or on the heap. Never null: an empty vector points to its own
  // buffer.
  T* data() { return heap_ ? heap_ : inline_data(); }
  const T* data() const { return heap_ ? heap_ : inline_data(); }
  // pre: i < size().
  T& operator[](std::uint32_t i) { return data()[i]; }
  const T& operator[](std::uint32_t i) const { return data()[i]; }
  // The elements in order, as a range.
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  // pre: not empty.
  // The last element.
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  // The memory is kept for further elements. truncate drops the elements after the first `size`, and never adds any.
  void clear() { size_ = 0; }
  void truncate(std::uint32_t size) { size_ = std::min(size_, size); }

  // Amortised constant; `value` may be an element of this vector.
  void push_back(const T& value) {
    const T copy = value;  // `value` can be in the buffer that is about to move
    add() = copy;
  }
  // One more element, for the caller to assign before it is read.
  T& add() {
    if (size_ == capacity_) grow(size_ + 1);
    return data()[size_++];
  }

  // Adds `count` adjacent elements, for the caller to assign, and returns a pointer to the first.
  T* add(std::uint32_t count) {
    if (size_ + count > capacity_) grow(size_ + count);
    T* first = data() + size_;
    size_ += count;
    return first;
  }

  // Appends `count` elements that are not in this vector: they are read after its block may have moved. Copies them in
  // one piece.
  void append(const T* first, std::uint32_t count) {
    if (size_ + count > capacity_) grow(size_ + count);
    if (count != 0) std::memcpy(static_cast<void*>(data() + size_), first, count * sizeof(T));
    size_ += count;
  }

  // True for equal numbers of pairwise equal elements.
  bool operator==(const InlineVector& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

 private:
  // Storage for up to N elements, until a heap block is needed.
  T* inline_data() { return reinterpret_cast<T*>(inline_); }
  const T* inline_data() const { return reinterpret_cast<const T*>(inline_); }

  // pre: needed > capacity_. At least four times the capacity, so that n additions copy fewer than 4 n / 3 elements.
  void grow(std::uint32_t needed) {
    const std::uint32_t capacity = std::max(needed, capacity_ * 4);
    T* fresh = static_cast<T*>(std::malloc(capacity * sizeof(T)));
    if (fresh == nullptr) std::abort();  // limits keep every value small; no memory is left for a report
    if (size_ != 0) std::memcpy(static_cast<void*>(fresh), data(), size_ * sizeof(T));
    std::free(heap_);
    heap_ = fresh;
    capacity_ = capacity;
  }

  // pre: empty, so that the appended elements are all elements.
  void assign(const InlineVector& other) { append(other.data(), other.size_); }

  // Takes over the heap block, or copies the elements stored inside the object. pre: this vector has no heap block.
  void steal(InlineVector& other) noexcept {
    heap_ = std::exchange(other.heap_, nullptr);
    capacity_ = std::exchange(other.capacity_, N);
    size_ = std::exchange(other.size_, 0);
    if (heap_ == nullptr && size_ != 0) std::memcpy(inline_, other.inline_, size_ * sizeof(T));
  }

  // post: empty, with nothing on the heap.
  void release() {
    if (heap_ != nullptr) std::free(heap_);  // rare, and the call alone would cost as much as a small vector
    heap_ = nullptr;
    capacity_ = N;
    size_ = 0;
  }

  // The block on the heap, or null while all elements fit the object; then capacity_ is N.
  T* heap_ = nullptr;
  std::uint32_t capacity_ = N;
  std::uint32_t size_ = 0;
  // Raw memory: a default vector writes nothing here.
  alignas(T) unsigned char inline_[N * sizeof(T)];
};

}  // namespace stridescope
