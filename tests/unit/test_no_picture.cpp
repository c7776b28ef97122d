// Every value has a picture that can be drawn, or a sentence with the reason.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/workspace/no_picture.h"
#include "core/workspace/workspace.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

// With sanitizers each label and each color once, instead of each label in each color.
bool tried(const OfferedView& offered, std::size_t label, std::size_t color) {
  if (laws::complete || label == color) return true;
  const std::size_t both = std::min(offered.labels.size(), offered.colors.size());
  return (label >= both && color == 0) || (color >= both && label == 0);
}

// Fault of a picture in one of its labels and colors; empty without one.
std::string trouble_of(const Workspace& workspace, int binding, const OfferedView& offered) {
  for (std::size_t i = 0; i < offered.labels.size(); ++i) {
    for (std::size_t j = 0; j < offered.colors.size(); ++j) {
      if (!tried(offered, i, j)) continue;
      const Label label = offered.labels[i];
      const ColorBy color = offered.colors[j];
      const std::string words =
          cat("kind=", name_of(offered.picture), " label=", name_of(label), " color=", name_of(color));
      const auto view = workspace.view(binding, words);
      if (!view) return cat(words, ": ", english(view.error().message));
      const auto scene = workspace.scene(binding, *view);
      if (!scene) return cat(words, ": ", english(scene.error().message));
      const bool has_cell = std::any_of(scene->ids.begin(), scene->ids.end(), [](std::int64_t id) { return id >= 0; });
      const bool has_text = std::any_of(scene->labels.begin(), scene->labels.end(),
                                        [](const std::string& text) { return !text.empty(); });
      if (!has_cell && !has_text) return cat(words, ": nothing is drawn");
      // Larger ones are painted, and alike in all labels and colors.
      if (!scene->labelled()) return {};
      const auto svg = workspace.emit(binding, "svg", *view);
      if (!svg) return cat(words, ": ", english(svg.error().message));
    }
  }
  return {};
}

// Fault of the value's pictures, or of their absence.
std::string trouble(const Workspace& workspace, int binding) {
  const auto views = workspace.views(binding);
  if (!views) return english(views.error().message);
  if (views->empty()) return no_picture(workspace, binding).empty() ? "neither a picture nor a reason" : "";
  if (!no_picture(workspace, binding).empty()) return "a reason beside a picture";
  for (const OfferedView& offered : *views) {
    if (std::string wrong = trouble_of(workspace, binding, offered); !wrong.empty()) return wrong;
  }
  return {};
}

const std::vector<IntegerMode> modes = {IntegerMode::cute, IntegerMode::teaching};

}  // namespace

TEST_CASE("odd layouts and tensors have a picture, or say why they have none") {
  const char* const programs[] = {
      // nothing in it
      "0:1", "0:0", "(0,8):(8,1)", "(4,0):(1,4)", "(2,(3,0)):(1,(2,6))", "(0,0,0,0):(0,0,0,0)", "_0:_1",
      "make_tensor(counting_iter(3), (0,2):(1,1))", "Sw<2,0,2> o 0 o (0,8):(8,1)", "(0,2):(1@0,1@1)",
      "make_identity_layout((0,4))",
      // one element
      "():()", "make_tensor(counting_iter(3), ():())", "1:0", "1:1", "1:-7", "(1,1):(0,0)", "((),1):((),5)",
      "(((),(1,())),1):(((),(3,())),2)", "((),()):((),())", "(1,()):(4,())", "Sw<3,4,3> o 5 o 1:0",
      "make_identity_layout(1)",
      // empty modes among others
      "((),4):((),1)", "(4,()):(1,())", "(((),2),3):(((),1),2)",
      // strides of every kind
      "4:0", "4:-1", "(4,2):(-1,4)", "(4,2):(-2,-8)", "(3,3):(1,-1)", "(4,4):(1@0,1@1)", "_4:_1@0", "(4,4):(2@1,-3@0)",
      "(4,4):(1@0,0)", "(2,2):(1@0@1,5@0)", "4:1000000000000", "(2,2):(0,4611686018427387904)",
      // many modes
      "(2,2,2,2,2,2,2):(1,2,4,8,16,32,64)", "(2,3,2,1,2,2,2):(7,0,-1,5,1,100,3)",
      "((((2,2),2),2),2):((((1,2),4),8),16)",
      // large
      "1048576:1", "(1048576,1048576):(1,1048576)", "9007199254740992:1", "9007199254740993:1", "4611686018427387904:0",
      "(4611686018427387904,2):(1,1)", "(2,2):(4611686018427387904,4611686018427387904)",
      "(1099511627776,2):(1099511627776,1)",
      // swizzled
      "Sw<0,4,3> o 0 o 8:1", "Sw<2,4,3> o 0 o (8,8):(8,1)", "Sw<3,4,-3> o 3 o (8,8):(8,1)",
      "(4,4):(4,1) o 2 o (2,2):(1,2)",
      // tensors
      "make_tensor(counting_iter(3), 4:1)", "make_coord_tensor((2,3):(1@0,1@1))",
      // what cannot be drawn without something else
      "Sw<2,0,2>", "Sw<0,4,3>", "Sw<3,40,7>", "Sw<1,2,-2>", "<4:1,8:2>", "<(2,2):(1,2),3>", "(4:1,3)"};
  for (const IntegerMode mode : modes) {
    for (const char* program : programs) {
      CAPTURE(std::string(program));
      Workspace workspace;
      const Report& report = workspace.evaluate(program, mode);
      for (const Diagnostic& d : report.diagnostics) CHECK(d.message == "");
      REQUIRE(report.bindings.size() == 1);
      CHECK(trouble(workspace, 0) == "");
    }
  }
}

