// Tests of the templates of CUDA text: the meaning of their marks, and that the texts of a file use each of its holes.
#include <doctest/doctest.h>

#include "core/data/gallery.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/copy/tensor_map.h"
#include "core/kernels/gemm/gemm_writer.h"
#include "core/kernels/kernel_plan.h"
#include "core/kernels/template.h"
#include "core/tiled/atom.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

constexpr Template sample = {"sample", R"(COUNT MODE NAME "CACHE "BYTES EACH BODY ON OFF)",
                             R"(// @text holes
// COUNT of "CACHE", and COUNTED.
int load_NAME = COUNT, COUNT_NAME;
asm("cp." CACHE ".shared " BYTES ";" :: "r"(x));
asm(CACHE " [%0], " BYTES BYTES ";");
void f(int x, COUNT int y);
// @end
  // @text lines
  if (x) {
    BODY
  }
#if ON && !OFF
  on();
#elif OFF
  off();
#else
  neither();
#endif
#if ON || OFF
  either();
#endif
  // @for EACH
  NAME(COUNT);
#if OFF
  off(MODE);
#endif
  // @next
  // @end
)"};

const Template* const all_templates[] = {
#define STRIDESCOPE_TEMPLATE(name) &templates::name,
#include "core/kernels/cuda/templates.def"
#undef STRIDESCOPE_TEMPLATE
};

}  // namespace

TEST_CASE("templates: each hole of a file stands in one of its texts") {
  for (const Template* file : all_templates) {
    CAPTURE(file->name);
    CHECK(file->text.starts_with("// @text "));
    for (std::string_view rest = file->holes; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      std::string_view hole = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (hole.starts_with('"')) hole.remove_prefix(1);
      CAPTURE(hole);
      bool found = false;
      for (std::size_t at = 0; !found && (at = file->text.find(hole, at)) != std::string_view::npos; ++at) {
        const auto is_name = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
        found = !is_name(file->text[at - 1]) && !is_name(file->text[at + hole.size()]);
      }
      CHECK(found);
    }
  }
}

TEST_CASE("templates: no text of a kernel of the gallery or of a probe has a hole left, or a value to spare") {
  const auto whole = [](const KernelPlan& plan) {
    const std::string text = cuda_text(plan).text;
    const std::string exported = standalone_text(plan);
    CHECK(text.find("#error") == std::string::npos);
    CHECK(exported.find("#error") == std::string::npos);
    // The exported text is the one that the runner compiles, byte by byte.
    CHECK(exported.find(text) != std::string::npos);
    if (const auto* copy = plan.as<CopyPlan>()) {
      CHECK(exported.find(check_text(*copy, false)) != std::string::npos);
    }
    CHECK(trace_text(plan).find("#error") == std::string::npos);
    // A refused launch is reported before its results are checked.
    const std::size_t program = exported.find("int main(");
    if (program == std::string::npos) return;  // a probe that nothing can run
    const std::size_t told = exported.find("cudaGetLastError()", program);
    REQUIRE(told != std::string::npos);
    CHECK(told < std::min(exported.find("stridescope_check<<<", program), exported.find("cudaMemcpy(found", program)));
  };
  int kernels = 0;
  for (const GalleryEntry& entry : gallery()) {
    CAPTURE(entry.program);
    for (const Binding& b : evaluate(entry.program, IntegerMode::teaching).bindings) {
      if (!is_kernel(b.value)) continue;
      const auto plan = plan_kernel(b.value);
      REQUIRE(plan.has_value());
      whole(*plan);
      ++kernels;
    }
  }
  CHECK(kernels > 5);
  std::size_t number = 0;
  for (const std::string& name : atom_names()) {
    const auto atom = find_atom(name);
    if (!atom || number++ % (5 * laws::step(10)) != 0) continue;
    CAPTURE(name);
    ProbeKernel kernel;
    if (const auto* mma = atom->as<MmaAtom>()) kernel.atom = *mma;
    if (const auto* copy = atom->as<CopyAtom>()) kernel.atom = *copy;
    whole(KernelPlan(plan_probe(kernel)));
  }
}

