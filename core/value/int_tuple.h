// An IntTuple is an integer or a tuple of IntTuples: a shape, strides or a coordinate. A leaf of a coordinate may be
// `_` (the whole mode). Nodes are stored flat in preorder, so that a tuple of usual size is one small block of memory,
// and a subtree is a contiguous range of nodes:
//
//   (4,(2,8))   is   tuple of rank 2, span 5   4   tuple of rank 2, span 3   2   8
//
// Node is the format, TupleRef reads, IntTuple owns, and only TupleBuilder writes. core/algebra/algebra.h has the
// operations on tuples. Source: CUTLASS include/cute/int_tuple.hpp.
#pragma once

#include <cstdint>

#include "core/base/inline_vector.h"
#include "core/value/arith.h"
#include "core/value/int.h"

namespace stridescope {

// Limits of one value, which TupleBuilder enforces: levels of nesting, and nodes (leaves and tuples). The golden data
// needs depth 6; a layout of thousands of modes is not realistic.
inline constexpr int max_tuple_depth = 64;
inline constexpr std::uint32_t max_tuple_nodes = 4096;

// any: `_`, CuTe's Underscore, which is static.
enum class NodeKind : std::uint8_t { integer, any, tuple };

// A leaf, or the start of a tuple, whose modes follow: a tuple is its nodes in preorder, and `span` is the distance to
// its end. Two subtrees are equal if their nodes are.
struct Node {
  // integer: the value; tuple: integer.value is the rank, the rest is unused.
  Int integer = {};
  // Number of nodes of this subtree, including itself; 1 for a leaf.
  std::uint32_t span = 1;
  // CuTe's depth: 0 for a leaf, 1 for a flat or empty tuple.
  std::uint8_t height = 0;
  NodeKind kind = NodeKind::integer;
  bool operator==(const Node&) const = default;
};

// A view of a subtree, with the size of a pointer; valid while the IntTuple is neither changed nor moved. An IntTuple
// converts to it, so functions that only read take a TupleRef by value.
//
//   for (const TupleRef mode : shape)      // for (4,(2,8)): 4, then (2,8)
//   shape[1][0].integer()                  // 2
//   shape.rank(), shape.leaf_count()       // 2, 3
class TupleRef {
 public:
  // pre: the first node of a subtree.
  explicit TupleRef(const Node* node) : node_(node) {}

  // Exactly one of the three is true.
  bool is_tuple() const { return node_->kind == NodeKind::tuple; }
  bool is_integer() const { return node_->kind == NodeKind::integer; }
  bool is_any() const { return node_->kind == NodeKind::any; }
  // The integer of a leaf, possibly a basis element. pre: is_integer().
  const Int& integer() const { return node_->integer; }
  // The integer; `_` is a static 0 in arithmetic, as in CuTe. pre: not a tuple.
  Int integer_or_zero() const { return is_any() ? static_int(0) : node_->integer; }
  // Number of modes in CuTe's sense: 1 for an integer, 0 for ().
  int rank() const { return is_tuple() ? static_cast<int>(node_->integer.value) : 1; }
  // Number of modes of a tuple; 0 for a leaf.
  int size() const { return is_tuple() ? static_cast<int>(node_->integer.value) : 0; }
  // CuTe's depth: 0 for an integer, 1 for (2,3), 2 for (2,(3,4)).
  int depth() const { return node_->height; }
  // The nodes of the subtree, in preorder.
  std::uint32_t node_count() const { return node_->span; }
  const Node* nodes() const { return node_; }
  // True for a static integer with the value v; false for a dynamic v, and for (v).
  bool is_constant(std::int64_t v) const { return is_integer() && integer().is_constant(v); }
  // True if every leaf is static, where `_` is. These functions visit the nodes until the result is known.
  bool is_static() const;
  // True if: some leaf is `_`; no leaf is an integer; some leaf is a basis element. Only the second is true for ().
  bool has_any() const;
  bool all_any() const;
  bool has_basis() const;
  // Number of leaves at every level, integers and `_`.
  int leaf_count() const;

  // The i-th mode; an integer is its own mode 0. pre: 0 <= i < rank(). A missing mode reads as _0. Cost: i steps. A
  // loop over all modes should use begin and end, with one step per mode.
  TupleRef operator[](int i) const;

  // Iterates over the modes of a tuple by their spans; valid as long as the view is.
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
  // The modes of a tuple. Unlike operator[], a leaf has no modes here: its range is empty.
  Iterator begin() const { return Iterator(node_ + 1); }
  Iterator end() const { return Iterator(is_tuple() ? node_ + node_->span : node_ + 1); }

