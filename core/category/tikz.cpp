// Writes the diagrams of the paper as TikZ. Lengths are integers in thousandths of a centimetre, so the text is the
// same on every machine.
#include "core/category/tikz.h"

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Lengths in thousandths of a centimetre.
constexpr std::int64_t row_height = 800;
constexpr std::int64_t morphism_tree_width = 2200;
constexpr std::int64_t morphism_width = 3000;
constexpr std::int64_t refinement_tree_width = 2500;

void append_length(std::string& out, std::int64_t thousandths) {
  const std::int64_t size = thousandths < 0 ? -thousandths : thousandths;
  append_all(out, thousandths < 0 ? "-" : "", size / 1000, '.', size / 100 % 10, size / 10 % 10, size % 10);
}

void append_place(std::string& out, std::int64_t x, std::int64_t y) {
  out += " at (";
  append_length(out, x);
  out += ", ";
  append_length(out, y);
  out += ')';
}

void begin(std::string& out) {
  out +=
      "\\begin{tikzpicture}[entry/.style={minimum width=5mm, minimum height=7mm, inner sep=2pt},\n"
      "  branch/.style={gray}, maps to/.style={|->}]\n";
}

void node(std::string& out, std::string_view name, std::int64_t number, std::int64_t x, std::int64_t y,
          std::int64_t label) {
  append_all(out, "\\node[entry] (", name, number, ')');
  append_place(out, x, y);
  append_all(out, " {", label, "};\n");
}

void branch(std::string& out, std::string_view from, std::string_view to) {
  append_all(out, "\\draw[branch] (", from, ") -- (", to, ");\n");
}

// Entries of a column at x, named from 1.
void column(std::string& out, std::string_view name, const std::vector<Int>& values, std::int64_t x) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    node(out, name, row + 1, x, row * row_height, values[i].value);
  }
}

// One tree per mode, from its root to the entries, which share one column.
class Trees {
 public:
  Trees(std::string& out, Arith& arith, std::string_view prefix, bool left, std::int64_t root_x, std::int64_t entry_x)
      : out_(out), arith_(arith), prefix_(prefix), left_(left), root_x_(root_x), entry_x_(entry_x) {}

  void draw(TupleRef t) {
    for (int i = 0; i < t.rank(); ++i) {
      const TupleRef mode = t[i];
      const std::string root = cat(prefix_, 'm', i + 1);
      node(out_, cat(prefix_, 'm'), i + 1, root_x_, i * row_height, size_of(arith_, mode).value);
      layers_ = mode.depth() + 1;
      branch(out_, subtree(mode, 1), cat(root, left_ ? ".east" : ".west"));
    }
  }

 private:
  // Draws the subtree: returns the name of its topmost point.
  std::string subtree(TupleRef mode, int depth) {
    if (!mode.is_tuple()) return cat('s', ++entry_, left_ ? ".west" : ".east");
    std::string name = cat(prefix_, 'j', junctions_++);
    const int first = entry_;
    std::vector<std::string> children;
    for (const TupleRef child : mode) children.push_back(subtree(child, depth + 1));
    const std::int64_t middle = (first + entry_ - 1) * row_height / 2;
    append_all(out_, "\\coordinate (", name, ')');
    append_place(out_, root_x_ + (entry_x_ - root_x_) * depth / layers_, entry_ > first ? middle : first * row_height);
    out_ += ";\n";
    for (const std::string& child : children) branch(out_, child, name);
    return name;
  }

  std::string& out_;
  Arith& arith_;
  std::string_view prefix_;
  bool left_;
  std::int64_t root_x_;
  std::int64_t entry_x_;
  int layers_ = 1;
  int entry_ = 0;
  int junctions_ = 0;
};

void end(std::string& out, std::int64_t x, std::string_view label) {
  if (!label.empty()) {
    out += "\\node";
    append_place(out, x, -row_height);
    append_all(out, " {$", label, "$};\n");
  }
  out += "\\end{tikzpicture}\n";
}

}  // namespace

std::string morphism_tikz(Arith& arith, const Morphism& f, std::string_view label) {
  const bool has_tree = f.domain.depth() > 1;
  const std::int64_t entry_x = has_tree ? morphism_tree_width : 0;
  const std::int64_t codomain_x = entry_x + morphism_width;
  std::string out;
  begin(out);
  column(out, "s", entries(f.domain), entry_x);
  if (has_tree) Trees(out, arith, "", true, 0, entry_x).draw(f.domain);
  column(out, "t", entries(f.codomain), codomain_x);
  for (std::size_t i = 0; i < f.map.size(); ++i) {
    if (f.map[i] != 0) append_all(out, "\\draw[maps to] (s", i + 1, ".east) -- (t", f.map[i], ".west);\n");
  }
  end(out, codomain_x / 2, label);
  return out;
}

std::string refinements_tikz(Arith& arith, TupleRef first, TupleRef second) {
  std::string out;
  begin(out);
  column(out, "s", entries(second), 0);
  if (first.is_tuple()) Trees(out, arith, "L", true, -refinement_tree_width, 0).draw(first);
  if (second.is_tuple()) Trees(out, arith, "R", false, refinement_tree_width, 0).draw(second);
  end(out, 0, cat(to_text(IntTuple(first)), " \\quad ", to_text(IntTuple(second))));
  return out;
}

}  // namespace stridescope
