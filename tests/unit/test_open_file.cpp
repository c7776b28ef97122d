// Tests of a foreign file next to the program: its lists, the data of a row, and the rows that are added to the
// program.
#include <doctest/doctest.h>

#include "core/app/app.h"
#include "core/base/text.h"
#include "core/door/records_app.h"

namespace stridescope::app {
namespace {

constexpr std::string_view module_text = R"mlir(
!copy = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, layout_copy_tv = <"(128,8):(8,1)">, tiler_mn = <"[128:1;8:1]">>
!gmem = !cute.memref<f16, gmem, align<16>, "(128,?):(1,?{i64 div=8})">
!smem = !cute.memref<f16, smem, align<1024>, "S<3,3,3> o 0 o ((64,2),8):((1,512),64)">
module {
  func.func @kernel(%arg0: !gmem, %arg1: !smem) {
    %0 = cute.static : !copy
    cute.copy(%0, %arg0, %1) : (!copy, !cute.memref<f16, gmem, align<8>, "(8,1):(1,0)">, !smem)
    return
)mlir";

Action take(std::string_view text, std::string name = "kernel.mlir") {
  return action::TakeFile{std::move(name), std::string(text)};
}

Action list(std::string key, std::string kind = {}, std::string words = {}, std::int64_t row = -1) {
  return action::ListFile{{std::move(key), std::move(kind), std::move(words), row}};
}

ShownFile shown(const App& app, const FileWindow& window = {}) {
  REQUIRE(app.file() != nullptr);
  return shown_file(*app.file(), window, english_catalog());
}

std::string names(const ShownFile& file) {
  std::string out;
  for (const FileRow& row : file.rows) append_all(out, out.empty() ? "" : " ", row.name.empty() ? row.text : row.name);
  return out;
}

}  // namespace

TEST_CASE("file: a module's parts, operations, findings and what was not read are lists, by line") {
  App app;
  const Changes changes = app.act(take(module_text));
  CHECK(changes.file);
  CHECK_FALSE(changes.evaluated);
  const ShownFile file = shown(app);
  CHECK(file.name == "kernel.mlir");
  CHECK(file.refused.empty());
  REQUIRE(file.lists.size() == 4);
  CHECK(file.choice.list == "parts");
  CHECK(names(file) == "copy gmem smem tensor_8");
  CHECK(file.rows[1].place == "3");
  CHECK(file.rows[1].sentence == "2 integers are open: fill in `?`");
  CHECK(file.total == 4);
  CHECK(file.cards == 4);
  app.act(list("unknown"));
  REQUIRE(shown(app).rows.size() == file.lists[3].count);
  CHECK(file.lists[3].count > 0);  // the function is never closed
}

TEST_CASE("file: the findings of a module are listed by severity, then by line") {
  App app;
  app.act(take(R"mlir(
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module {
  tt.func public @k(%arg0: !tt.ptr<f16>, %x: tensor<64x64xf16, #blocked>) {
    %0 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %1 = tt.load %0 : tensor<64x64x!tt.ptr<f16>, #blocked>
    %2 = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory>
    tt.return
  }
}
)mlir"));
  app.act(list("findings"));
  const ShownFile file = shown(app);
  REQUIRE(file.rows.size() == 2);
  CHECK(file.rows[0].grade == FileGrade::warning);
  CHECK(file.rows[0].place == "8");
  CHECK(file.rows[0].index == 0);
  CHECK(file.rows[1].grade == FileGrade::note);
  CHECK(file.rows[1].place == "5");
  CHECK(english(file.rows[0].shown_kind) == english(file.kinds[file.rows[0].kind].title));
  // The part leads to its finding.
  app.act(list("findings", "", "", 0));
  const FileLink about = shown(app).looked->links.front();
  app.act(list(about.list, "", "", about.row));
  CHECK(shown(app).looked->links.front().row == 0);
}

TEST_CASE("file: rows are listed by kind and by words, and a window of them is told") {
  App app;
  app.act(take(module_text));
  app.act(list("parts"));
  CHECK(english(shown(app).rows[1].shown_kind) == "tensor");
  app.act(list("parts", "tensor"));
  CHECK(names(shown(app)) == "gmem smem tensor_8");
  CHECK(shown(app).rows[0].shown_kind.empty());  // all rows have the chosen one
  app.act(list("parts", "tensor", "SMEM -copy"));
  CHECK(names(shown(app)) == "smem");
  app.act(list("parts"));
  const ShownFile part = shown(app, {1, 2});
  CHECK(part.total == 4);
  CHECK(part.from == 1);
  CHECK(names(part) == "gmem smem");
  CHECK(shown(app, {1000, 2}).rows.empty());
  app.act(list("nowhere", "nothing"));
  CHECK(shown(app).choice.list == "parts");
}

TEST_CASE("file: a row leads to what takes it and gives it, and back") {
  App app;
  app.act(take(module_text));
  app.act(list("parts", "", "", 0));
  const auto looked = shown(app).looked;
  REQUIRE(looked.has_value());
  CHECK(looked->row.name == "copy");
  REQUIRE_FALSE(looked->links.empty());
  const FileLink& link = looked->links.back();
  CHECK(link.list == "operations");
  app.act(list(link.list, "", "", link.row));
  const auto operation = shown(app).looked;
  REQUIRE(operation.has_value());
  CHECK(std::any_of(operation->links.begin(), operation->links.end(),
                    [](const FileLink& back) { return back.list == "parts" && back.row == 0; }));
  app.act(list("parts", "", "", 99));
  CHECK_FALSE(shown(app).looked.has_value());
}

TEST_CASE("file: rows become cards, once, under names that the program has not got") {
  App app;
  app.run(take(module_text));
  app.run(action::Bring{2}, -1);
  CHECK(app.state().program == "smem = memref<f16, smem, align<1024>, \"S<3,3,3> o 0 o ((64,2),8):((1,512),64)\">\n");
  CHECK(app.run(action::Bring{2}, -1).refused == "the program already contains these statements");
  app.run(action::Edit{"copy = 3\n"});
  app.run(list("parts", "copy"));
  app.run(action::Bring{-1}, -1);
  CHECK(app.state().program.starts_with("copy = 3\ncopy2 = make_tiled_copy"));
  REQUIRE(app.state().cards.size() == 2);
  CHECK(app.state().diagnostics.empty());
  CHECK(app.run(action::Bring{-1}, -1).refused == "the program already contains these statements");
}

TEST_CASE("file: a program is a program, nothing is open then, and a text without layouts says so") {
  App app;
  CHECK(app.run(action::Bring{0}, -1).refused == "no file is open");
  app.run(take("A = (4,8):(8,1)\n", "mine.stride"));
  CHECK(app.state().program == "A = (4,8):(8,1)\n");
  CHECK(app.file() == nullptr);
  app.run(take("int main() {}\n", "main.cpp"));
  CHECK(shown(app).refused == "no recognized layouts, tensors, copies or MMAs");
  app.run(take(""));
  CHECK(app.file() == nullptr);
  CHECK(app.state().program == "A = (4,8):(8,1)\n");
}

TEST_CASE("file: a file that is not a program leaves the program as it is") {
  App app;
  app.run(take("A = (4,8):(8,1)\n", "mine.stride"));
  CHECK(app.run(take("\x89PNG\x01\x02", "a.png")).refused == "the file 'a.png' is not text");
  CHECK(app.run(take("GIF8\xef\xbf\xbd", "a.gif")).refused == "the file 'a.gif' is not text");
  CHECK(app.run(take(" \n\t\n", "blank.txt")).refused == "the file 'blank.txt' is empty");
  CHECK(app.run(take("{\"name\": \"x\", \"version\": 1, \"list\": [\"a\", \"b\"]}\n", "package.json")).refused ==
        "the file 'package.json' has no line with a value; the program is unchanged");
  CHECK(app.run(take(std::string(300'000, 'a'), "long.txt")).refused ==
        "the file 'long.txt' has 300000 bytes; a program has at most 262144");
  CHECK(app.state().program == "A = (4,8):(8,1)\n");
  CHECK(app.run(take("# words alone\n", "words.stride")).refused.empty());
  CHECK(app.state().program == "# words alone\n");
}

TEST_CASE("file: the state tells the file, and an edit leaves it open") {
  App app;
  app.run(take(module_text));
  app.run(action::Edit{"A = 3\n"});
  const std::string state = state_json(app);
  CHECK(state.find(R"("file":{"name":"kernel.mlir")") != std::string::npos);
}

}  // namespace stridescope::app
