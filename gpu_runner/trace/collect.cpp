// Converts the spool of a traced program into a trace: records become requests. Instructions get their text from the
// kernel's machine code if a disassembler is installed, and their source lines if the program has line information.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>
#include <tuple>

#include "core/base/text.h"
#include "core/trace/report.h"
#include "gpu_runner/disassembler.h"
#include "gpu_runner/shell.h"
#include "gpu_runner/temporary_folder.h"
#include "gpu_runner/trace/cubin_kernels.h"
#include "gpu_runner/trace/injected.h"
#include "gpu_runner/trace/spool.h"
#include "gpu_runner/trace/trace_program.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;
using spool::Record;

// --- a kernel's disassembly ---

struct Line {
  std::string sass;
  std::string file;
  std::int64_t line = 0;
};
using Listing = std::map<std::int64_t, Line>;  // by pc

// The text between the first `"` after `from` and the next.
std::string in_quotes(const std::string& line, std::size_t from) {
  const std::size_t begin = line.find('"', from);
  const std::size_t end = begin == std::string::npos ? begin : line.find('"', begin + 1);
  return end == std::string::npos ? std::string() : line.substr(begin + 1, end - begin - 1);
}

// The kernel's part of the output of `nvdisasm -c -g`: sections, "//## File "...", line N", and "/*0a10*/ TEXT ;".
// bare: the output is the kernel's alone.
Listing listing_of(const std::string& text, const std::string& kernel, bool bare = false) {
  Listing out;
  Line now;
  bool inside = bare;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (const std::size_t section = line.find(".section"); section != std::string::npos) {
      const std::size_t name = line.find(".text.");
      inside = name != std::string::npos && line.compare(name + 6, kernel.size(), kernel) == 0 &&
               line.find_first_of(", \t\"", name + 6) == name + 6 + kernel.size();
      now = {};
      continue;
    }
    if (!inside) continue;
    if (const std::size_t mark = line.find("//## File "); mark != std::string::npos) {
      // For an inlined call the first line is the innermost.
      if (line.find("inlined at") == std::string::npos || now.file.empty()) {
        now.file = in_quotes(line, mark);
        const std::size_t number = line.find(", line ", mark);
        now.line = number == std::string::npos ? 0 : std::strtoll(line.c_str() + number + 7, nullptr, 10);
      }
      continue;
    }
    const std::size_t open = line.find("/*");
    const std::size_t close = line.find("*/");
    if (open == std::string::npos || close == std::string::npos || close < open + 6) continue;
    char* end = nullptr;
    const long long pc = std::strtoll(line.c_str() + open + 2, &end, 16);
    if (end != line.c_str() + close) continue;
    std::string sass = line.substr(close + 2);
    sass = sass.substr(0, sass.find(';'));
    const std::size_t first = sass.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    sass = sass.substr(first, sass.find_last_not_of(" \t") + 1 - first);
    out[pc] = {sass, now.file, now.line};
  }
  return out;
}

std::string listing_text(const std::string& command) {
  return shell_output(command + " 2>/dev/null", std::size_t{1} << 28).text;
}

// Only the kernel is disassembled: by its instructions alone in a large module without line information, as that of a
// library, for which nvdisasm takes a minute however little of it is asked for; otherwise by its symbol.
Listing disassembled(const std::string& disassembler, const std::string& cubin, const std::string& kernel,
                     std::uint32_t architecture) {
  constexpr std::size_t large_module = 1 << 22;
  const std::string module = content_of(cubin);
  const std::string_view code = module.size() < large_module ? "" : injected::bare_code_of(module, kernel);
  if (!code.empty()) {
    const std::string raw = cubin + ".raw";
    std::ofstream file(raw, std::ios::binary);
    file << code;
    file.close();
    const std::string command = cat(shell_word(disassembler), " -b SM", architecture, ' ', shell_word(raw));
    Listing out = file ? listing_of(listing_text(command), kernel, true) : Listing();
    std::error_code none;
    fs::remove(raw, none);
    if (!out.empty()) return out;
  }
  const std::int64_t symbol = injected::symbol_of(module, kernel);
  const std::string command = shell_word(disassembler) + " -c -g ";
  if (symbol >= 0) {
    Listing out = listing_of(listing_text(cat(command, "-fun ", symbol, " ", shell_word(cubin))), kernel);
    if (!out.empty()) return out;
  }
  return listing_of(listing_text(command + shell_word(cubin)), kernel);
}

// The instructions of a rewritten kernel: lines "place line FILE, a tab, text".
Listing listing_of_lines(const std::string& text) {
  Listing out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    std::istringstream head(line.substr(0, tab));
    std::int64_t place = 0;
    Line one;
    head >> place >> one.line >> std::ws;
    std::getline(head, one.file);
    one.sass = line.substr(tab + 1);
    out[place] = std::move(one);
  }
  return out;
}

// --- one launch ---

