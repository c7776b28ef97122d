// `stridescope emit`: writes the last value, or with --all each statement, as source text of another language.
// core/emit defines the languages; the picture formats are those of `render`.
#include <memory>

#include "core/cli/command.h"
#include "core/workspace/formats.h"

namespace stridescope::cli {
namespace {

constexpr Manual emit_manual = {
    .summary = "write a value as source text",
    .synopsis =
        "emit [--ints MODE] [--format FORMAT] [--all] [--view VIEW] PROGRAM\n"
        "emit --format cuda [--standalone] PROGRAM",
    .description = R"man(
Writes the last value of a program as source text of another language:

  cpp     CuTe C++: a static layout is a type, others call make_layout.
  dsl     CuTe DSL. A comment lists the dynamic integers.
  pycute  pycute, the Python reference in the CUTLASS repository.
  python  plain Python: shape, stride and all offsets as nested lists.
  cute    CuTe's printed form: static integers have an underscore.
  cuda    CUDA C++ of a kernel value; its layouts are constants. With
          --standalone: a complete file for nvcc that runs the kernel,
          checks every element and prints its bandwidth next to that of
          cudaMemcpy.

svg, latex and json are the pictures that `stridescope render` draws.

triton, tlx, tilelang, thunderkittens, mosaic, tilus, mojo, memref,
affine_map, torch_strides, numpy_strides and cublaslt write a layout in the
form of another system, or report why that system cannot express it; see
`stridescope help systems`.

--all writes each statement of the program as a statement of the other
language. A value that the language cannot express is an error with the
reason; with --all it becomes a comment.
)man",
    .examples = R"man(
A layout for a kernel:
  $ stridescope emit '(_8,(_4,_2)):(_4,(_1,_32))'
  Layout<Shape<_8,Shape<_4,_2>>,Stride<_4,Stride<_1,_32>>>{}

A program for a notebook:
  $ stridescope emit --ints teaching --format pycute --all \
      'A = (6,2):(8,2); B = composition(A, (4,3):(3,1))'
  # from pycute import *
  A = Layout((6, 2), (8, 2))  # (6,2):(8,2)
  B = Layout(((2, 2), 3), ((24, 2), 8))  # composition(A, (4,3):(3,1))

An invalid kernel, and the reason:
  $ stridescope emit --format cuda \
      'copy_kernel((64,64):(64,1), (64,64):(1,64), (_2048,_2):(_1,_2048), tile=(64,64))'
  error: copy_kernel: 2048 threads; a block can have at most 1024
   --> program:1:1
  ...

A swizzled tile for Triton:
  $ stridescope emit --format triton 'Sw<3,3,3> o 0 o (_64,_64):(_64,_1)' | head -2
  // (m, n) -> offset, of a tensor of shape [64, 64]
  #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>

Every offset:
  $ stridescope emit --format python '(2,3):(3,1)'
  {"shape": (2, 3), "stride": (3, 1), "offsets": [
      [0, 1, 2],
      [3, 4, 5]]}
)man",
};

struct EmitOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  std::string format = "cpp";
  std::string view;
  bool all = false;
  bool standalone = false;
};

bool view_fits(const std::string& format, const std::string& view) {
  if (view.empty() || format == "svg" || format == "latex" || format == "json") return true;
  print_error({ErrorCode::arguments,
               say("--view selects a picture, but --format {} does not draw one", format),
               say("add --format svg, latex or json"),
               {},
               {}});
  return false;
}

int emit(EmitOptions options) {
  if (options.standalone) {
    if (options.format != "cuda") {
      print_error(
          {ErrorCode::arguments, say("--standalone applies only to kernels"), say("add --format cuda"), {}, {}});
      return 2;
    }
    options.format = "cuda_standalone";
  }
  if (!view_fits(options.format, options.view)) return 2;
  Workspace workspace;
  const int last = evaluate(workspace, options.program, options.mode);
  if (last < 0) return 1;
  const auto text = [&]() -> Result<std::string> {
    if (options.all) return workspace.emit_program(options.format);
    if (const auto checked = workspace.check_view(last, options.view); !checked) return failure(checked.error());
    const auto view = workspace.view(last, options.view);
    if (!view) return failure(view.error());
    return workspace.emit(last, options.format, *view, language());
  }();
  return print_result(text);
}

}  // namespace

void add_emit(CLI::App& app, int& status) {
  auto options = std::make_shared<EmitOptions>();
  CLI::App* command = add_command(app, "emit", emit_manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  std::vector<std::string> formats = {"cpp", "dsl", "pycute", "python", "cute", "cuda", "svg", "latex", "json"};
  for (std::string& system : foreign_formats()) formats.push_back(std::move(system));
  command->add_option("--format", options->format, "The language or the system; cpp is the default.")
      ->check(CLI::IsMember(formats))
      ->type_name("cpp|dsl|pycute|python|cute|cuda|svg|latex|json|SYSTEM");
  command->add_flag("--all", options->all, "Write every statement of the program, not only the last value.");
  command->add_flag("--standalone", options->standalone, "With --format cuda: write a complete file for nvcc.");
  command->add_option("--view", options->view, "The picture, for svg, latex and json; see `stridescope render --help`.")
      ->type_name("VIEW");
  command->callback([options, &status] { status = emit(*options); });
}

}  // namespace stridescope::cli
