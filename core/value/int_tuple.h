// An IntTuple is an integer or a tuple of IntTuples: shapes, strides and coordinates. A leaf of a coordinate may be
// `_` (all of that mode). Stored flat in preorder, so that a tuple of ordinary size is one small block of memory and
// a subtree is a contiguous run of nodes:
//
//   (4,(2,8))   is   tuple of rank 2, span 5   4   tuple of rank 2, span 3   2   8
//
// Three types share the work: Node is the format, TupleRef reads, IntTuple owns, and TupleBuilder is the only one
// that writes. What the algebra does with tuples is in core/algebra/algebra.h. Source: CUTLASS
// include/cute/int_tuple.hpp.
#pragma once

#include <cstdint>

#include "core/base/inline_vector.h"
#include "core/value/arith.h"
#include "core/value/int.h"

namespace stridescope {

// Limits of one value, which TupleBuilder enforces: levels of nesting, and nodes, that is leaves and tuples together.
// The golden data needs depth 6; a layout of thousands of modes is not realistic.
inline constexpr int max_tuple_depth = 64;
inline constexpr std::uint32_t max_tuple_nodes = 4096;

// any: `_`, CuTe's Underscore, which counts as static.
enum class NodeKind : std::uint8_t { integer, any, tuple };

// A leaf, or the begin of a tuple whose modes follow it: a tuple is its nodes in preorder, and `span` leads past it.
// Two subtrees are equal if their nodes are.
struct Node {
  // integer: the value; tuple: integer.value is the rank, and nothing else of it is set.
  Int integer = {};
  // Nodes of this subtree, itself included; 1 for a leaf.
  std::uint32_t span = 1;
  // 0 for a leaf, 1 for a flat or empty tuple: the depth in CuTe's sense.
  std::uint8_t height = 0;
  NodeKind kind = NodeKind::integer;
  bool operator==(const Node&) const = default;
};

// A view of a subtree, as large as a pointer; valid while the IntTuple that holds it is neither changed nor moved. An
// IntTuple converts to it, so a function that only reads takes a TupleRef by value.
//
//   for (const TupleRef mode : shape)      // of (4,(2,8)): 4, then (2,8)
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
  // pre: is_integer(). The integer of a leaf, which may be a basis element.
  const Int& integer() const { return node_->integer; }
  // `_` counts as a static 0 in arithmetic, as it does in CuTe.
  // pre: no tuple.
  Int integer_or_zero() const { return is_any() ? static_int(0) : node_->integer; }
  // Number of modes, as CuTe counts: 1 for an integer, 0 for ().
  int rank() const { return is_tuple() ? static_cast<int>(node_->integer.value) : 1; }
  // Number of modes of a tuple; 0 for a leaf.
  int size() const { return is_tuple() ? static_cast<int>(node_->integer.value) : 0; }
  // Levels of nesting: 0 for an integer, 1 for (2,3), 2 for (2,(3,4)). CuTe's depth.
  int depth() const { return node_->height; }
  // The subtree as its nodes, in preorder.
  std::uint32_t node_count() const { return node_->span; }
  const Node* nodes() const { return node_; }
  // An integer that is known at compile time to be v; a dynamic v is none, nor is (v).
  bool is_constant(std::int64_t v) const { return is_integer() && integer().is_constant(v); }
  // Every leaf known at compile time; `_` is. These walk the nodes of the subtree, and stop where the answer is
  // known.
  bool is_static() const;
  // Some leaf is `_`, no leaf is an integer, some leaf is a basis element. Of () the second alone is true.
  bool has_any() const;
  bool all_any() const;
  bool has_basis() const;
  // Integers and `_`, at every level.
  int leaf_count() const;

  // The i-th mode; an integer is its own mode 0. Requires 0 <= i < rank(). A mode that () or any tuple does not have
  // reads as _0. Takes i steps, from one mode to the next.
  // A loop over all modes uses begin and end instead, which take one step a mode.
  TupleRef operator[](int i) const;

