// Tuples as one flat array of nodes in preorder. A mode is a range of the array, so slicing copies nothing. The builder
// checks depth and size before it writes.
#include "core/value/int_tuple.h"

#include "core/base/text.h"

namespace stridescope {

bool TupleRef::is_static() const {
  for (const Node* node = node_; node != node_ + node_->span; ++node) {
    if (node->kind == NodeKind::integer && !node->integer.is_static) return false;
  }
  return true;
}

bool TupleRef::has_any() const {
  for (const Node* node = node_; node != node_ + node_->span; ++node) {
    if (node->kind == NodeKind::any) return true;
  }
  return false;
}

bool TupleRef::all_any() const {
  for (const Node* node = node_; node != node_ + node_->span; ++node) {
    if (node->kind == NodeKind::integer) return false;
  }
  return true;
}

bool TupleRef::has_basis() const {
  for (const Node* node = node_; node != node_ + node_->span; ++node) {
    if (node->kind == NodeKind::integer && node->integer.is_basis()) return true;
  }
  return false;
}

int TupleRef::leaf_count() const {
  int count = 0;
  for (const Node* node = node_; node != node_ + node_->span; ++node) count += node->kind != NodeKind::tuple;
  return count;
}

TupleRef TupleRef::operator[](int i) const {
  if (!is_tuple()) return *this;
  // The mode of an empty tuple: a user's `()` has no mode 0, and an algorithm that reads mode 0 would read past its
  // end.
  static constexpr Node absent = {static_int(0)};
  if (i >= size()) return TupleRef(&absent);
  const Node* child = node_ + 1;
  while (i-- > 0) child += child->span;
  return TupleRef(child);
}

bool TupleRef::operator==(const TupleRef& other) const {
  return std::equal(node_, node_ + node_->span, other.node_, other.node_ + other.node_->span);
}

void TupleBuilder::refuse(int height) {
  if (level_ + height > max_tuple_depth) {
    arith_.fail(ErrorCode::too_deep, say("nesting deeper than {} levels", max_tuple_depth),
                say("flatten some of the modes"));
  } else {
    arith_.fail(ErrorCode::too_large, say("a tuple of more than {} entries", max_tuple_nodes), say("use fewer modes"));
  }
}

void TupleBuilder::open() {
  if (!room(1, 1)) return;
  open_[level_++] = out_.nodes_.size();
  add_node({}, 1, NodeKind::tuple);
}

void TupleBuilder::close() {
  if (arith_.failed() || level_ == 0) return;
  const std::uint32_t index = open_[--level_];
  Node& node = out_.nodes_[index];
  node.span = out_.nodes_.size() - index;
  added(node.height);
}

void TupleBuilder::flat(const Int* integers, std::uint32_t count) {
  if (!room(count + 1, 1)) return;
  Node* node = out_.nodes_.add(count + 1);
  fill(*node, {count, {}, false}, count + 1, 1, NodeKind::tuple);
  for (std::uint32_t i = 0; i < count; ++i) fill(*++node, integers[i], 1, 0, NodeKind::integer);
  added(1);
}

void TupleBuilder::copy(TupleRef tuple) {
  if (!room(tuple.node_count(), tuple.depth())) return;
  out_.nodes_.append(tuple.nodes(), tuple.node_count());
  added(static_cast<std::uint8_t>(tuple.depth()));
}

void TupleBuilder::copy_modes(TupleRef tuple) {
  if (!tuple.is_tuple()) {
    copy(tuple);
    return;
  }
  for (const TupleRef mode : tuple) copy(mode);
}

int TupleBuilder::count() const {
  return level_ == 0 ? 0 : static_cast<int>(out_.nodes_[open_[level_ - 1]].integer.value);
}

IntTuple TupleBuilder::take() {
  if (arith_.failed() || out_.nodes_.empty()) return {};
  return std::move(out_);
}

IntTuple make_tuple(Arith& arith, std::initializer_list<TupleRef> modes) {
  TupleBuilder out(arith);
  out.open();
  for (const TupleRef mode : modes) out.copy(mode);
  out.close();
  return out.take();
}

IntTuple take_modes(Arith& arith, TupleRef t, int first, int last) {
  TupleBuilder out(arith);
  out.open();
  for (int i = first; i < last; ++i) out.copy(t[i]);
  out.close();
  return out.take();
}

}  // namespace stridescope
