// Tests of the choices for a kernel without editing its text.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/app/app.h"
#include "core/app/starter_programs.h"
#include "core/forms/kernel_form.h"

using namespace stridescope;

namespace {

const std::string transposing =
    "S = (64,64):(64,1)\nK = copy_kernel(S, (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32), dtype=\"float\")\n";

const app::FormField* field(const std::vector<app::FormField>& fields, std::string_view id) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& one) { return one.id == id; });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a kernel's form says what its call says, and only what can be chosen") {
  Workspace workspace;
  workspace.evaluate(transposing, IntegerMode::cute);
  const auto fields = app::kernel_fields(workspace, 1);
  const app::FormField* size = field(fields, "size");
  const app::FormField* type = field(fields, "dtype");
  REQUIRE(size != nullptr);
  REQUIRE(type != nullptr);
  CHECK(type->values == std::vector<std::string>{"float"});
  CHECK(size->note.empty());
  // The current value is an option, even if it is not one of those on offer.
  for (const app::FormField& one : fields)
    CHECK(std::count_if(one.options.begin(), one.options.end(),
                        [&](const app::FieldOption& option) { return option.value == one.values[0]; }) == 1);
  CHECK(app::kernel_fields(workspace, 0).empty());
  CHECK(app::kernel_fields(workspace, 7).empty());
  CHECK(app::kernel_fields(workspace, -1).empty());

  // A type that is not written is omitted; a kernel with one tile and no size reports that.
  workspace.evaluate(
      "K = mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), tile=(64,64,16))\n"
      "R = reduce_kernel((64,64):(64,1), (64,1):(1,0), (_32,_8):(_8,_1), tile=(8,32))\n",
      IntegerMode::cute);
  const auto tile = app::kernel_fields(workspace, 0);
  REQUIRE(tile.size() == 1);
  CHECK(tile[0].options.empty());
  CHECK_FALSE(tile[0].note.empty());
  const auto sum = app::kernel_fields(workspace, 1);
  REQUIRE(field(sum, "dtype") != nullptr);
  CHECK(field(sum, "dtype")->values == std::vector<std::string>{""});
  CHECK(field(sum, "dtype")->options.front().label == say("{} (not given)", "float"));
}

TEST_CASE("a field that is set is the program, and every option is a kernel or an error that says why") {
  Workspace workspace;
  workspace.evaluate(transposing, IntegerMode::cute);
  for (const app::FormField& one : app::kernel_fields(workspace, 1)) {
    for (const app::FieldOption& option : one.options) {
      if (option.value == one.values[0]) continue;
      const auto program = app::with_kernel_field(workspace, 1, one.id, option.value);
      REQUIRE(program);
      CHECK(*program != transposing);
      Workspace changed;
      const Report& report = changed.evaluate(*program, IntegerMode::cute);
      if (report.diagnostics.empty()) {
        const auto now = app::kernel_fields(changed, 1);
        CHECK(field(now, one.id)->values == std::vector<std::string>{option.value});
      }
    }
  }
  const auto larger = app::with_kernel_field(workspace, 1, "size", "256");
  REQUIRE(larger);
  CHECK(larger->find("S = (256,256):(256,1)\nK = copy_kernel(S, (256,256):(1,256), ") == 0);
  CHECK_FALSE(app::with_kernel_field(workspace, 1, "size", "255"));
  CHECK_FALSE(app::with_kernel_field(workspace, 1, "dtype", "float\", tile=(1,1)"));
  CHECK_FALSE(app::with_kernel_field(workspace, 1, "stages", "3"));
  CHECK_FALSE(app::with_kernel_field(workspace, 0, "size", "256"));
}

TEST_CASE("the action sets a field of the card's kernel") {
  app::App application;
  application.act(app::action::Open{transposing});
  app::action::SetField action = {.key = "K", .field = "dtype", .value = "half_t"};
  app::Changes changes = application.run(action);
  CHECK(changes.refused.empty());
  CHECK(application.state().program.find("dtype=\"half_t\"") != std::string::npos);
  action.value = "no_such_type";
  changes = application.act(action);
  CHECK_FALSE(changes.edit);
  CHECK_FALSE(changes.refused.empty());
}

TEST_CASE("what an empty program may begin with is right") {
  for (const app::Start& start : app::starts()) {
    Workspace workspace;
    const Report& report = workspace.evaluate(std::string(start.program), IntegerMode::cute);
    CHECK(report.diagnostics.empty());
    CHECK_FALSE(report.bindings.empty());
  }
  Workspace workspace;
  workspace.evaluate("K = " + std::string(app::first_kernel()), IntegerMode::cute);
  CHECK(app::kernel_fields(workspace, 0).size() == 2);
}