  // Iterates over the modes of a tuple, from one to the next by its span; valid as long as the view is.
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
  // The modes of a tuple. Unlike operator[], it does not take a leaf for its own mode: the range of a leaf is empty.
  Iterator begin() const { return Iterator(node_ + 1); }
  Iterator end() const { return Iterator(is_tuple() ? node_ + node_->span : node_ + 1); }

  // The same integers, static flags included, in the same nesting. The algebra's `equal` compares as CuTe does.
  bool operator==(const TupleRef& other) const;

 private:
  const Node* node_;
};

// An integer, `_`, or a tuple of such. Never empty of nodes: a default one is _0. Copies of ordinary size allocate
// nothing. Immutable but for assignment: a changed tuple is a new one, out of a TupleBuilder.
// Sixteen nodes live inside the object: (2,(3,4)) has five, and 8 leaves with their tuples fit.
class IntTuple {
 public:
  IntTuple() { push(Node{.integer = static_int(0)}); }
  // An integer is an IntTuple, so that scalars are accepted where CuTe takes either.
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

  // The view of the whole. Valid as TupleRef says: not of a temporary beyond its expression.
  TupleRef ref() const { return TupleRef(nodes_.data()); }
  operator TupleRef() const { return ref(); }  // NOLINT(google-explicit-constructor): an owner converts to its view
  bool is_tuple() const { return ref().is_tuple(); }
  bool is_integer() const { return ref().is_integer(); }
  // pre: is_integer().
  const Int& integer() const { return nodes_[0].integer; }
  int rank() const { return ref().rank(); }
  int depth() const { return ref().depth(); }
  // The i-th mode as TupleRef has it: a view of this tuple.
  TupleRef operator[](int i) const { return ref()[i]; }
  // As of TupleRef.
  bool operator==(const IntTuple&) const = default;

 private:
  friend class TupleBuilder;
  // For a builder, which writes the first node itself.
  struct Uninitialised {};
  explicit IntTuple(Uninitialised) {}
  void push(const Node& node) { nodes_.push_back(node); }

  InlineVector<Node, 16> nodes_;  // 8 leaves and the tuples around them
};

// Writes an IntTuple in preorder: open(), modes, close(). Reports nesting and size beyond the caps to its Arith, as
// too_deep and too_large; after a fault, its own or another, nothing more is written. Each call is constant, or
// linear in what it copies.
//
//   TupleBuilder out(arith);
//   out.open();
//   out.integer(static_int(4));
//   out.copy(rest);                        // one mode, whatever it is
//   out.close();
//   return out.take();                     // (_4,rest)
//
class TupleBuilder {
 public:
  // The Arith outlives it.
  explicit TupleBuilder(Arith& arith) : arith_(arith), out_(IntTuple::Uninitialised{}) {}
  TupleBuilder(const TupleBuilder&) = delete;
  TupleBuilder& operator=(const TupleBuilder&) = delete;

  // Begins a tuple, which is a mode of the one that is open. close ends the innermost one.
  void open();
  void close();
  // One leaf as a mode, or as the value itself where nothing is open.
  void integer(Int value) { leaf(value, NodeKind::integer); }
  void any() { leaf({}, NodeKind::any); }
  // A flat tuple of `count` integers as one mode. Cheaper than one by one.
  void flat(const Int* integers, std::uint32_t count);
  // Appends a copy of `tuple` as one mode. pre: not of the tuple that is being built.
  void copy(TupleRef tuple);
  // Appends copies of all modes of a tuple; of an integer, the integer.
  void copy_modes(TupleRef tuple);
  // Number of modes written so far at the current level. Requires an open tuple.
  int count() const;

  // The finished tuple; `_0` after a fault. Every open() must have been closed and exactly one value written.
  // The builder is spent then.
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
  // True if the given number of nodes, the highest of this height, is within the limits and nothing failed before.
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

// A tuple of these modes, as TupleBuilder makes it.
IntTuple make_tuple(Arith& arith, std::initializer_list<TupleRef> modes);
// modes[first, last) of t as a tuple, also where that is one or none. pre: 0 <= first, last <= rank(t).
IntTuple take_modes(Arith& arith, TupleRef t, int first, int last);

}  // namespace stridescope
