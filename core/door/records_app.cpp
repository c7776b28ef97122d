// Describes the records of actions and of their changes.
#include "core/door/records_app.h"

#include "core/base/archive_json.h"
#include "core/base/utf.h"
#include "core/records/shown.h"
#include "core/render/render.h"

namespace stridescope::app {
namespace {

constexpr std::string_view kinds[] = {
#define ACTION(name, ...) #name,
#include "core/app/actions.def"
#undef ACTION
};

// The target of a record that is written, or an empty one: an archive that writes does not change it.
template <class T>
T& written(const T* target) {
  static T none;
  return target != nullptr ? const_cast<T&>(*target) : none;
}

// An action with these members, which are moved.
template <class One, class... Members>
Action made(Members&... members) {
  return One{std::move(members)...};
}

// Visits the answer of a section if it has that kind.
template <class T>
void section_member(Archive& a, const Section& section, std::string_view name, About about) {
  const T* there = std::get_if<T>(section.answer.get());
  a.member_if(there != nullptr, name, written(there), about);
}

LookedRecord looked_record(const Looked& looked) {
  const Inspection& i = looked.inspection;
  LookedRecord out = {looked.key, looked.cell, looked.pinned, i.sentence, {}, {i.group.begin(), i.group.end()}};
  for (const auto& [binding, cells] : i.lit) {
    out.linked.push_back({binding, {cells.begin(), cells.end()}, {}});
    if (const auto described = i.described.find(binding); described != i.described.end())
      out.linked.back().described = described->second;
  }
  return out;
}

}  // namespace

void members(Archive& a, HeadRoom& r) {
  if (!a.record("HeadRoom", "The space that heads of rows or columns need.")) return;
  a.choice("letters", r.letters, "Characters in the longest line of a head.");
  a.choice("lines", r.lines, "Lines of a head.");
}

void members(Archive& a, Viewport& r) {
  if (!a.record("Viewport", "The part of a painted picture that is visible. Lengths are in pixels of the screen."))
    return;
  a.choice("width", r.width, "Width of the area for the picture and its heads.");
  a.choice("height", r.height, "Height of that area; 0: the height of pictures in a list.");
  a.choice("fitted", r.fitted, "True: all cells fit into that height. False: enlarged cells scroll.");
  a.choice("col", r.col,
           "The column position of the sheet, in cells, that is `atX` pixels right of the first visible pixel.");
  a.choice("row", r.row,
           "The row position of the sheet, in cells, that is `atY` pixels below the first visible pixel.");
  a.choice("atX", r.at_x, "In pixels.");
  a.choice("atY", r.at_y, "In pixels.");
  a.choice("cell", r.cell, "The size of a cell; 0: all cells fit; below 0: the initial size.");
  a.choice("unit", r.unit, "Pixels per unit of the design.");
  a.choice("margin", r.margin, "Pixels to paint beyond each side of the visible part.");
  a.choice("dark", r.dark, "True: the dark palette.");
  a.choice("rowHeads", r.row_heads, "`rowRoom` of the last raster.");
  a.choice("colHeads", r.col_heads, "`colRoom` of the last raster.");
}

void members(Archive& a, RasterText& r) {
  if (!a.record("RasterText", "A line of text on the sheet.")) return;
  a.member("text", r.text, "A label, or one line of a label.");
  a.member("x", r.x, "The x of its center, in pixels of the sheet.");
  a.member("y", r.y, "The y of its center.");
  a.member("size", r.size, "Font size.");
}

void members(Archive& a, RasterHead& r) {
  if (!a.record("RasterHead", "The label next to a row or above a column.")) return;
  a.member("text", r.text, "One line, or an index with a coordinate under it.");
  a.member("middle", r.middle, "The position of its center, in pixels of the sheet.");
}

void members(Archive& a, RasterRecord& r) {
  if (!a.record("Raster", "A part of a painted picture: its pixels, and the texts that fit.")) return;
  Raster& s = written(r.raster);
  RasterPart& p = s.part;
  NumberArray pixels;
  pixels.kind = NumberArray::Kind::int32;
  pixels.data = s.pixels.data();
  pixels.size = s.pixels.size();
  a.member("sizes", p.sizes, "The possible sizes of a cell: first the size at which all cells fit, then larger ones.");
  a.member("cell", p.cell, "The size of a cell.");
  a.member("left", p.left, "Width of the heads of rows.");
  a.member("top", p.top, "Height of the heads of columns.");
  a.member("x", p.x, "The first visible pixel of the sheet, from the left.");
  a.member("y", p.y, "The first visible pixel of the sheet, from the top.");
  a.member("fromX", p.from_x, "The first painted pixel, from the left.");
  a.member("fromY", p.from_y, "The first painted pixel, from the top.");
  a.member("width", p.width, "Width of the painted part.");
  a.member("height", p.height, "Height of the painted part.");
  a.member("leastX", p.least_x, "The smallest `x` for which this raster suffices.");
  a.member("mostX", p.most_x, "The largest `x` for which this raster suffices.");
  a.member("leastY", p.least_y, "The smallest `y` for which this raster suffices.");
  a.member("mostY", p.most_y, "The largest `y` for which this raster suffices.");
  a.member("rowRoom", s.row_room, "To pass in the next viewport.");
  a.member("colRoom", s.col_room, "To pass in the next viewport.");
  a.member("labels", s.labels, "The labels of cells that fit.");
  a.member("rowHeads", s.row_heads, "The heads of rows that do not overlap.");
  a.member("colHeads", s.col_heads, "The heads of columns that do not overlap.");
  a.member("pixels", pixels, "Row by row: red, green, blue, 255 in the bytes of a number; 0 for an empty pixel.");
}

void members(Archive& a, View& r) {
  if (!a.record("CardView", "The picture selected on a card.")) return;
  a.member("name", r.name, "The key of the card.");
  a.member("view", r.view, "Words of a view; pin=1; and at=N, the position among the cards that the user arranged.");
}

void members(Archive& a, ActionRecord& r) {
  if (!a.record("Action", "An action of the user; core/app/actions.def lists the members that each action reads."))
    return;
  a.word("do", r.kind, kinds, "The action.");
  a.choice("program", r.program, "The text of a program.");
  a.choice("caret", r.caret, "The caret in the program, in UTF-16 code units; -1: the user has not moved it.");
  a.word("mode", r.mode, integer_mode_names, "How integers print; if missing, unchanged.");
  a.choice("views", r.views, "The views of the cards.");
  a.choice("key", r.key, "A card, or a list of the open file.");
  a.choice("view", r.view, "Words of a view, a kind of rows, or a field.");
  a.word("section", r.section, section_names, "A section of the card.", true);
  a.choice(
      "on", r.on,
      "On or off; for arrange: after the card; for take_file: open the file next to the program, whatever its origin.");
  a.choice("cell", r.cell, "1-D coordinate of the value's domain, or the index of a row, -1: none or all.");
  a.choice("target", r.target, "Another cell, or -1.");
  a.choice("by", r.by, "A number of steps or positions.");
  a.choice("rows", r.rows, "The number of rows of the picture.");
  a.choice("cols", r.cols, "The number of columns of the picture.");
  a.choice("viewport", r.viewport, "The visible part of the picture.");
  a.choice("text", r.text,
           "Lines of a program, words, a file, a coordinate, a type, the value of a field, or another card.");
  a.choice("wish", r.wish, "A name for the value or the file; for paste: lines to add before it.");
  a.choice("budget", r.budget,
           "The time in milliseconds for pictures; the others remain pending. Negative: unlimited.");
}

Action ActionRecord::take() {
  if (kind == ActionKind::arrange && !text.empty()) return made<action::ArrangeNextTo>(key, text, on);
  switch (kind) {
#define ACTION(name, type, effect, ...) \
  case ActionKind::name:                \
    return made<action::type>(__VA_ARGS__);
#include "core/app/actions.def"
#undef ACTION
  }
  return action::Answer{};
}

void caret_to_bytes(ActionRecord& action, std::string_view program) {
  const bool typed = action.kind == ActionKind::edit || action.kind == ActionKind::open;
  const std::int64_t caret = std::min(action.caret, std::int64_t{UINT32_MAX});
  action.caret = TextMap(typed ? action.program : program).to_byte(static_cast<std::uint32_t>(caret));
}

void members(Archive& a, Miniature& r) {
  if (!a.record("Miniature", "The whole tensor of a kernel next to the threads of its first tile: tiles as squares."))
    return;
  a.member("rows", r.rows, "Number of rows of tiles.");
  a.member("cols", r.cols, "Number of columns of tiles.");
  a.member("tile", r.tile, "Side of a tile, in pixels.");
  a.member("width", r.width, "Width of all tiles, in pixels.");
  a.member("height", r.height, "Height of all tiles, in pixels.");
  a.member("gap", r.gap, "Pixels between two tiles.");
  a.member("mark", r.mark, "Side of the frame around the first tile, in pixels.");
  a.member("kind", r.kind, "The picture that shows the tensor in full size.");
}

void members(Archive& a, PictureRecord& r) {
  if (!a.record("CardPicture", "The picture of a card.")) return;
  CardPicture& picture = written(r.picture);
  door::SceneHeader scene = {&picture.scene, true, false};
  std::string drawing = picture.drawn ? svg(picture.drawing, picture.title) : "";
  const bool painted = !picture.drawn && picture.scene.rows > 0 && picture.scene.cols > 0;
  double width = painted ? raster_size(picture.scene, {.width = widest_painted}).width : 0;
  RasterRecord raster = {picture.raster.get()};
  a.member("view", picture.choice, "The words of the requested view.");
  a.member("scene", scene, "The cells of the picture.");
  a.member("svg", drawing, "The drawing; empty if the picture is painted.");
  a.member("refused", picture.refused, "The reason why there is no picture, or empty.");
  a.member_if(painted, "width", width, "The preferred width of a painted picture with its heads, in pixels.");
  a.member_if(picture.miniature.rows > 0, "miniature", picture.miniature,
              "For the threads of a kernel: the whole tensor.");
  a.member_if(picture.raster != nullptr, "raster", raster, "For a painted picture: the part that was last visible.");
}

}  // namespace stridescope::app

