// TiledMMA and TiledCopy against their definitions, element by element: the position of each value of each thread.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "core/foreign/evaluate.h"
#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope {
namespace {

std::int64_t number(TupleRef t) { return t.integer().value; }

std::int64_t size_of(TupleRef t) {
  Arith arith;
  return product(arith, t).value;
}

std::int64_t at(const Layout& l, std::initializer_list<std::int64_t> coordinate) {
  Arith arith;
  TupleBuilder c(arith);
  c.open();
  for (const std::int64_t i : coordinate) c.integer(dynamic_int(i));
  c.close();
  return number(apply(arith, l, c.take()));
}

std::int64_t at(const Layout& l, std::int64_t i) {
  Arith arith;
  return number(apply(arith, l, IntTuple(dynamic_int(i))));
}

std::int64_t at(const Tensor& t, std::initializer_list<std::int64_t> coordinate) {
  return number(t.data.position) + at(domain_layout(t.layout), coordinate);
}

Tensor counting(const Layout& l) { return {{Iterator::Kind::counting, dynamic_int(0)}, l}; }

MmaAtom mma_atom(const char* name) {
  auto atom = find_mma(name);
  REQUIRE(atom);
  return *atom;
}

CopyAtom copy_atom(const char* name) {
  auto atom = find_copy(name);
  REQUIRE(atom);
  return *atom;
}

TiledMma tiled_mma(const char* atom, const char* atoms, const char* permutation) {
  Arith arith;
  const std::vector<Tiler> modes = *permutation != 0 ? *tiler(permutation).modes() : std::vector<Tiler>{};
  TiledMma out = make_tiled_mma(arith, mma_atom(atom), layout(atoms), modes);
  REQUIRE(arith.ok());
  return out;
}

struct MmaCase {
  const char* atom;
  const char* atoms;
  const char* permutation;
};

constexpr MmaCase mmas[] = {
    {"SM80_16x8x16_F32F16F16F32_TN", "(_1,_1,_1):(_0,_0,_0)", ""},
    {"SM80_16x8x16_F32F16F16F32_TN", "(_2,_2,_1):(_1,_2,_0)", "<_32,_32,_16>"},
    {"SM80_16x8x16_F32F16F16F32_TN", "(_2,_2):(_2,_1)", "<_32,(_8,_2,_2):(_1,_16,_8),_16>"},
    {"SM80_16x8x8_F32TF32TF32F32_TN", "(_1,_2,_2):(_0,_1,_2)", ""},
    {"SM75_8x8x16_S32S8S8S32_TN", "(_2,_1,_1):(_1,_0,_0)", "<_,_16,_>"},
    {"SM70_8x8x4_F32F16F16F32_NT", "(_2,_2):(_2,_1)", "<(_4,_4,_2):(_1,_8,_4),_32,_4>"},
    {"UniversalFMA<float,float,float,float>", "(_4,_8,_1):(_8,_1,_0)", ""},
};

// The coordinate in the tensor of coordinate `i` of the reordered mode.
std::int64_t permuted(const Tiler& p, std::int64_t i) {
  const Layout* layout = p.layout();
  if (layout == nullptr) return i;
  const std::int64_t size = size_of(layout->shape);
  return at(*layout, i % size) + size * (i / size);
}

}  // namespace

