// The fields of each question, and the calls that they make.
#include "core/forms/questions.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/forms/form_builder.h"
#include "core/pictures/choice.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tiled_mma.h"

namespace stridescope::app {
namespace {

constexpr std::int64_t most_of_a_coordinate = 9'999'999;
constexpr int most_owners = 16;  // listed owners of an element

// A value that a question may be about, as an expression of the program.
struct Subject {
  std::string label;  // a name, or a name and the letter of an operand or side
  std::string expression;
  // True for (thread, value) -> element: parts of an MMA or a copy, and layouts without a swizzle.
  bool thread_value = true;
  // The tile that a part knows, "(_64,_32)"; or empty.
  std::string tile = {};
  std::int64_t size = -1;       // size of its domain; -1: unknown
  std::string modes = "(m,n)";  // names of the modes of its tile
  std::string_view name() const { return std::string_view(label).substr(0, label.find(' ')); }
  // The cell of an element, with the letter of its tile.
  std::string cell(std::string_view coordinate) const {
    const std::size_t letter = label.find(' ');
    return cat(letter == std::string::npos ? "" : label.substr(letter + 1), coordinate);
  }
};

// "(_64,_32)" of two modes of a shape; empty if it does not have them.
std::string tile_of(const IntTuple& shape, int rows, int cols) {
  const TupleRef all = shape.ref();
  if (!all.is_tuple() || rows >= all.size() || cols >= all.size()) return {};
  Arith arith;
  const std::int64_t m = product(arith, all[rows]).value;
  const std::int64_t n = product(arith, all[cols]).value;
  return arith.failed() ? std::string() : cat("(_", m, ",_", n, ')');
}

void add_operands(std::vector<Subject>& out, const std::string& name, const IntTuple& shape_mnk, bool tiled) {
  for (const MmaOperand operand : {MmaOperand::a, MmaOperand::b, MmaOperand::c}) {
    const char letter = "ABC"[static_cast<int>(operand)];
    const auto [rows, cols] = operand_modes(operand);
    out.push_back(
        {cat(name, ' ', letter),
         tiled ? cat("get_layout", letter, "_TV(", name, ')') : cat("atom_layout(", name, ", \"", letter, "\")"), true,
         tile_of(shape_mnk, rows, cols), -1, cat('(', "mnk"[rows], ',', "mnk"[cols], ')')});
  }
}

void add_subjects(std::vector<Subject>& out, const std::string& name, const Value& value) {
  Arith arith;
  if (const Layout* domain = domain_of(value)) {
    const std::int64_t size = product(arith, domain->shape).value;
    out.push_back({name, name, value.is<Layout>(), {}, arith.failed() ? -1 : size});
  } else if (const auto* atom = value.as<MmaAtom>()) {
    add_operands(out, name, atom->shape_mnk, false);
  } else if (const auto* mma = value.as<TiledMma>()) {
    add_operands(out, name, tile_shape(arith, *mma), true);
  } else if (const auto* copy = value.as<TiledCopy>()) {
    const std::string tile = tile_of(tiler_shape(arith, copy->tiler), 0, 1);
    for (const char side : {'S', 'D'})
      out.push_back({cat(name, ' ', side), cat("get_layout", side, "_TV(", name, ')'), true, tile});
  } else if (value.is<CopyAtom>()) {
    for (const std::string_view side : {"src", "dst"})
      out.push_back({cat(name, ' ', side), cat("atom_layout(", name, ", \"", side, "\")")});
  }
}

std::vector<Subject> subjects_of(const stridescope::Report& report) {
  std::vector<Subject> out;
  std::vector<std::string_view> seen;
  // If two values have the same name, the later one counts.
  for (auto binding = report.bindings.rbegin(); binding != report.bindings.rend(); ++binding) {
    if (binding->name.empty() || std::find(seen.begin(), seen.end(), binding->name) != seen.end()) continue;
    seen.push_back(binding->name);
    std::vector<Subject> made;
    add_subjects(made, binding->name, binding->value);
    out.insert(out.begin(), std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
  }
  return out;
}

// The fields that questions share.
class Fields {
 public:
  Fields(const std::vector<Subject>& subjects, const std::vector<FieldValue>& given, std::string_view staged)
      : builder_(given), subjects_(subjects), staged_(staged) {}

  // One of the subjects; with `threads`, of those that have threads, unless the program has only others. By default the
  // first that `fits`, from the staged value on.
  template <class Fits>
  const Subject& subject(const char* id, Message title, bool threads, const Fits& fits) {
    std::vector<const Subject*> possible;
    for (const Subject& one : subjects_) {
      if (one.thread_value || !threads) possible.push_back(&one);
    }
    if (possible.empty()) return subject(id, std::move(title), false, fits);
    std::vector<FieldOption> options;
    for (const Subject* one : possible) options.push_back({one->label, Message::verbatim(one->label)});
    auto first = std::find_if(possible.begin(), possible.end(),
                              [&](const Subject* one) { return fits(*one) && one->name() == staged_; });
    if (first == possible.end())
      first = std::find_if(possible.begin(), possible.end(), [&](const Subject* one) { return fits(*one); });
    const std::size_t index = first == possible.end() ? 0 : static_cast<std::size_t>(first - possible.begin());
    const std::string chosen = builder_.choice(id, std::move(title), std::move(options), index);
    return **std::find_if(possible.begin(), possible.end(), [&](const Subject* one) { return one->label == chosen; });
  }
  // C comes first of an MMA: its elements are the results.
  const Subject& layout() {
    return subject("of", say("of"), true, [](const Subject& one) { return one.modes == Subject().modes; });
  }
  const Subject& first(bool threads) { return subject("a", Message::verbatim("A"), threads, any); }
  // A comparison of a value with itself says nothing; one of `as_many` elements is compared completely.
  const Subject& second(bool threads, const Subject& first, bool as_many = true) {
    const auto other = [&](const Subject& one) { return &one != &first; };
    const auto equal = [&](const Subject& one) { return other(one) && one.size == first.size; };
    const bool has_equal = as_many && std::any_of(subjects_.begin(), subjects_.end(), equal);
    return subject("b", Message::verbatim("B"), threads,
                   [&](const Subject& one) { return has_equal ? equal(one) : other(one); });
  }
  const Subject& memory() {
    return subject("a", Message::verbatim("A"), false, [](const Subject& one) { return !one.thread_value; });
  }

  // "(_64,_32)", or empty. Asked for only if the subject does not know it.
  std::string tile(const Subject& of) {
    if (!of.tile.empty()) return of.tile;
    const auto extents = builder_.numbers_or_none("tile", say("tile (empty: none)"), 2);
    return extents[0] && extents[1] ? cat("(_", *extents[0], ",_", *extents[1], ')') : std::string();
  }
  std::vector<std::int64_t> numbers(const char* id, Message title, std::size_t count) {
    return builder_.numbers(id, std::move(title), std::vector<std::int64_t>(count), 0, most_of_a_coordinate);
  }
  std::string bits() {
    std::vector<FieldOption> options;
    for (const char* one : {"4", "8", "16", "32", "64", "128"}) options.push_back({one, Message::verbatim(one)});
    return builder_.choice("bits", say("bits of an element"), std::move(options), 2);
  }
  std::vector<FormField> take() { return builder_.take(); }

 private:
  static bool any(const Subject&) { return true; }

  FormBuilder builder_;
  const std::vector<Subject>& subjects_;
  std::string_view staged_;
};

void ask_owner(Fields& fields, QuestionForm& form) {
  const Subject& of = fields.layout();
  const std::string tile = fields.tile(of);
  const auto at = tile.empty() ? fields.numbers("element", say("element"), 1)
                               : fields.numbers("coordinate", Message::verbatim(of.modes), 2);
  const std::string element = tile.empty() ? cat(at[0]) : cat('(', at[0], ',', at[1], "), ", tile);
  // Without a tile the cell is the first (thread, value) of the element.
  form.cell_of = of.name();
  form.cell =
      of.tile.empty() ? tile.empty() ? cat('=', at[0]) : std::string() : of.cell(cat('(', at[0], ',', at[1], ')'));
  form.asked = {{say("(thread, value) pairs that hold it"), cat("tv_owners(", of.expression, ", ", element, ')')}};
}

void ask_thread(Fields& fields, QuestionForm& form) {
  const Subject& of = fields.layout();
  const std::string tile = fields.tile(of);
  const std::string more = tile.empty() ? "" : ", " + tile;
  const std::int64_t thread = fields.numbers("thread", say("thread"), 1)[0];
  const std::int64_t value = fields.numbers("value", say("value"), 1)[0];
  if (of.tile.empty() && of.label == of.name()) {
    form.cell_of = of.name();
    form.cell = cat('(', thread, ',', value, ')');
  }
  form.asked = {
      {say("the thread's elements, value by value"),
       cat("print_tensor(tv_thread(", of.expression, ", ", thread, more, "))")},
      {say("the value's elements, thread by thread"), cat("tv_value(", of.expression, ", ", value, more, ')')}};
}

void ask_coverage(Fields& fields, QuestionForm& form) {
  const Subject& of = fields.layout();
  const std::string tile = fields.tile(of);
  form.asked = {{{}, cat("tv_coverage(", of.expression, tile.empty() ? "" : ", ", tile, ')')}};
}

// Swizzles do not have threads: they are compared as functions alone.
void ask_difference(Fields& fields, QuestionForm& form) {
  const Subject& a = fields.first(false);
  const Subject& b = fields.second(false, a);
  const auto of_both = [&](std::string_view function) {
    return cat(function, '(', a.expression, ", ", b.expression, ')');
  };
  const bool threads = a.thread_value && b.thread_value;
  if (threads) form.asked.push_back({say("as thread-value layouts"), of_both("tv_compare")});
  form.asked.push_back({say("as functions"), of_both("first_difference")});
  if (threads) form.asked.push_back({say("from A to B"), of_both("tv_convert")});
  form.asked.push_back({{}, of_both("compare")});
  form.kept = form.asked.back().expression;
  form.wish = "difference";
}

void ask_conversion(Fields& fields, QuestionForm& form) {
  const Subject& a = fields.first(true);
  const Subject& b = fields.second(true, a);
  form.asked = {{{}, cat("tv_convert(", a.expression, ", ", b.expression, ')')}};
}

void ask_width(Fields& fields, QuestionForm& form) {
  const Subject& a = fields.first(false);
  const Subject& b = fields.second(false, a);
  form.asked = {
      {say("copying A to B"), cat("vectorization<", fields.bits(), ">(", a.expression, ", ", b.expression, ')')}};
}

void ask_banks(Fields& fields, QuestionForm& form) {
  const Subject& tile = fields.memory();
  const Subject& access = fields.second(true, tile, false);
  form.note = say("A: tile in shared memory, B: (thread, value) \xE2\x86\x92 element");
  form.kept = cat("bank_conflicts<", fields.bits(), ">(", tile.expression, ", ", access.expression, ')');
  form.wish = "banks";
  form.view = "kind=lanes";
  form.asked = {{{}, form.kept}};
}

struct QuestionRow {
  std::string_view id;
  Term title;
  void (*ask)(Fields&, QuestionForm&);
};
constexpr QuestionRow rows[] = {
#define QUESTION(id, title, function) {#id, Term{title}, function},
#include "core/forms/questions.def"
#undef QUESTION
};

}  // namespace

QuestionForm question_form(const stridescope::Report& report, const std::string& question,
                           const std::vector<FieldValue>& given, std::string_view staged) {
  QuestionForm out;
  const std::vector<Subject> subjects = subjects_of(report);
  if (subjects.empty()) {
    out.note = say("Name a thread-value layout, an MMA or a copy in the program to ask about it here.");
    out.example = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))";
    out.wish = "TV";
    return out;
  }
  // Without threads the first question is one about memory.
  const bool threads =
      std::any_of(subjects.begin(), subjects.end(), [](const Subject& one) { return one.thread_value; });
  const std::string wanted = question.empty() && !threads ? "compare" : question;
  const QuestionRow* chosen = rows;
  for (const QuestionRow& row : rows) {
    out.questions.push_back({std::string(row.id), Message(row.title)});
    if (row.id == wanted) chosen = &row;
  }
  out.question = chosen->id;
  Fields fields(subjects, given, staged);
  chosen->ask(fields, out);
  out.fields = fields.take();
  return out;
}

