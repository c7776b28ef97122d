// Line by line: one list has the headers and labels that the two languages print for the same parts.
#include "core/foreign/cpp/printed_atoms.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
namespace stridescope {
namespace {

struct Spelling {
  std::string_view dsl, cutlass;
};
constexpr Spelling heads[] = {
    {"Tiled Copy", "TiledCopy"}, {"Tiled MMA", "TiledMMA"}, {"Copy Atom", "Copy_Atom"}, {"MMA Atom", "MMA_Atom"},
    {"TiledCopy", "TiledCopy"},  {"TiledMMA", "TiledMMA"},  {"Copy_Atom", "Copy_Atom"}, {"MMA_Atom", "MMA_Atom"},
    {"ThrCopy", "ThrCopy"},      {"ThrMMA", "ThrMMA"},      {"TMA_Atom", "TMA_Atom"},
};
constexpr Spelling labels[] = {
    {"ThrID", "ThrID"},
    {"Shape MNK", "Shape_MNK"},
    {"TV Layout A", "LayoutA_TV"},
    {"TV Layout B", "LayoutB_TV"},
    {"TV Layout C", "LayoutC_TV"},
    {"TV Layout Src", "ValLayoutSrc"},
    {"TV Layout Dst", "ValLayoutDst"},
    {"TV Layout Ref", "ValLayoutRef"},
    {"Value type", "ValueType"},
    {"Thr Layout VMNK", "ThrLayoutVMNK"},
    {"Permutation MNK", "PermutationMNK"},
    {"Tiler MN", "Tiler_MN"},
    {"TV Layout tiled", "TiledLayout_TV"},
};

// (4,8):(1,?) -> (_4,_8):(_1,?)
std::string with_constants(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i]) && (i == 0 || !is_word(text[i - 1]))) out.push_back('_');
    out.push_back(text[i]);
  }
  return out;
}

// f16 -> 16b
std::string width_of(std::string_view type) {
  const auto digit = std::find_if(type.begin(), type.end(), is_digit);
  const auto end = std::find_if_not(digit, type.end(), is_digit);
  return std::string(digit, end) + "b";
}

class Writer {
 public:
  explicit Writer(std::string_view program) : program_(program) {}

  bool assumes_reference() const { return assumes_reference_; }

  Expansion run() {
    std::size_t at = 0;
    while (at < program_.size()) {
      const std::size_t end = std::min(program_.find('\n', at), program_.size());
      line(at, end);
      at = end + 1;
    }
    out_.copy(program_, copied_, program_.size());
    return std::move(out_);
  }

 private:
  void replace(std::size_t begin, std::size_t end, std::string_view by) {
    out_.copy(program_, copied_, begin);
    out_.put(by, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    copied_ = end;
  }

  void line(std::size_t begin, std::size_t end) {
    const std::string_view text = trimmed(program_.substr(begin, end - begin));
    const auto first = static_cast<std::size_t>(text.data() - program_.data());
    const std::size_t mark = text.find_first_of(":=");
    for (const Spelling& head : heads) {
      if (!text.ends_with(head.dsl)) continue;
      std::string_view before = trimmed(text.substr(0, text.size() - head.dsl.size()));
      const bool braces = before.ends_with("{}");  // print("mma = {}", mma) of Python
      if (braces) before = trimmed(before.substr(0, before.size() - 2));
      const std::string_view name = before.empty() ? before : trimmed(before.substr(0, before.size() - 1));
      const bool named = !name.empty() && (before.back() == ':' || before.back() == '=') && is_name(name);
      if ((!before.empty() && !named) || !has_label_below(end)) continue;
      if (named && before.back() == ':') replace(first + before.size() - 1, first + before.size(), "= ");
      if (named && braces) replace(first + before.size(), first + text.size() - head.dsl.size(), " ");
      if (head.dsl != head.cutlass) {
        replace(first + text.size() - head.dsl.size(), first + text.size(), head.cutlass);
        inside_ = true;
      }
      return;
    }
    if (!inside_ || mark == std::string_view::npos || text[mark] != ':') {
      inside_ = inside_ && !text.empty() && mark != std::string_view::npos;
      return;
    }
    const std::string_view label = trimmed(text.substr(0, mark));
    const std::string_view value = trimmed(text.substr(mark + 1));
    const auto* known =
        std::find_if(std::begin(labels), std::end(labels), [&](const Spelling& l) { return l.dsl == label; });
    if (known == std::end(labels)) {
      inside_ = false;
      return;
    }
    if (label == "TV Layout Src") source_ = value;
    if (label == "TV Layout Dst") destination_ = value;
    const bool type = label == "Value type";
    if (label == "TV Layout Ref") has_reference_ = true;
    std::string written(known->cutlass);
    if (type && !has_reference_) {
      written = "ValLayoutRef: " + with_constants(destination_) + "\n  ValueType";
      assumes_reference_ = assumes_reference_ || source_ != destination_;
    }
    if (type) has_reference_ = false;
    replace(first, first + label.size(), written);
    const auto at = static_cast<std::size_t>(value.data() - program_.data());
    replace(at, at + value.size(), type ? width_of(value) : with_constants(value));
  }

  static bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_word) && !is_digit(text[0]);
  }
  // True if the first part below a header follows.
  bool has_label_below(std::size_t end) const {
    const std::size_t begin = std::min(end + 1, program_.size());
    const std::string_view next =
        trimmed(program_.substr(begin, std::min(program_.find('\n', begin), program_.size()) - begin));
    static constexpr std::string_view firsts[] = {
        "Tiler MN:", "Tiler_MN:", "Thr Layout VMNK:", "ThrLayoutVMNK:", "ThrID:", "Thr VMNK:", "ThrIdx:", "Operation:"};
    return std::any_of(std::begin(firsts), std::end(firsts), [&](std::string_view f) { return next.starts_with(f); });
  }

  std::string_view program_;
  std::size_t copied_ = 0;
  Expansion out_;
  bool inside_ = false;  // inside a print of the DSL
  bool has_reference_ = false;
  bool assumes_reference_ = false;
  std::string_view source_;
  std::string_view destination_;
};

}  // namespace

Expansion write_as_cutlass(std::string_view program, bool& assumes_reference) {
  Writer writer(program);
  Expansion out = writer.run();
  assumes_reference = writer.assumes_reference();
  return out;
}

}  // namespace stridescope