TEST_CASE("law: a thread of a TiledMMA holds what its atoms hold, where they lie") {
  laws::Tally tally;
  for (const MmaCase& c : mmas) {
    const TiledMma mma = tiled_mma(c.atom, c.atoms, c.permutation);
    for (const MmaOperand operand : {MmaOperand::a, MmaOperand::b, MmaOperand::c}) {
      const auto [first, second] = operand_modes(operand);
      Arith arith;
      const std::int64_t rows = 2 * tile_size_mnk(arith, mma, first).value;
      const std::int64_t columns = 3 * tile_size_mnk(arith, mma, second).value;
      const Layout data = layout(cat("(_", rows, ",_", columns, "):(_", columns, ",_1)"));
      const IntTuple shape = IntTuple(data.shape);
      const Tiler reorder[] = {permutation_mnk(arith, mma, first), permutation_mnk(arith, mma, second)};
      const Layout& tv = operand_layout(mma, operand);
      const std::int64_t atom_rows = number(mma.atom.shape_mnk[first]);
      const std::int64_t atom_columns = number(mma.atom.shape_mnk[second]);
      const std::int64_t thr_rows = size_of(mma.thr_layout_vmnk.shape[first + 1]);
      const std::int64_t thr_columns = size_of(mma.thr_layout_vmnk.shape[second + 1]);
      const std::int64_t values = size_of(tv.shape[1]);
      const std::int64_t threads = size_of(mma.thr_layout_vmnk.shape);
      std::map<std::int64_t, std::int64_t> held;
      for (std::int64_t v = 0; v < size_of(mma.thr_layout_vmnk.shape[0]); ++v) {
        for (std::int64_t m = 0; m < size_of(mma.thr_layout_vmnk.shape[1]); ++m) {
          for (std::int64_t n = 0; n < size_of(mma.thr_layout_vmnk.shape[2]); ++n) {
            for (std::int64_t k = 0; k < size_of(mma.thr_layout_vmnk.shape[3]); ++k) {
              const std::int64_t thread = at(mma.thr_layout_vmnk, {v, m, n, k});
              const std::int64_t place[] = {m, n, k};
              const Tensor part = partition(arith, get_slice(arith, mma, dynamic_int(thread)), operand, counting(data));
              REQUIRE(arith.ok());
              const TupleRef own = domain_layout(part.layout).shape;
              std::string wrong;
              if (!(partition_shape(arith, mma, operand, shape).ref() == own)) wrong = "partition_shape";
              if (size_of(own[0]) != values) wrong = "FrgV";
              for (std::int64_t r = 0; r < size_of(own[1]); ++r) {
                for (std::int64_t s = 0; s < size_of(own[2]); ++s) {
                  for (std::int64_t f = 0; f < values; ++f) {
                    const std::int64_t in_atom = at(tv, {v, f});
                    const std::int64_t row = in_atom % atom_rows + atom_rows * (place[first] + thr_rows * r);
                    const std::int64_t column = in_atom / atom_rows + atom_columns * (place[second] + thr_columns * s);
                    const std::int64_t expected = at(data, {permuted(reorder[0], row), permuted(reorder[1], column)});
                    if (at(part, {f, r, s}) != expected) wrong = cat("value (", f, ',', r, ',', s, ')');
                    ++held[expected];
                  }
                }
              }
              tally.add(wrong, [&] { return cat(c.atom, ' ', c.atoms, " T", thread); });
            }
          }
        }
      }
      // Every element has as many threads as there are atoms along the mode that the operand lacks.
      const std::int64_t copies =
          threads * values * (rows / (atom_rows * thr_rows)) * (columns / (atom_columns * thr_columns));
      CHECK(static_cast<std::int64_t>(held.size()) == rows * columns);
      for (const auto& owned : held)
        tally.add(owned.second * rows * columns == copies ? "" : "covered",
                  [&] { return cat(c.atom, " element ", owned.first); });
      // The TV layout is the same for one tile.
      const Layout whole = layout_tv(arith, mma, operand);
      REQUIRE(arith.ok());
      const Layout tile = layout(cat("(_", rows / 2, ",_", columns / 3, "):(_1,_", rows / 2, ')'));
      if (std::string_view(c.atom).starts_with("SM70")) continue;  // its 8 threads are not numbered 0 ... 7
      // CuTe's layoutC_TV gives the threads of further atoms along K elements past the tile; they hold what the first
      // do.
      const std::int64_t along_k = operand == MmaOperand::c ? size_of(mma.thr_layout_vmnk.shape[3]) : 1;
      for (std::int64_t t = 0; t < threads / along_k; ++t) {
        const Tensor part = partition(arith, get_slice(arith, mma, dynamic_int(t)), operand, counting(tile));
        const std::int64_t count = size_of(domain_layout(part.layout).shape);
        std::string wrong = count == size_of(whole.shape[1]) ? "" : "size";
        for (std::int64_t i = 0; i < count; ++i) {
          Arith m;
          if (number(element(m, IntTuple(dynamic_int(i)), part)) != at(whole, {t, i})) wrong = cat("V", i);
        }
        tally.add(wrong, [&] { return cat("layout_tv ", c.atom, " T", t); });
      }
    }
  }
  CHECK_HELD(tally, 1000);
}