AccessKind kind_of(const Record& r) {
  const bool reads = (r.flags & spool::reads) != 0;
  const bool writes = (r.flags & spool::writes) != 0;
  const auto among = [&](AccessKind load, AccessKind store, AccessKind atomic) {
    return reads && writes ? atomic : writes ? store : load;
  };
  switch (r.kind) {
    case spool::global_access:
      return among(AccessKind::global_load, AccessKind::global_store, AccessKind::global_atomic);
    case spool::shared_access:
      return among(AccessKind::shared_load, AccessKind::shared_store, AccessKind::shared_atomic);
    case spool::local_access:
      return among(AccessKind::local_load, AccessKind::local_store, AccessKind::local_store);
    case spool::matrix_access:
      return among(AccessKind::ldmatrix, AccessKind::stmatrix, AccessKind::stmatrix);
    case spool::remote_access:
      return among(AccessKind::remote_load, AccessKind::remote_store, AccessKind::remote_store);
    case spool::async_copy:
      return AccessKind::async_copy;
    case spool::bulk_load:
      return AccessKind::bulk_load;
    case spool::bulk_store:
      return AccessKind::bulk_store;
    case spool::tensor_load:
      return AccessKind::tensor_load;
    case spool::matrix_product:
      return AccessKind::matrix_product;
    case spool::barrier:
      return AccessKind::barrier;
    default:
      return AccessKind::other_wait;
  }
}

TracedInstruction instruction_of(const Record& r, std::int64_t base) {
  TracedInstruction out;
  out.pc = static_cast<std::int64_t>(r.pc) - base;
  out.kind = kind_of(r);
  out.bytes = static_cast<int>(r.bytes);
  const bool matrix = r.kind == spool::matrix_access;
  if (matrix) {
    out.bytes = 16;
    out.matrices = static_cast<int>(r.flags >> 8 & 7);
  }
  return out;
}

// True if a reader would accept the record; malformed records are dropped.
bool sound(const Record& r, const TracedInstruction& instruction, std::int64_t threads) {
  const std::int64_t rest = threads - std::int64_t{32} * r.warp;
  if (r.active == 0 || rest <= 0 || (rest < 32 && r.active >> rest != 0) || instruction.pc < 0) return false;
  return has_possible_width(instruction);
}

bool numbers_fit(const TracedInstruction& instruction, const std::int64_t* numbers, int count) {
  for (int i = 0; i < count; ++i) {
    const bool address = i % numbers_of(instruction.kind) < 2;
    if (numbers[i] < 0 || numbers[i] >= max_traced_address) return false;
    if (address && instruction.bytes > 0 && numbers[i] % instruction.bytes != 0) return false;
  }
  return true;
}

struct Room {
  std::int64_t requests = max_traced_requests;
  std::int64_t numbers = max_traced_numbers;
};