TEST_CASE("descriptors of tensors: the exported text asks the driver for what the runner asks for") {
  const char* const program =
      "copy_kernel((64,64):(64,1), (64,64):(64,1), \"tma\", Sw<3,2,3> o 0 o (16,32):(32,1), stages=2)";
  const auto plan = plan_kernel(evaluate(program, IntegerMode::teaching).bindings.at(0).value);
  REQUIRE(plan.has_value());
  const TensorMapRequest request = tensor_map_of(plan->as<CopyPlan>()->tma_load->atom);
  CHECK(request.type.value == 2);
  CHECK(request.swizzle.value == 3);
  CHECK(request.promotion.value == 3);
  CHECK(request.extents == std::vector<std::int64_t>{64, 64});
  CHECK(request.strides.front() == 256);
  CHECK(request.box == std::vector<std::int64_t>{32, 16});
  const std::string exported = standalone_text(*plan);
  for (const std::string_view part :
       {"static TensorMap src_map_of(void* base) {", "extents[] = {64, 64};", "strides[] = {256, 16};",
        "box[] = {32, 16};", "steps[] = {1, 1};", "&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, base,",
        "CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,"}) {
    CAPTURE(part);
    CHECK(exported.find(part) != std::string::npos);
  }
  CHECK(tensor_map_of(ProbePlan::Map::im2col).image);
}

TEST_CASE("templates: holes are words, parts of names, and parts of literals") {
  CHECK(filled(sample, "holes", {{"COUNT", 3}, {"NAME", "a"}, {"CACHE", "cg"}, {"BYTES", 16}}).text ==
        R"(// 3 of "cg", and COUNTED.
int load_a = 3, 3_a;
asm("cp.cg.shared 16;" :: "r"(x));
asm("cg [%0], 1616;");
void f(int x, 3 int y);
)");
  CHECK(filled(sample, "holes", {{"COUNT", ""}, {"NAME", "a"}, {"CACHE", "cg"}, {"BYTES", 16}}).text.find("x, int y") !=
        std::string::npos);
}

TEST_CASE("templates: lines are there or not, again for each item, and indented as their hole is") {
  MarkedText body;
  body.text = "#pragma unroll\nfor (;;) {\n  g();\n}\n";
  body.modes = {{28, 31, "mode"}};
  REQUIRE(body.text.substr(28, 3) == "g()");
  const auto write = [&](bool on, bool off) {
    return filled(
        sample, "lines",
        {{"BODY", body},
         {"ON", on},
         {"OFF", off},
         {"EACH", std::vector<Holes>{{{"NAME", "f"}, {"COUNT", 1}, {"MODE", 2}}, {{"NAME", "g"}, {"COUNT", 2}}}}});
  };
  const MarkedText on = write(true, false);
  CHECK(on.text == "if (x) {\n#pragma unroll\n  for (;;) {\n    g();\n  }\n}\non();\neither();\nf(1);\ng(2);\n");
  REQUIRE(on.modes.size() == 1);
  CHECK(on.text.substr(on.modes[0].begin, on.modes[0].end - on.modes[0].begin) == "g()");
  CHECK(write(false, false).text.find("\nneither();\nf(1);") != std::string::npos);
  const std::string off = write(true, true).text;
  CHECK(off.find(
            "\noff();\neither();\nf(1);\noff(2);\ng(2);\noff();\n#error \"sample.cuh, lines: MODE has no value\"\n") !=
        std::string::npos);
}

TEST_CASE("templates: a hole without a value and a value without a hole make text that never compiles") {
  const auto fault = [](const Holes& holes, std::string_view text) { return filled(sample, text, holes).text; };
  CHECK(fault({{"COUNT", 3}, {"NAME", "a"}, {"CACHE", "cg"}}, "holes")
            .ends_with("\n#error \"sample.cuh, holes: BYTES has no value\"\n"));
  CHECK(fault({{"COUNT", 3}, {"NAME", "a"}, {"CACHE", "cg"}, {"BYTES", 1}, {"BODY", "x"}}, "holes")
            .ends_with("\n#error \"sample.cuh, holes: nothing takes BODY\"\n"));
  CHECK(fault({}, "none") == "#error \"sample.cuh, none: there is no text none\"\n");
  CHECK(filled(sample, "holes", {{"COUNT", 3}, {"NAME", "a"}, {"CACHE", "cg"}, {"BYTES", 1}}, {{"BODY", "x"}})
            .text.find("#error") == std::string::npos);
  CHECK(filled(sample, "holes", {{"COUNT", 3}, {"NAME", "a"}, {"CACHE", "cg"}, {"BYTES", 1}}, {{"NOBODY", "x"}})
            .text.ends_with("nothing takes NOBODY\"\n"));
}

}  // namespace stridescope