namespace {

struct CopyCase {
  const char* atom;
  const char* threads;
  const char* values;
};

constexpr CopyCase copies[] = {
    {"Copy_Atom<UniversalCopy<float>,float>", "(_8,_4):(_1,_8)", "(_1,_2):(_0,_1)"},
    {"Copy_Atom<UniversalCopy<uint128_t>,half_t>", "(_16,_8):(_8,_1)", "(_1,_8):(_0,_1)"},
    {"Copy_Atom<UniversalCopy<uint128_t>,half_t>", "((_2,_4),_4):((_1,_8),_2)", "(_8,_2):(_1,_8)"},
    {"Copy_Atom<SM75_U32x4_LDSM_N,half_t>", "(_32,_1):(_1,_0)", "(_1,_8):(_0,_1)"},
    {"Copy_Atom<SM75_U32x4_LDSM_N,half_t>", "(_16,_4):(_1,_16)", "(_2,_8):(_1,_2)"},
    {"Copy_Atom<SM75_U16x8_LDSM_T,half_t>", "(_16,_2):(_1,_16)", "(_2,_8):(_1,_2)"},
};

}  // namespace

TEST_CASE("law: a thread of a TiledCopy moves what its atoms move, where they lie") {
  laws::Tally tally;
  for (const CopyCase& c : copies) {
    Arith arith;
    const TiledCopy copy = make_tiled_copy(arith, copy_atom(c.atom), layout(c.threads), layout(c.values));
    REQUIRE(arith.ok());
    const IntTuple tile = tiler_shape(arith, copy.tiler);
    const std::int64_t rows = size_of(tile[0]);
    const std::int64_t columns = size_of(tile[1]);
    const Layout data = layout(cat("(_", 2 * rows, ",_", 2 * columns, "):(_", 2 * columns, ",_1)"));
    const std::int64_t atom_threads = size_of(copy.atom.ref.shape[0]);
    const std::int64_t atom_values = size_of(copy.atom.ref.shape[1]);
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> reference;  // of an atom: value -> (thread, value)
    for (std::int64_t t = 0; t < atom_threads; ++t) {
      for (std::int64_t v = 0; v < atom_values; ++v) reference[at(copy.atom.ref, {t, v})] = {t, v};
    }
    for (const CopySide side : {CopySide::source, CopySide::destination}) {
      const Layout& own = side == CopySide::source ? copy.atom.src : copy.atom.dst;
      const std::int64_t own_values = size_of(own.shape[1]);
      const Layout tv = layout_tv(arith, copy, side);
      REQUIRE(arith.ok());
      for (std::int64_t t = 0; t < size_of(copy.tv.shape[0]); ++t) {
        const Tensor part = partition(arith, ThrCopy{copy, dynamic_int(t)}, side, counting(data));
        REQUIRE(arith.ok());
        std::string wrong;
        for (std::int64_t f = 0; f < size_of(domain_layout(part.layout).shape[0]); ++f) {
          const auto [thread, value] = reference[at(own, {t % atom_threads, f % own_values})];
          const std::int64_t element =
              at(copy.tv, {thread + atom_threads * (t / atom_threads), value + atom_values * (f / own_values)});
          if (at(tv, {t, f}) != element) wrong = cat("layout_tv V", f);
          for (std::int64_t r = 0; r < 4; ++r) {
            const std::int64_t expected =
                at(data, {element % rows + rows * (r % 2), element / rows + columns * (r / 2)});
            if (at(part, {f, r % 2, r / 2}) != expected) wrong = cat("V", f, " tile ", r);
          }
        }
        tally.add(wrong, [&] { return cat(c.atom, ' ', c.threads, " T", t); });
      }
      const TvTable table = TvTable::make(arith, tv);
      CHECK(tv_coverage(arith, table, rows * columns).exact());
    }
  }
  CHECK_HELD(tally, 500);
}

