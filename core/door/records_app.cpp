// Describes the records of actions and of their changes.
#include "core/door/records_app.h"

#include "core/base/archive_json.h"
#include "core/base/utf.h"
#include "core/render/render.h"

namespace stridescope::app {
namespace {

constexpr std::string_view kinds[] = {
#define ACTION(name, about) #name,
#include "core/app/actions.def"
#undef ACTION
};

// An archive that writes does not change the record.
template <class T>
T& written(const T& record) {
  return const_cast<T&>(record);
}

// Visits the answer of a section if it has that kind.
template <class T>
void section_member(Archive& a, const Section& section, SectionAnswer& answer, std::string_view name, About about) {
  static T none;
  T* there = std::get_if<T>(&answer);
  a.member_if(section.answer && there != nullptr, name, there != nullptr ? *there : none, about);
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
  if (!a.record("HeadRoom", "The room that heads ask for.")) return;
  a.choice("letters", r.letters, "Characters of the longest line of one.");
  a.choice("lines", r.lines, "How many.");
}

void members(Archive& a, Viewport& r) {
  if (!a.record("Viewport", "What a reader wants to see of a painted picture. Lengths are pixels of the screen."))
    return;
  a.choice("width", r.width, "Of the place that the picture has with its heads.");
  a.choice("height", r.height, "Of that place; 0: as high as pictures in a list are.");
  a.choice("fitted", r.fitted, "All cells fit into that height; else enlarged ones scroll.");
  a.choice("col", r.col, "The place of the sheet, in cells, that is to be `atX` pixels behind the first one seen.");
  a.choice("row", r.row, "The same from above, for `atY`.");
  a.choice("atX", r.at_x, "Pixels.");
  a.choice("atY", r.at_y, "Pixels.");
  a.choice("cell", r.cell, "The size of a cell: 0 where all fit, below 0 as the picture begins.");
  a.choice("unit", r.unit, "So many pixels are a unit of the design.");
  a.choice("margin", r.margin, "So many pixels around what is seen are wanted, too.");
  a.choice("dark", r.dark, "The colours of the dark.");
  a.choice("rowHeads", r.row_heads, "What the last raster said of its rows' heads.");
  a.choice("colHeads", r.col_heads, "What it said of its columns' heads.");
}

void members(Archive& a, RasterText& r) {
  if (!a.record("RasterText", "A line of text on the sheet.")) return;
  a.member("text", r.text, "A label, or a line of one.");
  a.member("x", r.x, "Its middle, in pixels of the sheet.");
  a.member("y", r.y, "Its middle.");
  a.member("size", r.size, "Of its font.");
}

void members(Archive& a, RasterHead& r) {
  if (!a.record("RasterHead", "What stands beside a row or a column.")) return;
  a.member("text", r.text, "One line, or an index with a coordinate under it.");
  a.member("middle", r.middle, "In pixels of the sheet.");
}

void members(Archive& a, RasterRecord& r) {
  if (!a.record("Raster", "A part of a painted picture: its pixels, and the texts that have room there.")) return;
  static Raster none;
  Raster& s = r.raster != nullptr ? const_cast<Raster&>(*r.raster) : none;  // an archive only writes it
  RasterPart& p = s.part;
  NumberArray pixels;
  pixels.kind = NumberArray::Kind::int32;
  pixels.data = s.pixels.data();
  pixels.size = s.pixels.size();
  a.member("sizes", p.sizes, "That a cell may have: first that at which all fit, then larger and larger.");
  a.member("cell", p.cell, "The size of a cell.");
  a.member("left", p.left, "The room of the rows' heads.");
  a.member("top", p.top, "The room of the columns' heads.");
  a.member("x", p.x, "The sheet's pixel that is seen first.");
  a.member("y", p.y, "The same from above.");
  a.member("fromX", p.from_x, "The first pixel that is painted.");
  a.member("fromY", p.from_y, "The same from above.");
  a.member("width", p.width, "Of what is painted.");
  a.member("height", p.height, "Of what is painted.");
  a.member("leastX", p.least_x, "From here on the first pixel that is seen may move without another raster,");
  a.member("mostX", p.most_x, "and as far as here.");
  a.member("leastY", p.least_y, "The same from above.");
  a.member("mostY", p.most_y, "The same from above.");
  a.member("rowRoom", s.row_room, "For the next viewport.");
  a.member("colRoom", s.col_room, "For the next viewport.");
  a.member("labels", s.labels, "Those of cells, as far as they fit.");
  a.member("rowHeads", s.row_heads, "None touches another.");
  a.member("colHeads", s.col_heads, "None touches another.");
  a.member("pixels", pixels, "Row by row: red, green, blue, 255 in a number's bytes; 0 where there is nothing.");
}

void members(Archive& a, View& r) {
  if (!a.record("CardView", "The picture that was chosen on a card.")) return;
  a.member("name", r.name, "The card's key.");
  a.member("view", r.view, "Words of a view, pin=1, and at=N, the place among the cards that were arranged.");
}

void members(Archive& a, ActionRecord& r) {
  if (!a.record("Action", "What a reader did; core/app/actions.def names the members that each action reads.")) return;
  a.word("do", r.kind, kinds, "Which.");
  a.choice("program", r.program, "A text.");
  a.choice("caret", r.caret, "Where it is in the program, in UTF-16 code units; -1: nobody has moved it.");
  a.word("mode", r.mode, integer_mode_names, "How integers print; as before where it is not said.");
  a.choice("views", r.views, "What was chosen on its cards.");
  a.choice("key", r.key, "A card, or a list of the open file.");
  a.choice("view", r.view, "Words of a view, a kind of rows, or a field.");
  a.word("section", r.section, section_names, "Of the card.", true);
  a.choice("on", r.on, "Or no longer; of arrange: behind it, of take_file: beside the program whoever wrote it.");
  a.choice("cell", r.cell, "1-D coordinate of the value's domain, or the index of a row, -1: none or all.");
  a.choice("target", r.target, "Another one, or -1.");
  a.choice("by", r.by, "So many steps or places.");
  a.choice("rows", r.rows, "Of the picture.");
  a.choice("cols", r.cols, "Of the picture.");
  a.choice("viewport", r.viewport, "What of it is seen.");
  a.choice("text", r.text,
           "Lines of a program, words, a file, a coordinate, a type, what a field says, or another card.");
  a.choice("wish", r.wish, "What its value, or the file, would be called; of paste: lines before it.");
  a.choice("budget", r.budget, "Milliseconds for pictures; those left over are pending. Negative: all are drawn.");
}

Action action_of(ActionRecord r) {
  switch (r.kind) {
    case ActionKind::open:
      return action::Open{std::move(r.program), r.caret, r.mode, std::move(r.views), r.budget};
    case ActionKind::edit:
      return action::Edit{std::move(r.program), r.caret, r.mode, r.budget};
    case ActionKind::move:
      return action::Move{r.caret};
    case ActionKind::show_more:
      return action::ShowMore{r.budget};
    case ActionKind::choose:
      return action::Choose{std::move(r.key), std::move(r.view)};
    case ActionKind::step:
      return action::Step{std::move(r.key), r.by};
    case ActionKind::pin:
      return action::Pin{std::move(r.key), r.on};
    case ActionKind::arrange:
      if (r.text.empty()) return action::Arrange{std::move(r.key), r.by};
      return action::ArrangeNextTo{std::move(r.key), std::move(r.text), r.on};
    case ActionKind::expand:
      return action::Expand{std::move(r.key), r.on};
    case ActionKind::draw:
      return action::Draw{std::move(r.key)};
    case ActionKind::unfold:
      return action::Unfold{std::move(r.key), r.section, r.on};
    case ActionKind::answer:
      return action::Answer{};
    case ActionKind::element:
      return action::Element{std::move(r.text)};
    case ActionKind::see:
      return action::See{std::move(r.key), r.rows, r.cols, r.viewport};
    case ActionKind::hover:
      return action::Hover{std::move(r.key), r.cell};
    case ActionKind::leave:
      return action::Leave{};
    case ActionKind::walk:
      return action::Walk{std::move(r.key), r.cell};
    case ActionKind::toggle:
      return action::Toggle{std::move(r.key), r.cell};
    case ActionKind::seek:
      return action::Seek{std::move(r.key), std::move(r.text)};
    case ActionKind::let_go:
      return action::LetGo{};
    case ActionKind::compare:
      return action::Compare{std::move(r.key)};
    case ActionKind::append:
      return action::Append{std::move(r.text), std::move(r.wish), std::move(r.view)};
    case ActionKind::paste:
      return action::Paste{std::move(r.text), std::move(r.wish)};
    case ActionKind::move_arrow:
      return action::MoveArrow{std::move(r.key), r.cell, r.target};
    case ActionKind::tell:
      return action::Tell{};
    case ActionKind::set_field:
      return action::SetField{std::move(r.key), std::move(r.view), std::move(r.text)};
    case ActionKind::format:
      return action::Format{};
    case ActionKind::take_file:
      return action::TakeFile{std::move(r.wish), std::move(r.text), r.on};
    case ActionKind::list_file:
      return action::ListFile{{std::move(r.key), std::move(r.view), std::move(r.text), r.cell}};
    case ActionKind::bring:
      return action::Bring{r.cell};
  }
  return action::Tell{};
}

void caret_to_bytes(ActionRecord& action, std::string_view program) {
  const bool typed = action.kind == ActionKind::edit || action.kind == ActionKind::open;
  const std::int64_t caret = std::min(action.caret, std::int64_t{UINT32_MAX});
  action.caret = TextMap(typed ? action.program : program).to_byte(static_cast<std::uint32_t>(caret));
}

void members(Archive& a, Miniature& r) {
  if (!a.record("Miniature", "The whole tensor of a kernel beside the threads of its first tile: tiles as squares."))
    return;
  a.member("rows", r.rows, "Tiles down.");
  a.member("cols", r.cols, "Tiles across.");
  a.member("tile", r.tile, "A side of a tile in pixels.");
  a.member("width", r.width, "Of all tiles, in pixels.");
  a.member("height", r.height, "Of all tiles, in pixels.");
  a.member("gap", r.gap, "Pixels between two tiles.");
  a.member("mark", r.mark, "A side of the frame around the first tile, in pixels.");
  a.member("kind", r.kind, "The picture that shows it large.");
}

void members(Archive& a, PictureRecord& r) {
  if (!a.record("CardPicture", "A picture as a card shows it.")) return;
  static CardPicture none;
  CardPicture& picture = r.picture != nullptr ? written(*r.picture) : none;
  door::SceneHeader scene = {&picture.scene, true, false};
  std::string drawing = picture.drawn ? svg(picture.drawing, picture.title) : "";
  const bool painted = !picture.drawn && picture.scene.rows > 0 && picture.scene.cols > 0;
  double width = painted ? raster_size(picture.scene, {.width = widest_painted}).width : 0;
  RasterRecord raster = {picture.raster.get()};
  a.member("view", picture.choice, "The words that asked for it.");
  a.member("scene", scene, "Its cells.");
  a.member("svg", drawing, "The drawing; empty where the picture is painted.");
  a.member("refused", picture.refused, "Why there is none, or empty.");
  a.member_if(painted, "width", width, "As wide as a painted picture would like to be with its heads, in pixels.");
  a.member_if(picture.miniature.rows > 0, "miniature", picture.miniature, "Of a kernel whose threads it shows.");
  a.member_if(picture.raster != nullptr, "raster", raster, "Of a painted picture the part that was seen before.");
}

}  // namespace stridescope::app

namespace stridescope {

void members(Archive& a, ViewChoice& r) {
  if (!a.record("ShownView", "What a card shows.")) return;
  a.member("kind", r.kind, "The picture's name, or empty.");
  a.member("label", r.label, "What is written in its cells; empty: the first of those offered.");
  a.member("color", r.color, "What colours its cells; empty: the first of those offered.");
}

}  // namespace stridescope

namespace stridescope::app {

void members(Archive& a, CardRecord& r) {
  if (!a.record("CardChange", "A card, as far as it has changed.")) return;
  static Card none;
  Card& card = r.card != nullptr ? written(*r.card) : none;
  ViewChoice shown = shown_choice(card.choice, card.binding.views);
  PictureRecord picture = {card.picture.get()};
  a.member("key", card.binding.key, "Outlives an edit.");
  a.member("stale", card.stale, "Its line is in error now; the rest is of an older report.");
  a.member("pending", card.pending, "Its picture is still to come.");
  a.member("pinned", card.choice.pin, "It stands before the others.");
  a.word("place", card.place, place_names, "Where it stands: the one on the stage is what the reader works on.");
  Group group = group_of(card);
  std::vector<std::string_view> landing;
  for (std::size_t i = 0; i < std::size(group_names); ++i) {
    if (lands(group, static_cast<Group>(i))) landing.push_back(group_names[i]);
  }
  a.word("group", group, group_names, "Of the cards that it stands with.");
  a.member("landing", landing, "Groups on whose cards a reader can let go of it.");
  a.member("taken", card.taken, "The first of two that are to be compared.");
  a.member("expanded", card.expanded, "It shows all that belongs to it, where it stands.");
  a.member("shown", shown, "What was chosen, among what the value offers.");
  a.member_if(r.with_binding, "binding", card.binding, "The value.");
  std::vector<std::string_view> offered;
  for (const SectionKind kind : offered_sections(card.binding))
    offered.push_back(section_names[static_cast<std::size_t>(kind)]);
  a.member_if(r.with_binding, "offered", offered, "Sections that it can open.");
  a.member_if(r.with_picture, "picture", picture, "Another than before.");
  a.member_if(r.with_sections, "sections", card.sections, "Those that are open, in their order.");
}

static void members(Archive& a, VerdictLine::Fact& r) {
  if (!a.record("VerdictFact", "What belongs to a verdict, by its name.")) return;
  a.member("name", r.name, "Few words.");
  a.member("value", r.value, "A sentence, or notation.");
  a.member("code", r.code, "It is notation.");
}

static void members(Archive& a, VerdictLine::Counterexample& r) {
  if (!a.record("VerdictCell", "A coordinate at which a law is broken.")) return;
  a.member("at", r.at, "1-D coordinate of the value's domain.");
  a.member("title", r.title, "What is there, and what should be.");
}

void members(Archive& a, VerdictLine& r) {
  if (!a.record("VerdictLine", "What a card says of the law of a call.")) return;
  a.member("function", r.function, "By its name.");
  a.word("status", r.status, law_status_names, "What was found.");
  a.member("text", r.text, "What was found, and where nothing is wrong how much was tried.");
  a.member("other", r.other, "What integers of the other kind make of it, where that is another form.");
  a.member("facts", r.facts, "To check it by hand.");
  a.member("counterexample", r.counterexample, "The first one.");
}

void members(Archive& a, Section& r) {
  if (!a.record("CardSection", "An open section of a card.")) return;
  static const SectionAnswer none;
  SectionAnswer& answer = const_cast<SectionAnswer&>(r.answer ? *r.answer : none);  // an archive only writes it
  a.word("kind", r.kind, section_names, "What it tells.");
  a.member("pending", r.pending, "The answer is that of an older value, or still to come.");
  a.unless_empty("refused", r.refused, "Why there is no answer.");
  section_member<std::vector<VerdictLine>>(a, r, answer, "verdict", "Those worth a line, the outermost call first.");
  section_member<door::Swizzles>(a, r, answer, "swizzles", "What each would cost.");
  section_member<Step>(a, r, answer, "derivation", "The last step, with those before it.");
  section_member<Analysis>(a, r, answer, "analysis", "In sections.");
}

void members(Archive& a, ReportRecord& r) {
  if (!a.record("ReportChange", "What the program means now.")) return;
  static State none;
  State& state = r.state != nullptr ? written(*r.state) : none;
  std::vector<std::string_view> order;
  for (const Card& card : state.cards) order.push_back(card.binding.key);
  std::int64_t microseconds = r.timed ? state.microseconds : 0;
  a.member("order", order, "Keys of the cards.");
  a.member("diagnostics", state.diagnostics, "In the order of the program.");
  a.member("left_out", state.left_out, "One line on what was pasted and is not about layouts, or empty.");
  a.member("skipped", state.skipped, "The same by their places.");
  a.member("omitted", state.omitted, "Beyond what is shown.");
  a.member("microseconds", microseconds, "To read and evaluate the program, without pictures; 0 in a state.");
}

static void members(Archive& a, LookedRecord::Cells& r) {
  if (!a.record("LinkedCells", "Cells of a value that belong to the one looked at.")) return;
  a.member("binding", r.binding, "The value.");
  a.member("cells", r.cells, "1-D coordinates.");
  a.member("described", r.described, "Of them the first on the path from the cell that is looked at.");
}

void members(Archive& a, LookedRecord& r) {
  if (!a.record("Looked", "The cell that is looked at.")) return;
  a.member("key", r.key, "Its card.");
  a.member("cell", r.cell, "1-D coordinate.");
  a.member("pinned", r.pinned, "It stays while the pointer moves.");
  a.member("sentence", r.sentence, "Where it comes from and goes to.");
  a.member("linked", r.linked, "Over all values.");
  a.member("group", r.group, "Cells of its picture that belong together with it.");
}

void members(Archive& a, TypedCall& r) {
  if (!a.record("TypedCall", "The call that the caret is in, while it is typed.")) return;
  a.member("function", r.function, "As it is called.");
  a.member("before", r.before,
           "The signature up to the argument at the caret; all of it where it has no such argument.");
  a.member("argument", r.argument, "That argument.");
  a.member("after", r.after, "The rest of the signature.");
  a.member("others", r.others, "Further signatures.");
  a.member("about", r.about, "What the function does, in a sentence.");
  a.member("span", r.span, "From its name to its bracket, or to the program's end.");
  a.member("held", r.held, "Errors that are not shown meanwhile, by their place in the report.");
}

void members(Archive& a, ChangesRecord& r) {
  if (!a.record("Changes", "What an action has changed; what is not there is as before.")) return;
  a.member("serial", r.serial, "Of the evaluation: 1, 2, ...");
  a.member_if(r.evaluated, "report", r.report, "There was another evaluation.");
  a.member("cards", r.cards, "Those that have changed.");
  a.member_if(r.views_changed, "views", r.views, "What a link says of the cards.");
  a.member("lookedChanged", r.looked_changed, "`looked` is another; missing: no cell is looked at any more.");
  a.member("looked", r.looked, "The cell that is looked at.");
  a.member("typedChanged", r.typed_changed, "`typed` is another; missing: no call is typed.");
  a.member("typed", r.typed, "The call that the caret is in, while it is typed.");
  a.member("element", r.element, "What elements are in the analyses is another.");
  a.member_if(r.file_changed, "fileChanged", r.file_changed,
              "The open file is another one, or other rows of it are seen: the method `file` tells them.");
  a.member("edit", r.edit, "What the surface is to change in the program's text.");
  a.unless_empty("refused", r.refused, "Why nothing was done.");
}

void members(Archive& a, StateRecord& r) {
  if (!a.record("State", "All that there is to see.")) return;
  a.member("program", r.program, "Its text.");
  a.word("mode", r.mode, integer_mode_names, "How integers print.");
  a.member("file", r.file, "Of others, open beside it, with the first rows that are seen.");
  a.member("all", r.all, "As if all of it had changed.");
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