// "T37 V20" for each of the pairs that are the value; empty for any other value.
static std::vector<AnalysisRow> owner_rows(const Value& value) {
  std::vector<AnalysisRow> out;
  const auto* pairs = value.as<IntTuple>();
  if (pairs == nullptr || !pairs->ref().is_tuple()) return out;
  for (int i = 0; i < pairs->ref().size(); ++i) {
    if (i == most_owners) {
      out.push_back({{}, say("{} more are not shown", pairs->ref().size() - i), {}});
      break;
    }
    const TupleRef pair = pairs->ref()[i];
    if (!pair.is_tuple() || pair.size() != 2 || !pair[0].is_integer() || !pair[1].is_integer()) return {};
    out.push_back({{}, Message::verbatim(cat('T', pair[0].integer().value, " V", pair[1].integer().value)), {}});
  }
  if (out.empty()) out.push_back({{}, say("no thread"), {}});
  return out;
}

Answers answers_of(Workspace& workspace, std::string_view program, IntegerMode mode, const QuestionForm& form,
                   const Catalog& catalog) {
  std::string text(program);
  std::vector<Span> places;
  for (const AskedValue& one : form.asked) {
    text += '\n';
    const auto begin = static_cast<std::uint32_t>(text.size());
    text += one.expression;
    places.push_back({begin, static_cast<std::uint32_t>(text.size())});
  }
  workspace.evaluate(text, mode);
  const stridescope::Report& report = workspace.report();
  const door::Report told = door::report_of(workspace, report.bindings.size());
  Answers out;
  for (std::size_t i = 0; i < places.size(); ++i) {
    Answer& answer = out.answers.emplace_back();
    answer.title = form.asked[i].title;
    const auto inside = [&](Span span) { return span.begin >= places[i].begin && span.begin < places[i].end; };
    for (std::size_t at = 0; at < report.bindings.size(); ++at) {
      if (!inside(report.bindings[at].span)) continue;
      const door::Binding& value = told.bindings[at];
      answer.text = value.text;
      answer.rows = value.rows;
      if (form.question == "who") answer.rows = owner_rows(report.bindings[at].value);
      answer.brief = value.brief;
      if (value.views.empty()) continue;
      out.pictured = value.id;
      out.picture = make_picture(workspace, value.id, chosen_view(read_choice(form.view), value.views), catalog);
    }
    for (const Diagnostic& one : report.diagnostics) {
      if (!inside(one.span) || !answer.text.empty() || !answer.problem.empty()) continue;
      answer.problem = one.message;
      answer.hint = one.hint;
    }
  }
  return out;
}

}  // namespace stridescope::app