TEST_CASE("law: a retiled fragment holds the same elements as the copy's own partition") {
  laws::Tally tally;
  const TiledMma mma = tiled_mma("SM80_16x8x16_F32F16F16F32_TN", "(_2,_2,_1):(_1,_2,_0)", "<_32,_32,_16>");
  const Layout data = layout("(_64,_64):(_64,_1)");
  for (const auto& pairing : {std::pair{"Copy_Atom<SM75_U32x4_LDSM_N,half_t>", MmaOperand::a},
                              std::pair{"Copy_Atom<SM75_U32x2_LDSM_N,half_t>", MmaOperand::a},
                              std::pair{"Copy_Atom<SM75_U32x4_LDSM_N,half_t>", MmaOperand::b},
                              std::pair{"Copy_Atom<SM75_U16x8_LDSM_T,half_t>", MmaOperand::b},
                              std::pair{"Copy_Atom<UniversalCopy<uint32_t>,half_t>", MmaOperand::c}}) {
    const char* atom = pairing.first;
    const MmaOperand operand = pairing.second;
    Arith arith;
    const TiledCopy copy = make_tiled_copy(arith, copy_atom(atom), mma, operand);
    REQUIRE(arith.ok());
    for (std::int64_t t = 0; t < 128; t += 7) {
      const ThrMma thread = get_slice(arith, mma, dynamic_int(t));
      const Tensor part = partition(arith, thread, operand, counting(data));
      const Layout fragment = partition_fragment(arith, thread, operand, counting(data));
      const Layout retiled = retile(arith, copy, fragment);
      const Tensor wanted =
          partition(arith, ThrCopy{copy, dynamic_int(t)},
                    operand == MmaOperand::c ? CopySide::source : CopySide::destination, counting(data));
      if (arith.failed()) FAIL(english(arith.error().value().message));
      // Register -> element.
      std::map<std::int64_t, std::int64_t> registers;
      const std::int64_t count = size_of(fragment.shape);
      for (std::int64_t i = 0; i < count; ++i) {
        Arith m;
        registers[at(fragment, i)] = number(element(m, IntTuple(dynamic_int(i)), part));
      }
      CHECK(static_cast<std::int64_t>(registers.size()) == count);
      std::string wrong = size_of(retiled.shape) == count ? "" : "size";
      for (std::int64_t i = 0; i < count && wrong.empty(); ++i) {
        Arith m;
        if (registers[at(retiled, i)] != number(element(m, IntTuple(dynamic_int(i)), wanted))) wrong = cat("value ", i);
      }
      tally.add(wrong, [&] { return cat(atom, " T", t); });
    }
  }
  CHECK_HELD(tally, 80);
}

TEST_CASE("law: make_tiled_copy_C_atom holds the first values of the accumulators") {
  for (const MmaCase& c : mmas) {
    const TiledMma mma = tiled_mma(c.atom, c.atoms, c.permutation);
    Arith arith;
    const TiledCopy copy = make_tiled_copy_c_atom(arith, copy_atom("Copy_Atom<UniversalCopy<float>,float>"), mma);
    if (arith.failed()) continue;
    CAPTURE(c.atom);
    CAPTURE(c.permutation);
    const Layout all = layout_tv(arith, mma, MmaOperand::c);
    const IntTuple tile =
        make_tuple(arith, {IntTuple(tile_size_mnk(arith, mma, 0)), IntTuple(tile_size_mnk(arith, mma, 1))});
    const Layout to_mma = composition(arith, LayoutRef(make_layout(arith, tile)), copy.tiler);
    REQUIRE(arith.ok());
    for (std::int64_t t = 0; t < size_of(copy.tv.shape[0]); ++t) {
      for (std::int64_t v = 0; v < size_of(copy.tv.shape[1]); ++v)
        CHECK(at(to_mma, at(copy.tv, {t, v})) == at(all, {t, v}));
    }
  }
}

TEST_CASE("law: make_cotiled_copy puts threads where their addresses are") {
  Arith arith;
  const Layout tv = layout("(_32,_4):(_4,_1)");
  const Layout data = layout("(_16,_8):(_8,_1)");
  const TiledCopy copy = make_cotiled_copy(arith, copy_atom("Copy_Atom<UniversalCopy<uint128_t>,float>"), tv, data);
  REQUIRE(arith.ok());
  for (std::int64_t t = 0; t < 32; ++t) {
    const Tensor part = partition(arith, ThrCopy{copy, dynamic_int(t)}, CopySide::source, counting(data));
    for (std::int64_t v = 0; v < 4; ++v) CHECK(at(part, {v, 0, 0}) == at(tv, {t, v}));
  }
  make_cotiled_copy(arith, copy_atom("Copy_Atom<UniversalCopy<uint128_t>,float>"), layout("(_8,_4):(_2,_1)"),
                    layout("_8:_2"));
  REQUIRE(arith.failed());
  CHECK(arith.error().value().code == ErrorCode::unsupported);
}