  // Equal integers, static flags and nesting. `equal` of the algebra compares like CuTe.
  bool operator==(const TupleRef& other) const;

 private:
  const Node* node_;
};

// An integer, `_`, or a tuple of these. It always has a node: the default is _0. Copies of usual size do not allocate:
// sixteen nodes are stored inside the object; (2,(3,4)) has five, and 8 leaves with their tuples fit. Immutable except
// for assignment: a TupleBuilder makes changed tuples.
class IntTuple {
 public:
  IntTuple() { push(Node{.integer = static_int(0)}); }
  // Implicit, so that integers are accepted where CuTe takes either.
  IntTuple(Int value) {
    push(Node{.integer = value});
  }  // NOLINT(google-explicit-constructor): an integer is an IntTuple
  // A copy of the subtree.
  explicit IntTuple(TupleRef ref) { nodes_.append(ref.nodes(), ref.node_count()); }
  // `_`.
  static IntTuple any() {
    IntTuple out;
    out.nodes_[0] = Node{.kind = NodeKind::any};
    return out;
  }

  // A view of the whole, valid like any TupleRef: for a temporary only within the expression.
  TupleRef ref() const { return TupleRef(nodes_.data()); }
  operator TupleRef() const { return ref(); }  // NOLINT(google-explicit-constructor): an owner converts to its view
  bool is_tuple() const { return ref().is_tuple(); }
  bool is_integer() const { return ref().is_integer(); }
  // pre: is_integer().
  const Int& integer() const { return nodes_[0].integer; }
  int rank() const { return ref().rank(); }
  int depth() const { return ref().depth(); }
  // The i-th mode, a view into this tuple.
  TupleRef operator[](int i) const { return ref()[i]; }
  // Like TupleRef.
  bool operator==(const IntTuple&) const = default;

 private:
  friend class TupleBuilder;
  // For the builder, which writes the first node.
  struct Uninitialised {};
  explicit IntTuple(Uninitialised) {}
  void push(const Node& node) { nodes_.push_back(node); }

  InlineVector<Node, 16> nodes_;  // 8 leaves and the tuples around them
};

// Writes an IntTuple in preorder: open(), modes, close(). Reports nesting and size above the limits to its Arith as
// too_deep and too_large; after any fault nothing more is written. Each call has constant cost, or cost linear in the
// copied nodes.
//
//   TupleBuilder out(arith);
//   out.open();
//   out.integer(static_int(4));
//   out.copy(rest);                        // a single mode, of any form
//   out.close();
//   return out.take();                     // (_4,rest)
//
class TupleBuilder {
 public:
  // The Arith must outlive it.
  explicit TupleBuilder(Arith& arith) : arith_(arith), out_(IntTuple::Uninitialised{}) {}
  TupleBuilder(const TupleBuilder&) = delete;
  TupleBuilder& operator=(const TupleBuilder&) = delete;

  // Begins a tuple as a mode of the innermost open one; close ends it.
  void open();
  void close();
  // Appends a leaf as a mode, or as the value itself if no tuple is open.
  void integer(Int value) { leaf(value, NodeKind::integer); }
  void any() { leaf({}, NodeKind::any); }
  // Appends a flat tuple of `count` integers as one mode. Cheaper than one by one.
  void flat(const Int* integers, std::uint32_t count);
  // Appends a copy of `tuple` as one mode. pre: not a part of the tuple being built.
  void copy(TupleRef tuple);
  // Appends copies of all modes of a tuple, or a single integer.
  void copy_modes(TupleRef tuple);
  // Number of modes of the innermost open tuple. pre: a tuple is open.
  int count() const;

  // The finished tuple; `_0` after a fault. pre: every open() has been closed, and exactly one value was written. The
  // builder cannot be used afterwards.
  IntTuple take();

 private:
  // Assigns member by member: copying a node that was assembled elsewhere would wait for a store to complete.
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
  // Counts a mode of this height at the current level.
  void added(std::uint8_t height) {
    if (level_ == 0) return;
    Node& parent = out_.nodes_[open_[level_ - 1]];
    ++parent.integer.value;
    if (parent.height <= height) parent.height = static_cast<std::uint8_t>(height + 1);
  }
  // True if `nodes` more nodes, the highest of this height, are within the limits and no fault has occurred.
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

// A tuple of these modes, made with a TupleBuilder.
IntTuple make_tuple(Arith& arith, std::initializer_list<TupleRef> modes);
// modes[first, last) of t as a tuple, even for a single mode or none. pre: 0 <= first, last <= rank(t).
IntTuple take_modes(Arith& arith, TupleRef t, int first, int last);

}  // namespace stridescope
