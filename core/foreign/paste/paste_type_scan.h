// Scans a text for types: layouts, tensors and tilings in C++, and in prints of CuTe and its DSL.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {

// The state that a failed attempt restores.
struct TreeMark {
  ForeignTree& tree;
  std::size_t nodes = tree.nodes.size();
  std::size_t statements = tree.statements.size();
  std::size_t literals = tree.literals.size();
  std::size_t texts = tree.texts.size();
  int holes = tree.holes;
  std::size_t special_holes = tree.special_holes.size();

  void undo() const {
    tree.special_holes.resize(special_holes);
    tree.nodes.erase(tree.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree.nodes.end());
    tree.statements.resize(statements);
    tree.literals.erase(tree.literals.begin() + static_cast<std::ptrdiff_t>(literals), tree.literals.end());
    tree.texts.resize(texts);
    tree.holes = holes;
  }
};

// Finds the types of text[begin, end) and adds a statement for each. The text must outlive the tree.
class TypeScan {
 public:
  TypeScan(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree, PasteWork& work)
      : text_(text), begin_(begin), end_(end), tree_(tree), work_(work), first_(tree.statements.size()) {}

  // Reads layouts; reads tuples only in a text without layouts. in_words: also prints of CuTe between words of a
  // sentence.
  std::size_t run(const Span* mangled, bool in_words = false);
  // Reads labeled layouts in a message of CuTe DSL, which prints them plainly: A: (1,1):(0,0)
  std::size_t labelled();

  // Reads prints of CuTe anywhere: a statement for each layout; returns their number. of_dsl: integers are constants.
  // constants: only layouts with static integers.
  std::size_t prints(bool of_dsl, bool constants);

  std::size_t last() const { return last_; }  // end of the last type
  bool saw_mangled() const { return saw_mangled_; }

 private:
  void scan(bool tuples);

  // The end of a type of C++ or the DSL that begins there, including the chain after it; `begin` without one.
  std::size_t type_end(std::size_t begin);

  // True if ` o ` and an operand follow.
  bool goes_on(std::size_t at) const;

  // The begin of a print of CuTe: a bracket, a static integer, a pointer, a swizzle. Not a stride.
  bool begins_print(std::size_t at) const;

  // The end of the longest layout or chain that begins there; `begin` without one.
  std::size_t layout_end(std::size_t begin);

  // The name in `name: ` before a print; empty if absent.
  Span label_before(std::size_t at) const;

  // The end of a bare shape and stride, (8,64):(64,1), before text that does not belong to it.
  std::size_t pair_end(std::size_t begin) const;

  // label: its name, if it has one other than `name =`. printed: by CuTe DSL.
  bool type(std::size_t begin, std::size_t end, Span label = {}, bool printed = false, bool strict = true);

  // A tiling of an unknown instruction: its layouts are read instead of reporting an error.
  bool names_no_atom(std::size_t nodes);

  // Everything from a mangled name has the position of that name.
  void place(std::size_t nodes);

  void mangled(std::size_t begin, std::size_t end);

  std::string_view text_;
  std::size_t begin_;
  std::size_t end_;
  ForeignTree& tree_;
  PasteWork& work_;
  std::size_t first_;
  std::size_t last_ = 0;
  bool saw_mangled_ = false;
  bool in_words_ = false;
  bool cut_off_ = false;  // a layout that cannot be read: its tuples alone would mislead
  const Span* mangled_ = nullptr;
  std::vector<std::pair<std::string_view, std::string_view>> seen_;
};

}  // namespace stridescope