TEST_CASE("tma_partition: each instruction moves a contiguous piece of shared memory, together all of the tile") {
  const CopyAtom atom = copy_atom("Copy_Atom<UniversalCopy<uint128_t>,half_t>");
  for (const char* shared : {"((_8,_64),_3):((_64,_1),_512)", "((_8,(_8,_8)),_3):((_8,(_1,_64)),_512)"}) {
    CAPTURE(shared);
    Arith arith;
    const Tensor smem = counting(layout(shared));
    const Tensor gmem = counting(layout("((_8,_64),10):((1000,_1),_64)"));
    const IntTuple zero = static_int(0);
    const TmaPartition part = tma_partition(arith, atom, zero, layout("_1:_0"), smem, gmem);
    REQUIRE(arith.ok());
    const Layout& s = domain_layout(part.shared.layout);
    const Layout& g = domain_layout(part.global.layout);
    CHECK(size_of(s.shape[0]) == 512);
    CHECK(size_of(s.shape[1]) == 3);
    CHECK(size_of(g.shape[1]) == 10);
    std::map<std::int64_t, std::int64_t> element;  // shared address -> global address of the same element
    for (std::int64_t i = 0; i < 512; ++i) element[at(layout(shared), {i, 0})] = at(domain_layout(gmem.layout), {i, 0});
    for (std::int64_t i = 0; i < 512; ++i) {
      CHECK(at(s, {i, 0}) == i);
      CHECK(at(g, {i, 0}) == element[i]);
    }
    // Two CTAs that multicast share the work: the second starts in the middle of the first box.
    const TmaPartition second = tma_partition(arith, atom, IntTuple(static_int(1)), layout("_2:_1"), smem, gmem);
    REQUIRE(arith.ok());
    CHECK(number(second.shared.data.position) == 4);
  }
}

TEST_CASE("tilings that cannot be are refused") {
  const MmaAtom mma = mma_atom("SM80_16x8x16_F32F16F16F32_TN");
  const CopyAtom copy = copy_atom("Copy_Atom<SM75_U32x4_LDSM_N,half_t>");
  const auto code = [](auto&& make) {
    Arith arith;
    make(arith);
    return arith.failed() ? arith.error().value().code : ErrorCode::internal;
  };
  CHECK(code([&](Arith& m) { make_tiled_mma(m, mma, layout("(_1,_1,_1,_1,_2):(_0,_0,_0,_0,_1)"), {}); }) ==
        ErrorCode::rank_mismatch);
  CHECK(code([&](Arith& m) { make_tiled_mma(m, mma, layout("(_1,_1,_1,_2):(_0,_0,_0,_1)"), {}); }) ==
        ErrorCode::arguments);
  CHECK(code([&](Arith& m) {
          make_tiled_mma(m, mma, layout("(_1,_1,_1):(_0,_0,_0)"), *tiler("<32,_16,_16>").modes());
        }) == ErrorCode::dynamic_value);
  CHECK(code([&](Arith& m) { make_tiled_copy(m, copy, layout("(_16,_1):(_1,_0)"), layout("(_1,_8):(_0,_1)")); }) ==
        ErrorCode::divisibility);
  CHECK(code([&](Arith& m) { make_tiled_copy(m, copy, layout("(_32,_1):(_1,_0)"), layout("(_1,_4):(_0,_1)")); }) ==
        ErrorCode::divisibility);
  CHECK(code([&](Arith& m) { make_tiled_copy(m, copy, layout("(32,1):(1,0)"), layout("(_1,_8):(_0,_1)")); }) ==
        ErrorCode::dynamic_value);
  CHECK(code([&](Arith& m) {
          make_tiled_copy(m, copy_atom("SM75_U32x4_LDSM_N"), layout("(_32,_1):(_1,_0)"), layout("(_1,_8):(_0,_1)"));
        }) == ErrorCode::arguments);
  Arith arith;
  const TiledMma tiled = make_tiled_mma(arith, mma, layout("(_1,_1,_1):(_0,_0,_0)"), {});
  CHECK(code([&](Arith& m) { thrfrg(m, tiled, MmaOperand::a, layout("128:1")); }) == ErrorCode::rank_mismatch);
  CHECK(code([&](Arith& m) { partition_shape(m, tiled, MmaOperand::a, tuple("(128)")); }) == ErrorCode::rank_mismatch);
  CHECK(arith.ok());
}

