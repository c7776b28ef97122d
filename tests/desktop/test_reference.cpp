// The reference in the window's model.
#include <doctest/doctest.h>

#include "desktop/model/reference.h"
#include "desktop/model/session.h"
#include "tests/desktop/settle.h"

namespace stridescope::desktop {
TEST_CASE("reference: the glossary speaks the reader's language, and is found by the other one") {
  Session session({});
  Course course(session.side());
  Reference reference(session.side(), course);
  const auto term = [&](const char* word) {
    reference.search(word);
    settle(session);
    for (const app::Found& one : reference.found())
      if (one.kind == app::Found::Kind::term) return one;
    return app::Found();
  };
  CHECK(term("全集").title == "universe · 全集");
  CHECK(term("universe").about == "The numbers that a complement shall fill.");
  CHECK(term("universe").place == "complement/rest");
  const Catalog other;
  course.speak(true, other);
  reference.speak(other);
  CHECK(term("universe").title == "全集 · universe");
  CHECK(term("全集").about == "求补时要填满的那些数。");
}

TEST_CASE("reference: what is found, a page, an example of the reader's own, and back") {
  Session session({});
  Course course(session.side());
  Reference reference(session.side(), course);
  reference.search("coalesce");
  reference.open("coalesce");
  settle(session);
  REQUIRE_FALSE(reference.found().empty());
  CHECK(reference.found()[0].place == "coalesce");
  REQUIRE(reference.page() != nullptr);
  CHECK(reference.page()->title == "coalesce");
  CHECK(reference.picture() != nullptr);
  CHECK(reference.example == reference.page()->example);
  const std::string own = reference.example;
  reference.example = "size((3,5))";
  reference.edited();
  settle(session);
  CHECK(reference.page()->outcomes.back().text == "15");
  CHECK(reference.example == "size((3,5))");
  reference.restore();
  settle(session);
  CHECK(reference.example == own);
  // The answer to an older question is dropped.
  reference.open("size");
  reference.open("rank");
  settle(session);
  CHECK(reference.page()->name == "rank");
  reference.open("no such thing");
  settle(session);
  CHECK(reference.page() == nullptr);
  CHECK_FALSE(reference.trouble().empty());
}

}  // namespace stridescope::desktop
