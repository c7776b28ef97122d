// The texts of a kernel in the window's model: modes of the CUDA text, and the texts from a run.
#include <doctest/doctest.h>

#include "desktop/model/kernel_text.h"
#include "desktop/model/session.h"
#include "tests/desktop/settle.h"
#include "tests/transpose_kernel.h"

namespace stridescope::desktop {
namespace {

KernelTexts texts_of(Session& session, const std::string& result = {}) {
  KernelTexts out;
  std::shared_ptr<const RunResult> read;
  if (!result.empty()) read = std::make_shared<const RunResult>(believed(read_run_result(result)));
  session.kernel_texts(*session.card("K"), read, {}, [&](const Result<KernelListing>& made) {
    if (made) out = KernelTexts(*made);
  });
  settle(session);
  return out;
}

}  // namespace

TEST_CASE("kernel text: each byte of an index expression has its mode, lines are as printed") {
  Session session({});
  session.open(transpose_line, IntegerMode::cute, {});
  settle(session);
  REQUIRE(session.card("K") != nullptr);
  CHECK(session.card("K")->binding.is_kernel());
  const KernelTexts texts = texts_of(session);
  CHECK(texts.launch == "4 blocks of 64 threads");
  const KernelText& text = texts.cuda;
  CHECK(text.name == "stridescope_copy");
  REQUIRE(!text.modes.empty());
  for (const KernelText::Mode& mode : text.modes) {
    REQUIRE(text.mode_at(mode.begin) != nullptr);
    CHECK(mode.end <= text.text.size());
  }
  CHECK(text.mode_at(0) == nullptr);
  CHECK(text.line(0).starts_with("// A copy of 4096 elements"));
}

TEST_CASE("kernel text: a mode walks over cells of the tile, a wrong element has its cells on both sides") {
  Session session({});
  session.open(transpose_line, IntegerMode::cute, {});
  settle(session);
  const KernelText text = texts_of(session).cuda;
  std::size_t walked = 0;
  for (const KernelText::Mode& mode : text.modes) {
    if (mode.mode.find("tile") != std::string::npos) continue;
    session.cells(*session.card("K"), mode.mode,
                  [&](const std::set<std::int64_t>& cells) { walked += cells.size() > 1; });
    settle(session);
  }
  CHECK(walked >= 4);
  std::set<std::int64_t> wrong;
  WrongElements elements;
  elements.add(33 + 2 * 64, WrongElements::unknown);
  session.cells(*session.card("K"), std::make_shared<const WrongElements>(elements),
                [&](const std::set<std::int64_t>& cells) { wrong = cells; });
  settle(session);
  CHECK(wrong == std::set<std::int64_t>{1 + 2 * 32, 1024 + 1 + 2 * 32});
}

TEST_CASE("kernel text: what a run made of it stands beside it, linked by line; another text takes its place") {
  Session session({});
  session.open(transpose_line, IntegerMode::cute, {});
  settle(session);
  KernelTexts texts = texts_of(session);
  CHECK_FALSE(texts.ptx);
  CHECK(english(texts.missing).find("attach a runner") != std::string::npos);
  CHECK_FALSE(texts.cuda.modes.empty());
  CHECK(texts.cuda.source(0) == 0);
  const std::size_t modes = texts.cuda.modes.size();
  texts = texts_of(session, R"({"status":"ok","ptx":".loc 1 3 1\n\tmov;\n.loc 1 2 1\n\tadd;\n\tret;\n"})");
  CHECK(texts.cuda.modes.size() == modes);  // the text is the same
  REQUIRE(texts.ptx);
  CHECK(texts.ptx->lines.size() == 3);
  CHECK(texts.ptx->source(0) == 3);
  CHECK(texts.ptx->from(2) == 1);
  CHECK_FALSE(texts.ptx->from(0));
  CHECK(texts.cuda.source(2) == 3);
  CHECK(texts.cuda.source(0) == 0);
  REQUIRE(texts.link(2) != nullptr);
  CHECK(texts.link(2)->told == "Line 2 of the CUDA text: 2 lines of PTX.");
  CHECK(texts.link(1) == nullptr);
  // A runner of another version compiled another text: the modes of this text do not apply to it.
  texts = texts_of(session, R"({"status":"ok","cuda":"a\nbc\n","ptx":".loc 1 2 1\n\tmov;\n"})");
  CHECK(texts.cuda.text == "a\nbc");
  CHECK(texts.cuda.longest == 1);
  CHECK(texts.cuda.modes.empty());
  CHECK(texts.cuda.source(1) == 2);
}

}  // namespace stridescope::desktop
