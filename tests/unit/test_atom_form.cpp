// The browser of atoms and its form.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/forms/atom_form.h"
#include "core/tiled/atom.h"
#include "core/workspace/workspace.h"

using namespace stridescope;
using app::AtomKind;

namespace {

const app::FormField& field(const app::Form& form, std::string_view id) {
  for (const app::FormField& one : form.fields) {
    if (one.id == id) return one;
  }
  FAIL("no field ", id);
  return form.fields.front();
}

}  // namespace

TEST_CASE("atoms are found by words, or it is said where there are some") {
  const app::AtomsFound found = app::find_atoms({AtomKind::mma, "sm80", " 16x8x16   F32F16 "});
  REQUIRE(found.atoms.size() == 1);
  CHECK(found.atoms[0].name == "SM80_16x8x16_F32F16F16F32_TN");
  CHECK(found.note.empty());
  const app::AtomsFound elsewhere = app::find_atoms({AtomKind::copy, "sm80", "ldmatrix"});
  CHECK(elsewhere.atoms.empty());
  CHECK(elsewhere.note == say("No atom of {} matches these words; atoms of {} do.", "sm80", "sm100, sm75"));
  CHECK(app::find_atoms({AtomKind::mma, "sm80", "ldmatrix"}).note ==
        say("No MMA atom matches these words; copy atoms of {} do.", "sm100, sm75"));
  CHECK(app::find_atoms({AtomKind::mma, "", "ldmatrix"}).note ==
        say("No MMA atom matches these words; some copy atoms do."));
  CHECK(app::find_atoms({AtomKind::copy, "sm80", "no_such_thing"}).note == say("No atom matches these words."));
  CHECK(app::find_atoms({AtomKind::copy, "", std::string(100'000, 'x')}).note == say("No atom matches these words."));
}

TEST_CASE("every architecture that is offered has atoms") {
  for (const app::FieldOption& one : app::offered_architectures()) {
    CAPTURE(one.value);
    CHECK(app::find_atoms({AtomKind::mma, one.value, ""}).atoms.size() +
              app::find_atoms({AtomKind::copy, one.value, ""}).atoms.size() >
          0);
  }
}

TEST_CASE("a form says program text") {
  const door::ListedAtom mma = {"SM80_16x8x16_F32F16F16F32_TN", {}};
  CHECK(app::atom_form(AtomKind::mma, mma, {}).text == "SM80_16x8x16_F32F16F16F32_TN");
  CHECK(app::atom_form(AtomKind::mma, mma, {}).fields.size() == 1);
  const app::Form tiled = app::atom_form(
      AtomKind::mma, mma, {{"tiled", {"on"}}, {"atoms", {"2", "4", "1"}}, {"order", {"N"}}, {"tile", {"64", "", ""}}});
  CHECK(tiled.text == "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_4,_1):(_4,_1,_8), <_64,_,_>)");
  CHECK(tiled.wish == "mma");
  const door::ListedAtom copy = {"UniversalCopy<uint128_t>", {}};
  CHECK(app::atom_form(AtomKind::copy, copy, {{"tiled", {"on"}}, {"order", {"columns"}}}).text ==
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_1,_16), (_1,_8):(_8,_1))");
}

TEST_CASE("a form holds what is typed to its range, and looks at nothing else") {
  const door::ListedAtom family = {"SM90_64xNx16_F32F16F16_SS", {8, 16, 24}};
  const app::Form begun = app::atom_form(AtomKind::mma, family, {});
  CHECK(begun.name == "SM90_64x24x16_F32F16F16_SS");
  const app::Form given = app::atom_form(AtomKind::mma, family,
                                         {{"n", {"16"}},
                                          {"tiled", {"on"}},
                                          {"atoms", {"0", "99999999999999999999", "-3"}},
                                          {"order", {"K"}},
                                          {"tile", {"x", "5", "1e3"}},
                                          {"threads", {"7"}},
                                          {"n", {"8"}}});
  CHECK(field(given, "n").values == std::vector<std::string>{"16"});
  CHECK(field(given, "atoms").values == std::vector<std::string>{"1", "2", "1"});
  CHECK(field(given, "order").values == std::vector<std::string>{"M"});
  CHECK(field(given, "tile").values == std::vector<std::string>{"", "5", ""});
}

TEST_CASE("what a form says of each atom that is listed is a program") {
  for (const AtomKind kind : {AtomKind::mma, AtomKind::copy}) {
    for (const char* architecture : {"sm75", "sm80", "sm90"}) {
      for (const door::ListedAtom& atom : app::find_atoms({kind, architecture, ""}).atoms) {
        const app::Form form = app::atom_form(kind, atom, {});
        Workspace workspace;
        const Report& report = workspace.evaluate(form.text, IntegerMode::teaching);
        CAPTURE(form.text);
        CHECK(report.diagnostics.empty());
      }
    }
  }
}
