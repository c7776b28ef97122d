// Drawings as TikZ. tests/latex/check.mjs compiles real ones; here are places, states and characters.
#include <doctest/doctest.h>

#include <string>

#include "core/render/render.h"

using namespace stridescope;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

Drawing::Cell cell(CellState state, std::string label) {
  Drawing::Cell out;
  out.at = {10, 20};
  out.width = 28;
  out.height = 25;
  out.color = 1;
  out.state = state;
  out.label = std::move(label);
  return out;
}

Drawing with(Drawing::Cell cell) {
  Drawing out;
  out.width = 61;
  out.height = 50;
  out.cells.push_back(std::move(cell));
  return out;
}

}  // namespace

TEST_CASE("tikz: a cell in its place, on a page of the drawing's size") {
  const std::string text = tikz(with(cell(CellState::element, "7")), "A\nB");
  CHECK(text.starts_with("% A B\n\\documentclass{article}\n"));
  CHECK(has(text, "paperwidth=45.75bp,paperheight=38.25bp"));  // one unit of room: LaTeX rounds
  CHECK(has(text, "minimum width=21bp,minimum height=18.75bp"));
  CHECK(has(text, "\\definecolor{class1}{HTML}{FDE68A}\n"));
  CHECK(has(text, "\\node[cell,fill=class1] at (24,32.5) {7};\n"));
}

TEST_CASE("tikz: the states of a cell") {
  CHECK(has(tikz(with(cell(CellState::lit, "")), ""), "\\node[cell,fill=class1,draw=ink,line width=1.5bp]"));
  CHECK(has(tikz(with(cell(CellState::gap, "")), ""), "\\node[cell,draw=rule,text=muted]"));
  CHECK(has(tikz(with(cell(CellState::image, "")), ""), "\\node[cell,fill=image]"));
  CHECK(has(tikz(with(cell(CellState::crossed, "")), ""),
            "\\draw[step,line width=1.1bp] (14,24) -- (34,41) (34,24) -- (14,41);"));
}

TEST_CASE("tikz: lines and texts") {
  Drawing drawing = with(cell(CellState::element, ""));
  Drawing::Line arc;
  arc.kind = Drawing::Line::Kind::carry;
  arc.curved = true;
  arc.head = true;
  arc.points = {{0, 0}, {0, -5}, {9, -5}, {9, 0}};
  drawing.lines.push_back(arc);
  drawing.texts.push_back({Drawing::Text::Kind::caption, Drawing::Anchor::start, {3, 4}, "gaps"});
  const std::string text = tikz(drawing, "");
  CHECK(has(text,
            "\\draw[carry,line width=1.1bp,dash pattern=on 3.75bp off 2.25bp,-latex] (0,0) .. controls (0,-5) and "
            "(9,-5) .. (9,0);"));
  CHECK(has(text, "\\node[text=muted,anchor=west] at (3,4) {gaps};"));
}

TEST_CASE("tikz: every character is one that pdflatex takes") {
  const auto label = [](std::string text) { return tikz(with(cell(CellState::element, std::move(text))), ""); };
  CHECK(has(label("_4%#&${}"), "{\\_4\\%\\#\\&\\$\\{\\}};"));
  CHECK(has(label("a\\b^~"), "{a\\textbackslash{}b\\textasciicircum{}\\textasciitilde{}};"));
  CHECK(has(label("A → B × C"), "{A $\\to$ B $\\times$ C};"));
  CHECK(has(label("布局"), "{??};"));
  CHECK(has(label("a\tb\x80"), "{a b?};"));
}