TEST_CASE("numbers, booleans, text and computed tuples are all that is printed of them; a shape by itself is not") {
  for (const char* program : {"3",
                              "_3",
                              "1@0",
                              "2 == 2",
                              "is_static(4:1)",
                              "congruent((2,2), (4,(1,1)))",
                              "print(4:1)",
                              "print_layout((2,2):(1,2))",
                              "print2D((2,2):(1,2))",
                              "shape((2,3):(1,2))",
                              "(1@0,2)",
                              "(_,3)",
                              "_",
                              "()",
                              "((),())",
                              "S = (2,3)",
                              "(0,8)",
                              "counting_iter(3)",
                              "LayoutLeft",
                              "half_t"}) {
    CAPTURE(std::string(program));
    Workspace workspace;
    const Report& report = workspace.evaluate(program, IntegerMode::cute);
    if (report.bindings.empty()) continue;
    CHECK(workspace.views(0)->empty());
    CHECK(no_picture(workspace, 0) == "");
  }
  Workspace workspace;
  workspace.evaluate("(2,3)\n<4,8>\n((2,2),_3)", IntegerMode::cute);
  CHECK(no_picture(workspace, 0) == "a shape alone cannot be drawn; a layout of it can: make_layout((2,3))");
  CHECK(no_picture(workspace, 1) == "a shape alone cannot be drawn; a layout of it can: make_layout((4,8))");
  CHECK(no_picture(workspace, 2) == "a shape alone cannot be drawn; a layout of it can: make_layout(((2,2),_3))");
  CHECK(no_picture(workspace, 3) == "");
  CHECK(no_picture(workspace, -1) == "");
}

TEST_CASE("the sentence names the cause, and what it offers has a picture") {
  const auto of = [](const std::string& program, IntegerMode mode) {
    Workspace workspace;
    workspace.evaluate(program, mode);
    return english(no_picture(workspace, static_cast<int>(workspace.report().bindings.size()) - 1));
  };
  CHECK(of("(0,8):(8,1)", IntegerMode::cute) == "an extent is 0: no element to draw");
  CHECK(of("4611686018427387904:0", IntegerMode::cute) == "this layout has too many coordinates to draw");
  CHECK(of("(2,2):(4611686018427387904,4611686018427387904)", IntegerMode::cute) ==
        "the offsets of this layout do not fit 64 bits, or are not integers");
  CHECK(of("K = probe_kernel(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>)", IntegerMode::cute)
            .starts_with("a probe cannot be drawn"));
  for (const IntegerMode mode : modes) {
    for (const char* program :
         {"Sw<2,0,2>", "Sw<0,4,3>", "Sw<3,40,7>", "Sw<1,2,-2>", "Sw<3,4,3>", "(2,3)", "((2,2),_3)"}) {
      CAPTURE(std::string(program));
      const std::string why = of(program, mode);
      const std::size_t colon = why.find(": ");
      REQUIRE(colon != std::string::npos);
      Workspace workspace;
      workspace.evaluate(why.substr(colon + 2), mode);
      REQUIRE(workspace.report().bindings.size() == 1);
      CHECK(!workspace.views(0)->empty());
      CHECK(trouble(workspace, 0) == "");
    }
  }
}

}  // namespace stridescope
