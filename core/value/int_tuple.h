// An IntTuple is an integer or a tuple of IntTuples: shapes, strides and coordinates. A leaf of a coordinate may be `_`
// (all of that mode). Stored flat in preorder, so that a tuple of ordinary size is one small block of memory and a
// subtree is a contiguous run of nodes.
// Source: CUTLASS include/cute/int_tuple.hpp.
#pragma once

#include <cstdint>

#include "core/base/inline_vector.h"
#include "core/value/arith.h"
#include "core/value/int.h"

namespace stridescope {

// Caps of one value. The golden data needs depth 6; a layout of thousands of modes is no layout.
inline constexpr int max_tuple_depth = 64;
inline constexpr std::uint32_t max_tuple_nodes = 4096;

enum class NodeKind : std::uint8_t { integer, any, tuple };  // any: `_`

// A leaf, or the begin of a tuple whose modes follow it: a tuple is its nodes in preorder, and `span` leads past it.
struct Node {
  Int integer = {};         // integer: the value; tuple: integer.value is the rank
  std::uint32_t span = 1;   // nodes of this subtree, itself included
  std::uint8_t height = 0;  // 0 for a leaf, 1 for a flat or empty tuple
  NodeKind kind = NodeKind::integer;
  bool operator==(const Node&) const = default;
};

// A view of a subtree; valid while the IntTuple that holds it is neither changed nor moved.
class TupleRef {
 public:
  explicit TupleRef(const Node* node) : node_(node) {}

  bool is_tuple() const { return node_->kind == NodeKind::tuple; }
  bool is_integer() const { return node_->kind == NodeKind::integer; }
  bool is_any() const { return node_->kind == NodeKind::any; }
  const Int& integer() const { return node_->integer; }
  // `_` counts as a static 0 in arithmetic, as it does in CuTe.
  Int integer_or_zero() const { return is_any() ? static_int(0) : node_->integer; }
  // Number of modes; 1 for an integer.
  int rank() const { return is_tuple() ? static_cast<int>(node_->integer.value) : 1; }
  // Number of modes of a tuple; 0 for a leaf.
  int size() const { return is_tuple() ? static_cast<int>(node_->integer.value) : 0; }
  int depth() const { return node_->height; }
  std::uint32_t node_count() const { return node_->span; }
  const Node* nodes() const { return node_; }
  bool is_constant(std::int64_t v) const { return is_integer() && integer().is_constant(v); }
  // Every leaf known at compile time.
  bool is_static() const;
  bool has_any() const;
  bool all_any() const;
  bool has_basis() const;
  int leaf_count() const;

  // The i-th mode; an integer is its own mode 0. Requires 0 <= i < rank().
  TupleRef operator[](int i) const;

  // Iterates over the modes of a tuple.
  class Iterator {
   public:
    explicit Iterator(const Node* node) : node_(node) {}
    TupleRef operator*() const { return TupleRef(node_); }
    Iterator& operator++() {
      node_ += node_->span;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const Node* node_;
  };
  Iterator begin() const { return Iterator(node_ + 1); }
  Iterator end() const { return Iterator(is_tuple() ? node_ + node_->span : node_ + 1); }

  bool operator==(const TupleRef& other) const;

 private:
  const Node* node_;
};

// An integer, `_`, or a tuple of such. Never empty of nodes: a default one is _0. Copies of ordinary size allocate
// nothing.
class IntTuple {
 public:
  IntTuple() { push(Node{.integer = static_int(0)}); }
  IntTuple(Int value) {
    push(Node{.integer = value});
  }  // NOLINT(google-explicit-constructor): an integer is an IntTuple
  explicit IntTuple(TupleRef ref) { nodes_.append(ref.nodes(), ref.node_count()); }
  static IntTuple any() {
    IntTuple out;
    out.nodes_[0] = Node{.kind = NodeKind::any};
    return out;
  }

  TupleRef ref() const { return TupleRef(nodes_.data()); }
  operator TupleRef() const { return ref(); }  // NOLINT(google-explicit-constructor): an owner converts to its view
  bool is_tuple() const { return ref().is_tuple(); }
  bool is_integer() const { return ref().is_integer(); }
  const Int& integer() const { return nodes_[0].integer; }
  int rank() const { return ref().rank(); }
  int depth() const { return ref().depth(); }
  TupleRef operator[](int i) const { return ref()[i]; }
  bool operator==(const IntTuple&) const = default;

 private:
  friend class TupleBuilder;
  struct Uninitialised {};
  explicit IntTuple(Uninitialised) {}
  void push(const Node& node) { nodes_.push_back(node); }

  InlineVector<Node, 16> nodes_;  // 8 leaves and the tuples around them
};

// Writes an IntTuple in preorder: open(), modes, close(). Reports nesting and size beyond the caps to its Arith.
class TupleBuilder {
 public:
  explicit TupleBuilder(Arith& arith) : arith_(arith), out_(IntTuple::Uninitialised{}) {}
  TupleBuilder(const TupleBuilder&) = delete;
  TupleBuilder& operator=(const TupleBuilder&) = delete;

  void open();
  void close();
  void integer(Int value) { leaf(value, NodeKind::integer); }
  void any() { leaf({}, NodeKind::any); }
  // A flat tuple of `count` integers as one mode.
  void flat(const Int* integers, std::uint32_t count);
  // Appends a copy of `tuple` as one mode.
  void copy(TupleRef tuple);
  // Appends copies of all modes of a tuple; of an integer, the integer.
  void copy_modes(TupleRef tuple);
  // Number of modes written so far at the current level. Requires an open tuple.
  int count() const;

  // The finished tuple; `_0` after a fault. Every open() must have been closed and exactly one value written.
  IntTuple take();

 private:
  // Member by member: a node that is put together elsewhere and copied waits for its parts to reach the cache.
  static void fill(Node& node, Int value, std::uint32_t span, std::uint8_t height, NodeKind kind) {
    node.integer = value;
    node.span = span;
    node.height = height;
    node.kind = kind;
  }
  void add_node(Int value, std::uint8_t height, NodeKind kind) { fill(out_.nodes_.add(), value, 1, height, kind); }
  void leaf(Int value, NodeKind kind) {
    if (!room(1, 0)) return;
    add_node(value, 0, kind);
    added(0);
  }
  // One more mode of this height at the current level.
  void added(std::uint8_t height) {
    if (level_ == 0) return;
    Node& parent = out_.nodes_[open_[level_ - 1]];
    ++parent.integer.value;
    if (parent.height <= height) parent.height = static_cast<std::uint8_t>(height + 1);
  }
  bool room(std::uint32_t nodes, int height) {
    if (level_ + height <= max_tuple_depth && out_.nodes_.size() + nodes <= max_tuple_nodes && arith_.ok()) return true;
    refuse(height);
    return false;
  }
  void refuse(int height);

  Arith& arith_;
  IntTuple out_;
  int level_ = 0;
  std::uint32_t open_[max_tuple_depth];  // index of each open tuple's node
};

// --- building small tuples ---
IntTuple make_tuple(Arith& arith, std::initializer_list<TupleRef> modes);
// modes[first, last) of t as a tuple.
IntTuple take_modes(Arith& arith, TupleRef t, int first, int last);

}  // namespace stridescope
