// Traces a kernel on this machine's GPU by rewritten PTX, with the words of `stridescope trace`: for machine.py.
// Usage: stridescope_ptx_tracer --kernel NAME --grid X[,Y[,Z]] --block N --shared BYTES [--arg ARG]... -o FILE FILE.ptx
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "core/base/message.h"
#include "tests/gpu/ptx_tracer/trace_source.h"

namespace stridescope {
namespace {

// The size of a layout (N):(1): machine.py gives no other.
Result<std::int64_t> reach_of(const std::string& layout) {
  std::int64_t out = 0;
  std::from_chars(layout.data() + 1, layout.data() + layout.size(), out);
  if (out > 0 && layout.ends_with("):(1)")) return out;
  return failure(ErrorCode::arguments, say("{} is not a layout (N):(1)", layout));
}

// The words of a structure's members: "{i32=8,f32:(8):(1)}"; of any other argument the word.
std::vector<std::string> members_of(const std::string& word) {
  if (!word.starts_with('{')) return {word};
  std::vector<std::string> out(1);
  int depth = 0;
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    depth += word[i] == '(' ? 1 : word[i] == ')' ? -1 : 0;
    if (word[i] == ',' && depth == 0)
      out.emplace_back();
    else
      out.back() += word[i];
  }
  return out;
}

int failed(const Error& error) {
  std::fprintf(stderr, "error: %s\n", english(error.message).c_str());
  return 1;
}

int run(int count, char** words) {
  gpu::SourceOptions source;
  std::vector<gpu::Members> arguments;
  std::string out;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (!word.starts_with('-')) {
      source.name = word;
      continue;
    }
    if (++i == count) return failed({ErrorCode::arguments, say("{} is incomplete", word), {}, {}, {}});
    const std::string value = words[i];
    if (word == "--kernel") source.kernel = value;
    if (word == "--grid") {
      const char* at = value.c_str();
      for (std::int64_t& blocks : source.grid) {
        char* end = nullptr;
        blocks = std::strtoll(at, &end, 10);
        if (*end != ',') break;
        at = end + 1;
      }
    }
    if (word == "--block") source.block[0] = std::strtoll(value.c_str(), nullptr, 10);
    if (word == "--shared") source.shared_bytes = std::strtoll(value.c_str(), nullptr, 10);
    if (word == "-o") out = value;
    if (word != "--arg") continue;
    gpu::Members members;
    for (const std::string& one : members_of(value)) {
      auto argument = kernel_argument(one, reach_of);
      if (!argument) return failed(argument.error());
      members.push_back(std::move(*argument));
    }
    arguments.push_back(std::move(members));
  }
  std::ifstream file(source.name, std::ios::binary);
  source.text.assign(std::istreambuf_iterator<char>(file), {});
  source.is_ptx = source.name.ends_with(".ptx");
  const auto traced = gpu::trace_source(source, arguments);
  if (!traced) return failed(traced.error());
  if (!traced->same)
    return failed({ErrorCode::internal, say("the traced and the untraced run left different values"), {}, {}, {}});
  std::ofstream(out, std::ios::binary) << write_trace(traced->trace);
  return 0;
}

}  // namespace
}  // namespace stridescope

int main(int count, char** words) { return stridescope::run(count, words); }
