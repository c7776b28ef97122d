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

// The possible subjects of a question, as expressions of the program.
struct Subject {
  std::string label;
  std::string expression;
};

void add_parts(std::vector<Subject>& out, const std::string& name, std::string_view parts) {
  for (const char part : parts) out.push_back({cat(name, ' ', part), cat("get_layout", part, "_TV(", name, ')')});
}

std::vector<Subject> subjects_of(const stridescope::Report& report) {
  std::vector<Subject> out;
  std::vector<std::string_view> seen;
  // If two values have the same name, the later one counts.
  for (auto binding = report.bindings.rbegin(); binding != report.bindings.rend(); ++binding) {
    if (binding->name.empty() || std::find(seen.begin(), seen.end(), binding->name) != seen.end()) continue;
    seen.push_back(binding->name);
    const Value& value = binding->value;
    std::vector<Subject> made;
    if (value.is<Layout>() || value.is<ComposedLayout>() || value.is<Tensor>())
      made.push_back({binding->name, binding->name});
    else if (value.is<MmaAtom>() || value.is<TiledMma>())
      add_parts(made, binding->name, "ABC");
    else if (value.is<CopyAtom>() || value.is<TiledCopy>())
      add_parts(made, binding->name, "SD");
    out.insert(out.begin(), made.begin(), made.end());
  }
  return out;
}

// The fields that questions share.
class Fields {
 public:
  Fields(const std::vector<Subject>& subjects, const std::vector<FieldValue>& given)
      : builder_(given), subjects_(subjects) {}

  const std::string& subject(const char* id, Message title, std::size_t first) {
    std::vector<FieldOption> options;
    for (const Subject& one : subjects_) options.push_back({one.label, Message::verbatim(one.label)});
    const std::string chosen = builder_.choice(id, std::move(title), std::move(options), first);
    const auto found =
        std::find_if(subjects_.begin(), subjects_.end(), [&](const Subject& one) { return one.label == chosen; });
    return found->expression;
  }
  // By default the second value differs from the first, if possible: a comparison of a value with itself says nothing.
  const std::string& first() { return subject("a", Message::verbatim("A"), 0); }
  const std::string& second() { return subject("b", Message::verbatim("B"), subjects_.size() > 1 ? 1 : 0); }
  const std::string& layout() { return subject("of", say("of"), 0); }

  // "(_64,_32)", or empty.
  std::string tile() {
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
  FormBuilder builder_;
  const std::vector<Subject>& subjects_;
};

void ask_owner(Fields& fields, QuestionForm& form) {
  const std::string& of = fields.layout();
  const std::string tile = fields.tile();
  const auto at = tile.empty() ? fields.numbers("element", say("element"), 1)
                               : fields.numbers("coordinate", Message::verbatim("(m,n)"), 2);
  const std::string element = tile.empty() ? cat(at[0]) : cat('(', at[0], ',', at[1], "), ", tile);
  form.asked = {{say("(thread, value) pairs that hold it"), cat("tv_owners(", of, ", ", element, ')')}};
}

void ask_thread(Fields& fields, QuestionForm& form) {
  const std::string& of = fields.layout();
  const std::string tile = fields.tile();
  const std::string more = tile.empty() ? "" : ", " + tile;
  const std::int64_t thread = fields.numbers("thread", say("thread"), 1)[0];
  const std::int64_t value = fields.numbers("value", say("value"), 1)[0];
  form.asked = {
      {say("the thread's elements, value by value"), cat("print_tensor(tv_thread(", of, ", ", thread, more, "))")},
      {say("the value's elements, thread by thread"), cat("tv_value(", of, ", ", value, more, ')')}};
}

void ask_coverage(Fields& fields, QuestionForm& form) {
  const std::string& of = fields.layout();
  const std::string tile = fields.tile();
  form.asked = {{{}, cat("tv_coverage(", of, tile.empty() ? "" : ", ", tile, ')')}};
}

void ask_difference(Fields& fields, QuestionForm& form) {
  const std::string& a = fields.first();
  const std::string& b = fields.second();
  const auto of_both = [&](std::string_view function) { return cat(function, '(', a, ", ", b, ')'); };
  form.asked = {{say("as thread-value layouts"), of_both("tv_compare")},
                {say("as functions"), of_both("first_difference")},
                {say("from A to B"), of_both("tv_convert")},
                {{}, of_both("compare")}};
  form.kept = form.asked.back().expression;
  form.wish = "difference";
}

void ask_conversion(Fields& fields, QuestionForm& form) {
  const std::string& a = fields.first();
  const std::string& b = fields.second();
  form.asked = {{{}, cat("tv_convert(", a, ", ", b, ')')}};
}

void ask_width(Fields& fields, QuestionForm& form) {
  const std::string& a = fields.first();
  const std::string& b = fields.second();
  form.asked = {{say("copying A to B"), cat("vectorization<", fields.bits(), ">(", a, ", ", b, ')')}};
}

void ask_banks(Fields& fields, QuestionForm& form) {
  const std::string& tile = fields.first();
  const std::string& access = fields.second();
  form.note = say("A: tile in shared memory, B: (thread, value) \xE2\x86\x92 element");
  form.kept = cat("bank_conflicts<", fields.bits(), ">(", tile, ", ", access, ')');
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
                           const std::vector<FieldValue>& given) {
  QuestionForm out;
  const std::vector<Subject> subjects = subjects_of(report);
  if (subjects.empty()) {
    out.note = say("Name a thread-value layout, an MMA or a copy in the program to ask about it here.");
    out.example = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))";
    out.wish = "TV";
    return out;
  }
  const QuestionRow* chosen = rows;
  for (const QuestionRow& row : rows) {
    out.questions.push_back({std::string(row.id), Message(row.title)});
    if (row.id == question) chosen = &row;
  }
  out.question = chosen->id;
  Fields fields(subjects, given);
  chosen->ask(fields, out);
  out.fields = fields.take();
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