bool read_launch(const fs::path& stem, const fs::path& folder, TracedLaunch& out, Trace& trace,
                 std::map<std::pair<std::uint32_t, std::string>, Listing>& listings, Room& room,
                 TraceProgress& progress) {
  const std::string head_bytes = content_of(stem.string() + ".head");
  spool::SpoolHead head;
  if (head_bytes.size() != sizeof head) return false;
  std::memcpy(&head, head_bytes.data(), sizeof head);
  const std::string bytes = content_of(stem.string() + ".records");
  std::vector<Record> records(bytes.size() / sizeof(Record));
  if (!records.empty()) std::memcpy(records.data(), bytes.data(), records.size() * sizeof(Record));
  std::istringstream text(content_of(stem.string() + ".text"));
  std::string mangled;
  std::getline(text, mangled);
  std::getline(text, trace.device);
  trace.architecture = head.architecture;
  out.kernel = injected::demangled(mangled.c_str());
  out.number = static_cast<std::int64_t>(head.number);
  for (std::size_t i = 0; i < 3; ++i) {
    out.grid[i] = head.grid[i];
    out.block[i] = head.threads[i];
  }
  out.shared_bytes = head.head.shared_bytes;
  out.shared_base = head.head.shared_base;
  out.waits_recorded = true;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  while (text >> base >> size) {
    if (base < static_cast<std::uint64_t>(max_traced_address) && size < static_cast<std::uint64_t>(max_traced_address))
      out.allocations.push_back({static_cast<std::int64_t>(base), static_cast<std::int64_t>(size)});
  }

  // Instructions by address; an instruction that accesses two kinds of memory becomes two.
  std::int64_t first_pc = static_cast<std::int64_t>(head.pc);
  if (head.pc == 0) {
    for (const Record& r : records) {
      if (first_pc == 0 || static_cast<std::int64_t>(r.pc) < first_pc) first_pc = static_cast<std::int64_t>(r.pc);
    }
  }
  using Key = std::tuple<std::int64_t, int, int, int>;
  const auto key = [](const TracedInstruction& i) { return Key{i.pc, static_cast<int>(i.kind), i.bytes, i.matrices}; };
  std::map<Key, std::uint32_t> places;
  for (const Record& r : records) {
    const TracedInstruction one = instruction_of(r, first_pc);
    if (sound(r, one, out.threads())) places.emplace(key(one), 0);
  }
  const auto named = std::pair(head.module, mangled);
  if (!listings.contains(named)) {
    progress.report(say("disassembling {}", short_kernel_name(out.kernel)));
    const std::string disassembler = find_nvdisasm();
    const fs::path module = folder / ("module_" + std::to_string(head.module));
    const std::string lines = content_of(module.string() + ".lines");
    const std::string cubin = module.string() + ".cubin";
    listings[named] = !lines.empty()         ? listing_of_lines(lines)
                      : disassembler.empty() ? Listing()
                                             : disassembled(disassembler, cubin, mangled, head.architecture);
  }
  const Listing& listing = listings[named];
  for (auto& [of, place] : places) {
    place = static_cast<std::uint32_t>(out.instructions.size());
    TracedInstruction one;
    one.pc = std::get<0>(of);
    one.kind = static_cast<AccessKind>(std::get<1>(of));
    one.bytes = std::get<2>(of);
    one.matrices = std::get<3>(of);
    if (const auto line = listing.find(one.pc); line != listing.end()) {
      one.sass = line->second.sass;
      one.file = line->second.file;
      one.line = line->second.line;
    }
    out.instructions.push_back(std::move(one));
  }
  // Copies and stores that the API does not report.
  bool tensor_store = false;
  for (const auto& [pc, line] : listing) tensor_store = tensor_store || line.sass.find("UTMASTG") != std::string::npos;
  if (tensor_store) out.unrecorded.emplace_back("tensor copies to global memory");
  std::istringstream unrecorded(content_of(stem.string() + ".unrecorded"));
  for (std::string line; std::getline(unrecorded, line) && out.unrecorded.size() < 64;) out.unrecorded.push_back(line);

  for (std::uint32_t slot = 0; slot < std::min(head.head.blocks, spool::most_blocks); ++slot) {
    TracedBlock block;
    block.block = head.head.block[slot];
    block.left_out = head.head.wanted[slot] - std::min(head.head.wanted[slot], head.head.kept[slot]);
    out.blocks.push_back(std::move(block));
  }
  for (std::size_t i = 0; i < records.size();) {
    const Record& r = records[i];
    const TracedInstruction one = instruction_of(r, first_pc);
    const int numbers = numbers_of(one.kind);
    const std::size_t taken = static_cast<std::size_t>(std::max(1, numbers));
    const std::size_t at = i;
    i += taken;
    if (r.slot >= out.blocks.size() || at + taken > records.size()) continue;
    TracedBlock& block = out.blocks[r.slot];
    TracedRequest request;
    request.warp = r.warp;
    request.active = r.active;
    request.first = static_cast<std::uint32_t>(block.numbers.size());
    const std::int64_t count = std::int64_t{numbers} * request.lanes();
    if (!sound(r, one, out.threads()) || room.requests < 1 || room.numbers < count) {
      ++block.left_out;
      continue;
    }
    request.instruction = places[key(one)];
    for (std::uint32_t rest = r.active; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      for (int n = 0; n < numbers; ++n)
        block.numbers.push_back(static_cast<std::int64_t>(records[at + static_cast<std::size_t>(n)].number[lane]));
    }
    if (!numbers_fit(one, block.numbers.data() + request.first, static_cast<int>(count))) {
      block.numbers.resize(request.first);
      ++block.left_out;
      continue;
    }
    --room.requests;
    room.numbers -= count;
    block.requests.push_back(request);
  }
  std::sort(out.blocks.begin(), out.blocks.end(),
            [](const TracedBlock& a, const TracedBlock& b) { return a.block < b.block; });
  return true;
}

}  // namespace

Result<Trace> collect_trace(const std::string& folder, std::vector<std::string>& notes, TraceProgress& progress) {
  std::istringstream log(content_of(fs::path(folder) / "log.text"));
  for (std::string line; std::getline(log, line);) notes.push_back(line);
  Trace out;
  out.tracer = "stridescope trace";
  std::map<std::pair<std::uint32_t, std::string>, Listing> listings;
  Room room;
  for (int n = 0; n < max_traced_launches; ++n) {
    const fs::path stem = fs::path(folder) / ("launch_" + std::to_string(n));
    std::error_code none;
    if (!fs::exists(stem.string() + ".head", none)) break;
    TracedLaunch launch;
    if (read_launch(stem, folder, launch, out, listings, room, progress)) out.launches.push_back(std::move(launch));
  }
  if (out.launches.empty()) {
    const bool started = std::find(notes.begin(), notes.end(), "started") != notes.end();
    return failure(ErrorCode::unsupported,
                   started
                       ? say("no launch was traced: the program did not launch a kernel of that name this many times")
                       : say("no launch was traced: the program did not start CUDA in a traceable way"),
                   say("try without --kernel and --launch; the program must run on this machine's GPU"));
  }
  return out;
}

}  // namespace stridescope::gpu
