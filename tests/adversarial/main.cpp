// Runs programs made to hurt (programs.h): each is evaluated in both integer modes, and everything that page, window
// and command line ask about its values is asked. Time and memory of each such act are measured and bounded.
//   stridescope_adversarial [--family grammar|functions|repeated|extents|gallery|pairs] [--every N [--offset K]]
//   [--first N]
//                           [--last N] [--example NAME] [--brief 1] [--seconds S] [--megabytes M] [--show N]
// Writes the number of a program to standard error before it runs, so that the last one there is the one that crashed
// (run.mjs goes on after it). Standard output: a line of JSON for each act beyond a bound, {"beyond":…}, and a last one
// with the figures, {"done":…}. Time is the processor's, here and there: the machine's other work does not count.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/archive_json.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/records/records.h"
#include "core/workspace/workspace.h"
#include "tests/adversarial/programs.h"
#include "tests/processor_time.h"

// --- memory: bytes of all blocks that operator new has given, now and at most ---

namespace {
std::size_t bytes_now = 0;
std::size_t bytes_most = 0;
constexpr std::size_t header = 16;  // keeps the alignment of malloc
}  // namespace

void* operator new(std::size_t size) {
  auto* block = static_cast<char*>(std::malloc(size + header));
  if (block == nullptr) std::abort();
  std::memcpy(block, &size, sizeof size);
  bytes_now += size;
  bytes_most = std::max(bytes_most, bytes_now);
  return block + header;
}
void* operator new[](std::size_t size) { return ::operator new(size); }
// A sanitizer has its own operators, and their blocks have no header: std::stable_sort asks for such a buffer.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return ::operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return ::operator new(size); }
void operator delete(void* pointer) noexcept {
  if (pointer == nullptr) return;
  char* block = static_cast<char*>(pointer) - header;
  std::size_t size = 0;
  std::memcpy(&size, block, sizeof size);
  bytes_now -= size;
  std::free(block);
}
void operator delete[](void* pointer) noexcept { ::operator delete(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { ::operator delete(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { ::operator delete(pointer); }

namespace stridescope::adversarial {
namespace {

struct Options {
  std::string_view family;
  std::string_view example;  // only this example; for the family pairs
  std::size_t every = 1;
  std::size_t offset = 0;
  std::size_t first = 0;
  std::size_t last = ~std::size_t{0};
  double seconds = 2;
  double megabytes = 512;
  bool brief = false;  // of all programs, as of those that are brief in any case
  bool show = false;
};

struct Figure {
  double value = 0;
  std::size_t number = 0;
  std::string name;
  std::string act;
};

constexpr std::size_t worst_kept = 10;

// The largest, of each program one.
struct Worst {
  std::vector<Figure> figures;
  void add(const Figure& figure) {
    for (Figure& f : figures) {
      if (f.number == figure.number) {
        if (f.value < figure.value) f = figure;
        sort();
        return;
      }
    }
    if (figures.size() == worst_kept && figures.back().value >= figure.value) return;
    figures.push_back(figure);
    sort();
    if (figures.size() > worst_kept) figures.pop_back();
  }
  void sort() {
    std::sort(figures.begin(), figures.end(), [](const Figure& a, const Figure& b) { return a.value > b.value; });
  }
};

class Runner {
 public:
  explicit Runner(const Options& options) : options_(options) {}

  void run(std::size_t number, const Program& program) {
    std::fprintf(stderr, "%zu\n", number);
    number_ = number;
    name_ = program.name.size() > 160 ? program.name.substr(0, 157) + "..." : program.name;
    ++programs_;
    if (options_.show) std::printf("%s\n", program.text.c_str());
    for (const IntegerMode mode : {IntegerMode::cute, IntegerMode::teaching}) {
      if (program.asked == 0 && mode == IntegerMode::teaching) continue;  // the same work
      Workspace workspace;
      act("evaluate", [&] { workspace.evaluate(program.text, mode); });
      act("report", [&] { to_json(door::report_of(workspace, 100)); });
      const int count = static_cast<int>(workspace.report().bindings.size());
      if (options_.show) {
        for (const Diagnostic& d : workspace.report().diagnostics)
          std::printf("error: %s\n", english(d.message).c_str());
        for (const ReportBinding& b : workspace.report().bindings) std::printf("%s\n", b.text.substr(0, 300).c_str());
      }
      if (program.brief || options_.brief) {
        if (count > 0) ask_briefly(workspace, count - 1);
        return;
      }
      // Takes the first and the last of many values.
      for (int i = 0; i < count; ++i) {
        if (i < program.asked || i == count - 1) ask(workspace, i);
      }
      act("emit_program", [&] { (void)workspace.emit_program("python"); });
      if (mode == IntegerMode::teaching) {
        act("format", [&] { format_program(program.text); });
        act("complete", [&] { workspace.complete(program.text, static_cast<std::uint32_t>(program.text.size())); });
      }
    }
  }

  int finish(std::size_t all) {
    std::string out = cat("{\"done\":{\"programs\":", programs_, ",\"of\":", all, ",\"acts\":", acts_,
                          ",\"seconds\":", static_cast<std::int64_t>(processor_ms() / 1000));
    for (const auto& [key, worst] : {std::pair{"ms", &slowest_}, std::pair{"kB", &largest_}}) {
      append_all(out, ",\"", key, "\":[");
      for (std::size_t i = 0; i < worst->figures.size(); ++i) {
        if (i > 0) out.push_back(',');
        figure(out, worst->figures[i]);
      }
      out.push_back(']');
    }
    std::printf("%s}}\n", out.c_str());
    return beyond_ == 0 ? 0 : 1;
  }

 private:
  template <class Act>
  void act(const char* name, Act&& work) {
    const std::size_t before = bytes_now;
    bytes_most = bytes_now;
    const double start = processor_ms();
    work();
    const double ms = processor_ms() - start;
    const double kb = static_cast<double>(bytes_most - before) / 1024;
    ++acts_;
    const Figure slow = {ms, number_, name_, name};
    const Figure large = {kb, number_, name_, name};
    slowest_.add(slow);
    largest_.add(large);
    if (ms <= 1000 * options_.seconds && kb <= 1024 * options_.megabytes) return;
    ++beyond_;
    std::string out = "{\"beyond\":";
    figure(out, ms > 1000 * options_.seconds ? slow : large);
    out.pop_back();
    append_all(out, ",\"ms\":", static_cast<std::int64_t>(ms), ",\"kB\":", static_cast<std::int64_t>(kb), "}}\n");
    std::fputs(out.c_str(), stdout);
    std::fflush(stdout);
  }

  static void figure(std::string& out, const Figure& f) {
    append_all(out, "{\"value\":", static_cast<std::int64_t>(f.value), ",\"number\":", f.number, ",\"act\":\"", f.act,
               "\",\"name\":");
    JsonWriter(out).string(f.name);
    out.push_back('}');
  }

  // Plans and verdicts visit elements, an analysis visits memory. Pictures are requested only in the smaller families.
  void ask_briefly(const Workspace& workspace, int i) {
    act("verdict", [&] { (void)workspace.verdict(i); });
    act("analyze", [&] { (void)workspace.analyze(i); });
    act("cuda", [&] { (void)workspace.emit(i, "cuda", {}); });
  }

  void ask(const Workspace& workspace, int i) {
    act("properties", [&] { (void)workspace.properties(i); });
    act("views", [&] { offered_ = workspace.views(i).value_or(std::vector<OfferedView>{}); });
    for (const OfferedView& offered : offered_) {
      View view;
      view.picture = offered.picture;
      if (!offered.labels.empty()) view.label = offered.labels.front();
      if (!offered.colors.empty()) view.color = offered.colors.front();
      act("scene", [&] {
        const auto scene = workspace.scene(i, view);
        if (scene) (void)workspace.excerpt(i, view, *scene, {0, 8, 0, 8, {0}, {0}});
      });
      act("cell_group", [&] { (void)workspace.cell_group(i, view, 0); });
    }
    const View usual = workspace.view(i).value_or(View{});
    for (const char* format : {"svg", "figure", "latex", "text", "json", "ascii", "cute", "cute_latex", "cpp", "dsl",
                               "pycute", "python", "cuda"}) {
      act(format, [&] { (void)workspace.emit(i, format, usual); });
    }
    act("describe", [&] { (void)workspace.describe(i, 0); });
    act("linked", [&] { (void)workspace.linked(i, 0); });
    act("analyze", [&] { (void)workspace.analyze(i); });
    act("analyze half", [&] {
      if (const auto analysis = workspace.analyze(i, "half_t")) to_json(*analysis);
    });
    act("verdict", [&] {
      if (const auto verdicts = workspace.verdict(i)) to_json(*verdicts);
    });
    act("explain", [&] {
      if (const auto step = workspace.explain(i)) to_json(*step);
    });
    act("swizzle_trials", [&] { (void)workspace.swizzle_trials(i); });
    act("move_arrow", [&] { (void)workspace.move_arrow(i, 0, -1); });
  }

  const Options& options_;
  std::vector<OfferedView> offered_;
  std::size_t number_ = 0;
  std::string name_;
  std::size_t programs_ = 0;
  std::size_t acts_ = 0;
  std::size_t beyond_ = 0;
  Worst slowest_;
  Worst largest_;
};

int run(const Options& options) {
  Runner runner(options);
  const auto wanted = [&](std::size_t i) {
    // Scattered, so that neighbors in the lists do not drop out together.
    std::uint64_t mixed = (i + 1) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
    mixed ^= mixed >> 32;
    return i >= options.first && i <= options.last && mixed % options.every == options.offset;
  };
  Programs programs(wanted, [&](std::size_t i, const Program& p) { runner.run(i, p); });
  if (options.family.empty() || options.family == "grammar") grammar_programs(programs);
  if (options.family.empty() || options.family == "functions") function_programs(programs);
  if (options.family.empty() || options.family == "repeated") repeated_programs(programs);
  if (options.family.empty() || options.family == "extents") extent_programs(programs, false);
  if (options.family.empty() || options.family == "gallery") extent_programs(programs, true);
  if (options.family.empty() || options.family == "pairs") extent_pair_programs(programs, options.example);
  return runner.finish(programs.count());
}

}  // namespace
}  // namespace stridescope::adversarial

int main(int argc, char** argv) {
  stridescope::adversarial::Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view key = argv[i];
    const char* value = argv[i + 1];
    const auto number = static_cast<std::size_t>(std::strtoull(value, nullptr, 10));
    if (key == "--family") options.family = value;
    if (key == "--example") options.example = value;
    if (key == "--brief") options.brief = number != 0;
    if (key == "--every") options.every = std::max<std::size_t>(number, 1);
    if (key == "--offset") options.offset = number;
    if (key == "--first") options.first = number;
    if (key == "--last") options.last = number;
    if (key == "--seconds") options.seconds = std::strtod(value, nullptr);
    if (key == "--megabytes") options.megabytes = std::strtod(value, nullptr);
    if (key == "--show") options.first = options.last = number, options.show = true;
  }
  return stridescope::adversarial::run(options);
}