// Output of CuTe C++ 4.7 for the tensors that partition_fragment_C and make_tensor<FrgTypeA> make.
TEST_CASE("operands in tensor memory have its addresses") {
  const auto text = [](const std::string& program) {
    const Evaluation evaluation = evaluate(program, IntegerMode::cute);
    return evaluation.errors.empty() ? to_text(evaluation.bindings.back().value)
                                     : english(evaluation.errors[0].message);
  };
  const auto c = [&](const std::string& kind, const std::string& types, const char* mn, const char* shape) {
    return text("partition_fragment_C(make_tiled_mma(SM100_MMA_F16BF16_" + kind + "<half_t,half_t," + types + "," + mn +
                ",UMMA::Major::K,UMMA::Major::K>), " + shape + ")");
  };
  CHECK(c("SS", "float", "128,256", "(_128,_256)") == "((_128,_256),_1,_1):((_65536,_1),_0,_0)");
  CHECK(c("SS", "float", "128,64", "(_256,_128)") == "((_128,_64),_2,_2):((_65536,_1),_64,_128)");
  CHECK(c("SS", "half_t", "128,64", "(_256,_128)") == "((_128,_64),_2,_2):((_131072,_2),_128,_256)");
  CHECK(c("SS", "float", "64,64", "(_128,_128)") == "(((_16,_4),_64),_2,_2):(((_65536,_2097152),_1),_1048576,_64)");
  CHECK(c("SS", "half_t", "64,64", "(_128,_128)") == "(((_16,_4),_64),_2,_2):(((_131072,_4194304),_2),_2097152,_128)");
  CHECK(c("TS", "float", "64,64", "(_128,_128)") == "(((_16,_4),_64),_2,_2):(((_65536,_2097152),_1),_64,_128)");
  CHECK(c("TS", "float", "128,64", "(_256,_128)") == "((_128,_64),_2,_2):((_65536,_1),_64,_128)");
  CHECK(c("2x1SM_SS", "float", "256,128", "(_256,_256)") == "((_128,_128),_1,_2):((_65536,_1),_0,_128)");
  CHECK(c("2x1SM_SS", "float", "128,128", "(_128,_256)") == "((_64,(_64,_2)),_1,_2):((_65536,(_1,_4194304)),_0,_64)");
  CHECK(c("2x1SM_SS", "half_t", "128,128", "(_256,_256)") ==
        "((_64,(_64,_2)),_2,_2):((_131072,(_2,_8388608)),_128,_256)");
  CHECK(c("2x1SM_TS", "float", "128,128", "(_128,_256)") == "((_64,(_64,_2)),_1,_2):((_65536,(_1,_4194304)),_0,_64)");
  const auto a = [&](const std::string& kind, const char* mn, const char* tensor) {
    const std::string mma =
        "make_tiled_mma(SM100_MMA_F16BF16_" + kind + "<half_t,half_t,float," + mn + ",UMMA::Major::K,UMMA::Major::K>)";
    return text("partition_fragment_A(" + mma + ", 0, " + tensor + ")");
  };
  CHECK(a("TS", "64,64", "(_128,_64):(_64,_1)") == "(((_16,_4),_16),_2,_4):(((_131072,_4194304),_1),_16,_32)");
  CHECK(a("TS", "128,64", "(_256,_64):(_64,_1)") == "((_128,_16),_2,_4):((_131072,_1),_16,_32)");
  CHECK(a("2x1SM_TS", "128,128", "(_128,_64):(_64,_1)") == "((_128,_16),_1,_4):((_131072,_1),_0,_16)");
  CHECK(a("2x1SM_TS", "256,128", "(_256,_64):(_64,_1)") == "((_128,_16),_1,_4):((_131072,_1),_0,_16)");
  // The part from partition_C is the same for any tensor; the thread does not matter.
  CHECK(text("mma = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>)\n"
             "make_fragment_C(mma, partition_C(mma, 0, (_128,_256):(_256,_1)))") ==
        "((_128,_256),_1,_1):((_65536,_1),_0,_0)");
  // As CuTe's assertions.
  CHECK(c("SS", "float", "128,256", "(_512,_512)") == "tensor memory holds 2097152 bits, the fragment takes 8388608");
  CHECK(c("SS", "float", "128,256", "(128,256)") == "a fragment in tensor memory must have a static shape");
  CHECK(c("SS", "float", "64,64", "(_192,_128)").find("exceed mode") != std::string::npos);
}

}  // namespace stridescope