namespace stridescope {

void members(Archive& a, ViewChoice& r) {
  if (!a.record("ShownView", "The current view of a card.")) return;
  a.member("kind", r.kind, "The word of the picture, or empty.");
  a.member("label", r.label, "The text in its cells; empty: the first available one.");
  a.member("color", r.color, "The property that colors its cells; empty: the first available one.");
}

}  // namespace stridescope

namespace stridescope::app {

void members(Archive& a, CardRecord& r) {
  if (!a.record("CardChange", "The changes of a card.")) return;
  Card& card = written(r.card);
  ViewChoice shown = shown_choice(card.choice, card.binding.views);
  PictureRecord picture = {card.picture.get()};
  a.member("key", card.binding.key, "Stays the same when the program is edited.");
  a.member("stale", card.stale, "True: its line now has an error, and the other members are from an older report.");
  a.member("pending", card.pending, "True: its picture is not finished.");
  a.member("pinned", card.choice.pin, "True: it precedes the others.");
  a.word("place", card.place, place_names,
         "The position of the card; the card on the stage is the one that the user edits.");
  Group group = group_of(card);
  std::vector<std::string_view> landing;
  for (std::size_t i = 0; i < std::size(group_names); ++i) {
    if (lands(group, static_cast<Group>(i))) landing.push_back(group_names[i]);
  }
  a.word("group", group, group_names, "The group of cards to which it belongs.");
  a.member("landing", landing, "The groups on whose cards it can be dropped.");
  a.member("taken", card.taken, "True for the first of two cards to compare.");
  a.member("expanded", card.expanded, "True: the card shows all of its parts.");
  a.member("shown", shown, "The selected view.");
  a.member_if(r.with_binding, "binding", card.binding, "The value.");
  std::vector<std::string_view> offered;
  for (const SectionKind kind : offered_sections(card.binding))
    offered.push_back(section_names[static_cast<std::size_t>(kind)]);
  a.member_if(r.with_binding, "offered", offered, "The sections that the card can open.");
  a.member_if(r.with_picture, "picture", picture, "The new picture.");
  a.member_if(r.with_sections, "sections", card.sections, "The open sections, in display order.");
}

static void members(Archive& a, VerdictLine::Fact& r) {
  if (!a.record("VerdictFact", "A named fact of a verdict.")) return;
  a.member("name", r.name, "A few words.");
  a.member("value", r.value, "A sentence, or an expression.");
  a.member("code", r.code, "True: `value` is an expression.");
}

static void members(Archive& a, VerdictLine::Counterexample& r) {
  if (!a.record("VerdictCell", "A coordinate at which a law is violated.")) return;
  a.member("at", r.at, "1-D coordinate of the value's domain.");
  a.member("title", r.title, "The value there, and the right value.");
}

void members(Archive& a, VerdictLine& r) {
  if (!a.record("VerdictLine", "The verdict on a call, as shown on a card.")) return;
  a.member("function", r.function, "The name of the function.");
  a.word("status", r.status, law_status_names, "The result of the check.");
  a.member("text", r.text, "The result of the check; if nothing is wrong, also its extent.");
  a.member("other", r.other, "The result with integers of the other kind, if its form differs.");
  a.member("facts", r.facts, "Facts to verify the result by hand.");
  a.member("counterexample", r.counterexample, "The first counterexample.");
  bool always = is_always_shown(r);
  a.member_if(always, "always", always, "True: shown before the user asks for checks.");
}

void members(Archive& a, Section& r) {
  if (!a.record("CardSection", "An open section of a card.")) return;
  a.word("kind", r.kind, section_names, "The subject of the section.");
  a.member("pending", r.pending, "True: the answer is that of an older value, or not finished.");
  a.unless_empty("refused", r.refused, "The reason why there is no answer.");
  section_member<std::vector<VerdictLine>>(a, r, "verdict", "The verdicts to show, the outermost call first.");
  section_member<door::Swizzles>(a, r, "swizzles", "The cost of each swizzle.");
  section_member<Step>(a, r, "derivation", "The last step, and the steps before it.");
  section_member<Analysis>(a, r, "analysis", "The sections of the analysis.");
}

void members(Archive& a, ReportRecord& r) {
  if (!a.record("ReportChange", "The report of the program.")) return;
  State& state = written(r.state);
  std::vector<std::string_view> order;
  for (const Card& card : state.cards) order.push_back(card.binding.key);
  std::int64_t microseconds = r.timed ? state.microseconds : 0;
  a.member("order", order, "The keys of the cards.");
  a.member("diagnostics", state.diagnostics, "In the order of the program.");
  a.member("left_out", state.left_out, "One line about pasted text that is not about layouts, or empty.");
  a.member("skipped", state.skipped, "The skipped text, part by part.");
  a.member("omitted", state.omitted, "The number of items beyond the limit.");
  a.member("microseconds", microseconds, "The time to read and evaluate the program, without pictures; 0 in a state.");
}

static void members(Archive& a, LookedRecord::Cells& r) {
  if (!a.record("LinkedCells", "Cells of a value that are linked to the inspected cell.")) return;
  a.member("binding", r.binding, "The value.");
  a.member("cells", r.cells, "1-D coordinates.");
  a.member("described", r.described, "The first of them on the path from the inspected cell.");
}

void members(Archive& a, LookedRecord& r) {
  if (!a.record("Looked", "The inspected cell.")) return;
  a.member("key", r.key, "The key of its card.");
  a.member("cell", r.cell, "1-D coordinate.");
  a.member("pinned", r.pinned, "True: it stays when the pointer moves.");
  a.member("sentence", r.sentence, "The sentence about its origin and its uses.");
  a.member("linked", r.linked, "The linked cells of all values.");
  a.member("group", r.group, "Cells of its picture in the same group.");
}

void members(Archive& a, TypedCall& r) {
  if (!a.record("TypedCall", "The call at the caret, while the user types it.")) return;
  a.member("function", r.function, "The name as typed.");
  a.member("before", r.before,
           "The signature up to the argument at the caret; the whole signature if it has no such argument.");
  a.member("argument", r.argument, "The argument at the caret.");
  a.member("after", r.after, "The rest of the signature.");
  a.member("others", r.others, "Other signatures.");
  a.member("about", r.about, "What the function does, in a sentence.");
  a.member("span", r.span, "From the name to its closing bracket, or to the end of the program.");
  a.member("held", r.held, "The hidden errors, by their index in the report, while the call is typed.");
}

void members(Archive& a, ChangesRecord& r) {
  if (!a.record("Changes", "The changes of an action; a missing member is unchanged.")) return;
  a.member("serial", r.serial, "The number of the evaluation: 1, 2, ...");
  a.member_if(r.evaluated, "report", r.report, "The new report, after another evaluation.");
  a.member("cards", r.cards, "The changed cards.");
  a.member_if(r.views_changed, "views", r.views, "The views of the cards, for a link.");
  a.member("lookedChanged", r.looked_changed,
           "True: `looked` has changed; if `looked` is missing, no cell is inspected any more.");
  a.member("looked", r.looked, "The inspected cell.");
  a.member("typedChanged", r.typed_changed, "True: `typed` has changed; if `typed` is missing, no call is typed.");
  a.member("typed", r.typed, "The call at the caret, while the user types it.");
  a.member("element", r.element, "The new element type of the analyses.");
  a.member_if(r.file_changed, "fileChanged", r.file_changed,
              "True: another file is open, or other rows of it are visible: the method `file` returns them.");
  a.member("edit", r.edit, "The edit for the UI to apply to the text of the program.");
  a.unless_empty("refused", r.refused, "The reason why the action was refused.");
}

void members(Archive& a, StateRecord& r) {
  if (!a.record("State", "All visible state.")) return;
  a.member("program", r.program, "The text of the program.");
  a.word("mode", r.mode, integer_mode_names, "How integers print.");
  a.member("file", r.file, "The open file of another program, with the first visible rows.");
  a.member("all", r.all, "The complete state, as changes.");
}

ChangesRecord changes_of(const App& app, const Changes& changes) {
  const State& state = app.state();
  ChangesRecord out;
  out.serial = state.serial;
  out.evaluated = changes.evaluated;
  out.report.state = &state;
  for (const ChangedCard& changed : changes.cards) {
    const Card& card = state.cards[changed.at];
    out.cards.push_back({&card, changes.evaluated && !card.stale, changed.picture, changed.sections});
  }
  out.views_changed = changes.views || changes.evaluated;
  if (out.views_changed) out.views = app.views();
  out.looked_changed = changes.looked;
  if (changes.looked && state.looked) out.looked = looked_record(*state.looked);
  out.typed_changed = changes.typed;
  if (changes.typed) out.typed = state.typed;
  if (changes.element) out.element = state.element;
  out.file_changed = changes.file;
  out.edit = changes.edit;
  out.refused = changes.refused;
  return out;
}

StateRecord state_of(const App& app) {
  Changes all;
  app.tell(all);
  StateRecord out = {app.state().program, app.state().mode, {}, changes_of(app, all)};
  if (app.file()) out.file = shown_file(*app.file(), {}, app.catalog());
  out.all.report.timed = false;
  return out;
}

std::string state_json(const App& app) {
  std::string out;
  StateRecord state = state_of(app);
  const TextMap map(app.state().program);
  JsonArchive(out, &map, nullptr, app.catalog()).visit(state);
  return out;
}

}  // namespace stridescope::app
