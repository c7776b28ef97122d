// `stridescope gallery`: prints the examples of the tutorials with their values and figures.
#include "core/data/gallery.h"

#include <algorithm>
#include <memory>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/cli/command.h"
#include "core/records/records.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {
namespace {

constexpr Manual gallery_manual = {
    .summary = "list the programs of the gallery, or show one",
    .synopsis =
        "gallery [--ints MODE] [--program | --svg [--value NAME]] [ID]\n"
        "gallery --json",
    .description = R"man(
The gallery contains the examples of the tutorials: S1 is CuTe's chapter on
the layout algebra, S2 its chapter on layouts; S3 and S4 are notes that draw
layouts. Without ID: prints one line per program. With ID: prints the title,
a sentence, the program and its values. An ID such as composition1 selects
the first program with that name; S4/composition1 selects that of group S4.
)man",
    .examples = R"man(
  $ stridescope gallery productraked2d
  S1/productraked2d: Raked product
  The same block over the same arrangement, interleaved.

  A = (_2,_5):(_5,_1)
  B = (3,4):(1,3)
  P = raked_product(A, B)

  A = (_2,_5):(_5,_1)
  B = (3,4):(1,3)
  P = ((3,_2),(4,_5)):((10,_5),(30,_1))

A figure of the tutorial:
  $ stridescope gallery complement1 --svg > complement1.svg
)man",
};

struct GalleryOptions {
  std::string id;
  IntegerMode mode = IntegerMode::cute;
  bool program = false;
  bool svg = false;
  bool json = false;
  std::string value;
};

std::string full_id(const GalleryEntry& entry) { return cat(entry.group, '/', entry.id); }

std::string gallery_text() {
  std::size_t width = 0;
  for (const GalleryEntry& entry : gallery()) width = std::max(width, columns_of(full_id(entry)));
  std::string out;
  for (const GalleryEntry& entry : gallery()) {
    append_all(out, left_aligned(full_id(entry), width + 2), entry.title, '\n');
  }
  return out;
}

std::string entry_text(const GalleryEntry& entry, IntegerMode mode) {
  Workspace workspace;
  const Report& report = workspace.evaluate(entry.program, mode);
  std::string out = cat(full_id(entry), ": ", entry.title, '\n', entry.about, "\n\n", entry.program, '\n');
  for (const ReportBinding& b : report.bindings) {
    append_all(out, b.name.empty() ? "" : b.name + " = ", b.text);
    if (!out.ends_with('\n')) out.push_back('\n');
  }
  for (const Diagnostic& d : report.diagnostics) out.append(format_diagnostic(workspace.program(), d));
  return out;
}

int show(const GalleryOptions& options) {
  if (options.json) {
    print_line(stdout, to_json(door::entries()));
    return 0;
  }
  if (options.id.empty()) {
    print(stdout, gallery_text());
    return 0;
  }
  const GalleryEntry* entry = find_entry(options.id);
  // gallery_picture reports an unknown entry.
  if (entry == nullptr || options.svg) return print_result(gallery_picture(options.id, options.value, options.mode));
  print_line(stdout, options.program ? std::string(entry->program) : entry_text(*entry, options.mode));
  return 0;
}

}  // namespace

void add_gallery(CLI::App& app, int& status) {
  auto options = std::make_shared<GalleryOptions>();
  CLI::App* command = add_command(app, "gallery", gallery_manual);
  command->add_option("ID", options->id, "The program to show.");
  add_integer_mode(*command, options->mode);
  CLI::Option* program = command->add_flag("--program", options->program, "Print only the program.");
  CLI::Option* svg = command->add_flag("--svg", options->svg, "Print the picture of a value of the program.");
  program->excludes(svg);
  command->add_option("--value", options->value, "The value to draw; the default is the subject of the entry.")
      ->type_name("NAME")
      ->needs(svg);
  command->add_flag("--json", options->json, "Print the whole gallery as JSON.");
  command->callback([options, &status] { status = show(*options); });
}

}  // namespace stridescope::cli
