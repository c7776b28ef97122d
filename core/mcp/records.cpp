// The members of requests and answers, each with the sentence that agents read.
#include "core/mcp/records.h"

namespace stridescope::mcp {
namespace {

constexpr std::string_view status_names[] = {"proved", "false", "unknown"};
constexpr std::string_view side_names[] = {"none", "src", "dst"};
constexpr std::string_view form_names[] = {"text", "svg"};
constexpr const char* picture_about = "A link that opens the picture in the explorer. It holds the whole program.";

void mode_member(Archive& a, ProgramRequest& r) {
  a.word("mode", r.mode, integer_mode_names,
         "The meaning of a plain 4: in teaching mode static, as in CuTe DSL; in cute mode dynamic, while _4 is static.",
         true);
}

void names_members(Archive& a, ProgramRequest& r) {
  a.choice("program", r.program, "Lines `A = ...` whose names the other arguments use.");
  mode_member(a, r);
}

}  // namespace

void members(Archive& a, ProgramRequest& r) {
  if (!a.record("ProgramRequest", "A program.")) return;
  a.member("program", r.program, "The program, one statement a line.");
  mode_member(a, r);
}
void members(Archive& a, EqualRequest& r) {
  if (!a.record("EqualRequest", "Two expressions.")) return;
  a.member("a", r.a, "The first layout, swizzled layout, swizzle or tensor: an expression.");
  a.member("b", r.b, "The second one.");
  names_members(a, r.in);
}
void members(Archive& a, OwnerRequest& r) {
  if (!a.record("OwnerRequest", "A thread-value layout and an element.")) return;
  a.member("layout", r.layout,
           "The layout (thread, value) -> element of the tile: an expression, such as ((4,8),2):((16,1),8) or "
           "layoutC_TV(mma).");
  a.choice("element", r.element, "The element: its 1-D index, or its coordinate (m,n) together with `tile`.");
  a.choice("tile", r.tile, "The shape of the tile, such as (8,8).");
  a.member("thread", r.thread, "The thread that is claimed to hold the element.");
  names_members(a, r.in);
}
void members(Archive& a, ConflictsRequest& r) {
  if (!a.record("ConflictsRequest", "Accesses to shared memory.")) return;
  a.member("layout", r.layout,
           "The layout in shared memory, in elements. Without `threads` it maps (thread, value...) to the offset.");
  a.choice("threads", r.threads,
           "The layout (thread, value) -> element of the tile; with `side` a TiledCopy. An expression.");
  a.choice("operation", r.operation, "load, store, ldmatrix or stmatrix.");
  a.choice("bits", r.bits, "The width of an element.");
  a.word("side", r.side, side_names, "The side of the TiledCopy that is in shared memory.", true);
  names_members(a, r.in);
}
void members(Archive& a, TmaBoxRequest& r) {
  if (!a.record("TmaBoxRequest", "A bulk tensor copy.")) return;
  a.member("global", r.global, "The layout of the global tensor, in elements.");
  a.member(
      "shared", r.shared,
      "The layout of the tile in shared memory, such as tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64)).");
  a.member("type", r.type, "The type of an element: half_t, bfloat16_t, float, int8_t, ...");
  a.choice("address", r.address, "The address of the global tensor in bytes.");
  names_members(a, r.in);
}
void members(Archive& a, LintRequest& r) {
  if (!a.record("LintRequest", "A source.")) return;
  a.at_most(std::size_t{1} << 18).member("text", r.text, "The text of the file.");
}
void members(Archive& a, RenderRequest& r) {
  if (!a.record("RenderRequest", "A picture.")) return;
  a.member("program", r.in.program, "The program, whose last value is drawn.");
  mode_member(a, r.in);
  a.word("format", r.format, form_names, "The form of the picture: characters, or SVG.", true);
  a.choice("view", r.view, "Words that select the picture, such as `kind=threads color=warp`; empty: the default one.");
}
void members(Archive& a, EvaluatedValue& v) {
  if (!a.record("EvaluatedValue", "A value of the program.")) return;
  a.unless_empty("name", v.name, "The name of the value.");
  a.member("source", v.source, "The expression.");
  a.member("text", v.text, "The value.");
}
void members(Archive& a, Evaluated& e) {
  if (!a.record("Evaluated", "The values of a program.")) return;
  a.member("values", e.values, "One for each statement.");
  a.unless_empty("notes", e.notes, "Facts and assumptions about the values, and parts that were skipped.");
  a.unless_empty("picture", e.picture, picture_about);
}
void members(Archive& a, Counterexample& c) {
  if (!a.record("Counterexample", "The first place that contradicts the claim.")) return;
  a.member("at", c.at, "The smallest 1-D coordinate or element index.");
  a.unless_empty("natural", c.natural, "The same coordinate in the nesting of the shape.");
  a.member("thread", c.thread, "The smallest thread.");
  a.member("value", c.value, "The index of its value.");
  a.unless_empty("got", c.got, "The value there.");
  a.unless_empty("expected", c.expected, "The value that the claim requires.");
  a.member("why", c.why, "One sentence.");
}
void members(Archive& a, Fact& f) {
  if (!a.record("Fact", "A computed fact.")) return;
  a.member("name", f.name, "Its name.");
  a.member("value", f.value, "Its value.");
}
void members(Archive& a, Claim& c) {
  if (!a.record("Claim", "A claim and its answer.")) return;
  a.word(
      "status", c.status, status_names,
      "proved: every element was compared, or a law decides. false: see `counterexample`. unknown: not decided; never "
      "take it for proved.");
  a.member("claim", c.claim, "The claim.");
  a.member("text", c.text, "The answer in a sentence.");
  a.member("counterexample", c.counterexample, "For false: the smallest counterexample.");
  a.member("facts", c.facts, "Numbers behind the answer.");
  a.unless_empty("picture", c.picture, picture_about);
}

}  // namespace stridescope::mcp
