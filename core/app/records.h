// The records that cross the door (door.def), each described by its function `members`; the core's own structs where
// they are what an asker wants to see, others where an answer is put together for him.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/app/run_table.h"
#include "core/base/archive.h"
#include "core/explain/explain.h"
#include "core/scene/scene.h"
#include "core/workspace/edit.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// --- What the core has (records_core.cpp, records_analysis.cpp) ------------------------------------------------------

void members(Archive& a, Property& r);
void members(Archive& a, Described& r);
void members(Archive& a, ProgramEdit& r);
void members(Archive& a, Linked::Cell& r);
void members(Archive& a, Linked& r);
void members(Archive& a, Completion& r);
void members(Archive& a, Completions& r);
void members(Archive& a, Step& r);
void members(Archive& a, IntegerForms& r);
void members(Archive& a, OperationVerdict& r);
void members(Archive& a, SceneWindow& r);
void members(Archive& a, SceneExcerpt& r);
void members(Archive& a, Scene::Slice& r);
void members(Archive& a, Scene::LegendEntry& r);
void members(Archive& a, AnalysisRow& r);
void members(Archive& a, AnalysisSection& r);
void members(Archive& a, Analysis& r);
void members(Archive& a, SwizzleSearch::Padding& r);
void members(Archive& a, RunFigure& r);
void members(Archive& a, RunCount& r);
void members(Archive& a, RunReport& r);
void members(Archive& a, RanKernel& r);
void members(Archive& a, KeptCount& r);
void members(Archive& a, KeptRun& r);
void members(Archive& a, RunView& r);
void members(Archive& a, RunTableShown& r);
struct TunedLine;
struct TuningShown;
void members(Archive& a, TunedLine& r);
void members(Archive& a, TuningShown& r);

namespace door {

// What is wrong and how to mend it, in one sentence.
Message sentence_of(const Error& error);

// --- Answers ---------------------------------------------------------------------------------------------------------

// A word of a view that may be chosen, and what it is called.
struct OfferedWord {
  std::string word;
  Message title;
};
void members(Archive& a, OfferedWord& r);

// So many pictures a switch shows at once; the others are behind a word.
inline constexpr std::size_t max_shown_pictures = 5;

// A picture that a value may have.
struct OfferedPicture {
  std::string kind;
  Message title;
  std::vector<OfferedWord> labels;
  std::vector<OfferedWord> colors;
  std::string like = {};
  bool more = false;
};
void members(Archive& a, OfferedPicture& r);

// What a kind of picture answers.
struct PictureQuestion {
  std::string_view kind;
  Message question;
};
void members(Archive& a, PictureQuestion& r);
std::vector<PictureQuestion> picture_questions();

// A value of the program, with what a card says of it.
struct Binding {
  int id = 0;
  std::string key;
  std::string name;
  Span span;
  std::uint32_t line = 0;
  std::string source;
  std::string kind;
  bool number = false;  // or a tuple of them, or a boolean
  std::string kernel;
  std::string text;
  Message brief;
  std::string cute;
  std::vector<Property> properties;
  std::vector<OfferedPicture> views;
  Message no_picture;
  std::vector<int> uses;

  bool is_kernel() const { return !kernel.empty(); }
};
void members(Archive& a, Binding& r);

struct Problem {
  Severity severity = Severity::error;
  std::string_view code;
  Span span;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  Message message;
  Message hint;
  std::string replacement;
  std::string hole = {};
};
void members(Archive& a, Problem& r);

struct Omitted {
  std::size_t bindings = 0;
  std::size_t diagnostics = 0;
};
void members(Archive& a, Omitted& r);

struct Report {
  IntegerMode mode = IntegerMode::cute;
  std::vector<Binding> bindings;
  std::vector<Problem> diagnostics;
  Message left_out;
  Omitted omitted;
};
void members(Archive& a, Report& r);

// The workspace's report: of more than `limit` bindings or diagnostics the first ones, and how many are left out.
Report report_of(const Workspace& workspace, std::size_t limit);

// A picture without its numbers, and with them.
struct SceneHeader {
  const Scene* scene = nullptr;
  bool with_cells = false;
  bool with_colors = true;  // of the cells
};
void members(Archive& a, SceneHeader& r);

struct SwizzleChoice {
  std::string name;
  std::string prefix;
  std::int64_t wavefronts = 0;
  bool hardware = false;
  bool current = false;
};
void members(Archive& a, SwizzleChoice& r);

struct Swizzles {
  Span span;
  std::vector<int> accesses;
  std::int64_t wavefronts = 0;
  std::int64_t ideal = 0;
  std::int64_t tried = 0;
  std::string rest;
  std::vector<SwizzleChoice> candidates;
  std::optional<SwizzleSearch::Padding> padding;
};
void members(Archive& a, Swizzles& r);
Swizzles swizzles_of(const SwizzleTrials& trials, IntegerMode mode);

struct Function {
  std::string_view name;
  std::string signature;
  std::string_view doc;
  std::string_view example;
};
void members(Archive& a, Function& r);
std::vector<Function> functions();

struct SeenView {
  std::string_view name;
  std::string_view view;
};
void members(Archive& a, SeenView& r);
struct Entry {
  std::string id;
  std::string_view group;
  Message group_title;
  Message title;
  Message about;
  std::string_view program;
  std::vector<SeenView> views;
};
void members(Archive& a, Entry& r);
std::vector<Entry> entries();
// A title or a sentence of the gallery: catalogs have these texts as they have those that the sources say.
Message gallery_words(std::string_view text);

struct ListedAtom {
  std::string name;
  std::vector<std::int64_t> n;
};
void members(Archive& a, ListedAtom& r);
Result<std::vector<ListedAtom>> listed_atoms(const std::vector<std::string>& words);

// Why there is no answer.
struct Refusal {
  std::string_view code;
  Message message;
  Message hint;
};
void members(Archive& a, Refusal& r);

}  // namespace door
}  // namespace stridescope
