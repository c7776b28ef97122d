// The trace file: a line of text, then raw deflate (RFC 1951) of sections. All integers are varints, seven bits per
// byte, low bits first; signed integers are zigzag-encoded. An address is stored as the difference from a prediction,
// which continues the step of the previous lanes. The addresses of a layout are then mostly zeros, which compress well.
#include <limits>

#include "core/trace/trace.h"

namespace stridescope {
namespace {

enum Section : std::uint64_t { about_section = 1, launch_section = 2 };

constexpr std::int64_t none_there = -1;

struct KindFacts {
  std::string_view name;
  int numbers;
  Term meaning;
};
constexpr KindFacts kinds[] = {
#define STRIDESCOPE_ACCESS(name, numbers, meaning) {#name, numbers, term(meaning)},
#include "core/trace/access_kinds.def"
#undef STRIDESCOPE_ACCESS
};
constexpr std::size_t kind_count = std::size(kinds);

// --- numbers as bytes ---

void put(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}
void put(std::string& out, std::int64_t value) { put(out, static_cast<std::uint64_t>(value)); }
void put_text(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out.append(text);
}
std::uint64_t zigzag(std::uint64_t value) { return value << 1 ^ (value >> 63 != 0 ? ~std::uint64_t{0} : 0); }
std::uint64_t unzigzag(std::uint64_t value) { return value >> 1 ^ ((value & 1) != 0 ? ~std::uint64_t{0} : 0); }

// Continues after a fault and returns zeros: callers check for a fault where work or memory depend on a number.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  bool bad() const { return bad_; }
  bool at_end() const { return at_ >= bytes_.size(); }
  std::size_t left() const { return bytes_.size() - at_; }
  std::uint64_t natural() {
    std::uint64_t out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_end()) return fault();
      const auto byte = static_cast<std::uint8_t>(bytes_[at_++]);
      const std::uint64_t part = byte & 0x7f;
      if (shift == 63 && part > 1) return fault();
      out |= part << shift;
      if (byte < 0x80) return out;
    }
    return fault();
  }
  // A number of at most `most`.
  std::int64_t number(std::int64_t most) {
    const std::uint64_t out = natural();
    if (out > static_cast<std::uint64_t>(most)) return static_cast<std::int64_t>(fault());
    return static_cast<std::int64_t>(out);
  }
  std::string_view run() {
    const std::uint64_t size = natural();
    if (bad_ || size > left()) {
      fault();
      return {};
    }
    const std::string_view out = bytes_.substr(at_, static_cast<std::size_t>(size));
    at_ += size;
    return out;
  }
  std::string text() { return std::string(run()); }

 private:
  std::uint64_t fault() {
    bad_ = true;
    at_ = bytes_.size();
    return 0;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool bad_ = false;
};

// --- predictions of the next numbers ---

// For one instruction of one block: the first lane is predicted by the step of
// the last two requests; a further lane by the step of the two lanes before it.
struct Guess {
  std::int64_t block = none_there;  // the block of the prediction: numbers of other blocks are not used
  std::uint64_t first[3] = {};
  std::uint64_t step[3] = {};
};

// Calls code(place of the number, prediction) for each number; code returns the number.
template <class Code>
void each_number(int numbers, int lanes, std::int64_t block, Guess& guess, const Code& code) {
  if (guess.block != block) {
    guess = {};
    guess.block = block;
  }
  for (int n = 0; n < numbers; ++n) {
    std::uint64_t last = 0;
    std::uint64_t step = 0;
    for (int lane = 0; lane < lanes; ++lane) {
      const std::uint64_t guessed = lane == 0 ? guess.first[n] + guess.step[n] : last + step;
      const std::uint64_t value = code(static_cast<std::size_t>(lane * numbers + n), guessed);
      if (lane == 0) {
        guess.step[n] = value - guess.first[n];
        guess.first[n] = value;
      } else {
        step = value - last;
      }
      last = value;
    }
  }
}

void write_block(std::string& out, const TracedLaunch& launch, const TracedBlock& block, std::vector<Guess>& guesses) {
  put(out, block.block);
  put(out, block.left_out);
  put(out, std::uint64_t{block.requests.size()});
  for (const TracedRequest& r : block.requests) {
    put(out, std::uint64_t{r.instruction});
    put(out, std::uint64_t{r.warp});
    // The common case, all lanes active, is stored as zero.
    put(out, std::uint64_t{~r.active});
    each_number(numbers_of(launch.instructions[r.instruction].kind), r.lanes(), block.block, guesses[r.instruction],
                [&](std::size_t at, std::uint64_t guessed) {
                  const auto value = static_cast<std::uint64_t>(block.numbers[r.first + at]);
                  put(out, zigzag(value - guessed));
                  return value;
                });
  }
}

void write_launch(std::string& out, const TracedLaunch& launch) {
  put_text(out, launch.kernel);
  put(out, launch.number);
  for (const auto& extents : {launch.grid, launch.block}) {
    for (const std::int64_t extent : extents) put(out, extent);
  }
  put(out, launch.shared_bytes);
  put(out, launch.shared_base);
  put(out, std::uint64_t{launch.waits_recorded});
  put(out, std::uint64_t{launch.unrecorded.size()});
  for (const std::string& kind : launch.unrecorded) put_text(out, kind);
  put(out, std::uint64_t{launch.allocations.size()});
  for (const TracedAllocation& a : launch.allocations) {
    put(out, a.base);
    put(out, a.bytes);
  }
  put(out, std::uint64_t{launch.instructions.size()});
  for (const TracedInstruction& i : launch.instructions) {
    put(out, i.pc);
    put(out, static_cast<std::uint64_t>(i.kind));
    put(out, std::int64_t{i.bytes});
    put(out, std::int64_t{i.matrices});
    put_text(out, i.sass);
    put_text(out, i.file);
    put(out, i.line);
  }
  put(out, std::uint64_t{launch.blocks.size()});
  std::vector<Guess> guesses(launch.instructions.size());
  for (const TracedBlock& block : launch.blocks) write_block(out, launch, block, guesses);
}

// --- reading ---

// The remaining limits of the whole trace.
struct Room {
  std::int64_t instructions = max_traced_instructions;
  std::int64_t allocations = max_traced_allocations;
  std::int64_t blocks = max_traced_blocks;
  std::int64_t requests = max_traced_requests;
  std::int64_t numbers = max_traced_numbers;
};

tl::unexpected<Error> broken_trace(const Message& what) { return failure(no_trace(what)); }
tl::unexpected<Error> beyond(const Message& what, std::int64_t most) {
  return failure(ErrorCode::too_large, say("the trace has more than {} {}", most, what),
                 say("trace fewer blocks or launches"));
}

// Empty, or the contradiction.
Message read_request(Bytes& in, const TracedLaunch& launch, TracedBlock& block, std::vector<Guess>& guesses,
                     Room& room) {
  TracedRequest r;
  r.instruction = static_cast<std::uint32_t>(in.number(std::numeric_limits<std::uint32_t>::max()));
  r.warp = static_cast<std::uint32_t>(in.number(std::numeric_limits<std::uint32_t>::max()));
  r.active = ~static_cast<std::uint32_t>(in.number(std::numeric_limits<std::uint32_t>::max()));
  if (in.bad()) return say("a request is cut off");
  if (r.instruction >= launch.instructions.size())
    return say("a request names instruction {}; the launch has {}", r.instruction, launch.instructions.size());
  const std::int64_t threads = launch.threads() - std::int64_t{32} * r.warp;
  if (threads <= 0 || r.active == 0 || (threads < 32 && r.active >> threads != 0))
    return say("a request names threads outside the block");
  const TracedInstruction& instruction = launch.instructions[r.instruction];
  const int numbers = numbers_of(instruction.kind);
  const std::int64_t count = std::int64_t{numbers} * r.lanes();
  if (static_cast<std::uint64_t>(count) > in.left()) return say("a request is cut off");
  room.numbers -= count;
  if (room.numbers < 0) return {};
  r.first = static_cast<std::uint32_t>(block.numbers.size());
  block.numbers.resize(block.numbers.size() + static_cast<std::size_t>(count));
  bool fits = true;
  each_number(numbers, r.lanes(), block.block, guesses[r.instruction], [&](std::size_t at, std::uint64_t guessed) {
    const std::uint64_t value = guessed + unzigzag(in.natural());
    const bool address = static_cast<int>(at) % numbers < 2;
    const bool aligned =
        !address || instruction.bytes == 0 || value % static_cast<std::uint64_t>(instruction.bytes) == 0;
    fits = fits && aligned && value < static_cast<std::uint64_t>(max_traced_address);
    block.numbers[r.first + at] = fits ? static_cast<std::int64_t>(value) : 0;
    return value;
  });
  if (in.bad()) return say("a request is cut off");
  if (!fits)
    return say(
        "an address is not a multiple of its access's width, or beyond "
        "all memory");
  block.requests.push_back(r);
  return {};
}

Result<TracedBlock> read_block(Bytes& in, const TracedLaunch& launch, std::int64_t after, std::vector<Guess>& guesses,
                               Room& room) {
  TracedBlock out;
  out.block = in.number(launch.blocks_in_all() - 1);
  out.left_out = in.number(max_traced_address);
  const std::uint64_t requests = in.natural();
  if (in.bad() || out.block <= after) return broken_trace(say("a block is outside the grid or listed twice"));
  if (requests > static_cast<std::uint64_t>(room.requests)) return beyond(say("requests"), max_traced_requests);
  // An entry takes at least three bytes.
  if (requests > in.left() / 3) return broken_trace(say("a block is cut off"));
  room.requests -= static_cast<std::int64_t>(requests);
  out.requests.reserve(static_cast<std::size_t>(requests));
  for (std::uint64_t i = 0; i < requests; ++i) {
    if (const Message why = read_request(in, launch, out, guesses, room); !why.empty()) return broken_trace(why);
    if (room.numbers < 0) return beyond(say("addresses"), max_traced_numbers);
  }
  return out;
}

Result<TracedInstruction> read_instruction(Bytes& in, std::int64_t after) {
  TracedInstruction out;
  out.pc = in.number(max_traced_address);
  const std::int64_t kind = in.number(static_cast<std::int64_t>(kind_count) - 1);
  out.kind = static_cast<AccessKind>(kind);
  out.bytes = static_cast<int>(in.number(32));
  out.matrices = static_cast<int>(in.number(4));
  out.sass = in.text();
  out.file = in.text();
  out.line = in.number(std::int64_t{1} << 40);
  if (in.bad()) return broken_trace(say("an instruction is cut off, or of a kind unknown to this version"));
  if (out.pc < after) return broken_trace(say("instructions are not sorted by address"));
  if (!has_possible_width(out)) return broken_trace(say("an instruction has an impossible width"));
  return out;
}

// An entry takes at least one byte of the rest.
bool plausible(const Bytes& in, std::uint64_t count, std::size_t bytes) { return count <= in.left() / bytes; }

Result<TracedLaunch> read_launch(std::string_view bytes, Room& room) {
  Bytes in(bytes);
  TracedLaunch out;
  out.kernel = in.text();
  out.number = in.number(max_traced_address);
  constexpr std::int64_t most_blocks[] = {(std::int64_t{1} << 31) - 1, 65535, 65535};
  constexpr std::int64_t most_threads[] = {1024, 1024, 64};
  for (std::size_t i = 0; i < 3; ++i) out.grid[i] = in.number(most_blocks[i]);
  for (std::size_t i = 0; i < 3; ++i) out.block[i] = in.number(most_threads[i]);
  out.shared_bytes = in.number(1 << 24);
  out.shared_base = in.number(1 << 24);
  out.waits_recorded = in.number(1) != 0;
  const std::uint64_t unrecorded = in.natural();
  if (in.bad() || out.blocks_in_all() == 0 || out.threads() == 0 || out.threads() > max_traced_threads)
    return broken_trace(say("a launch has an invalid grid or block"));
  if (!plausible(in, unrecorded, 1) || unrecorded > kind_count + 64) return broken_trace(say("a launch is cut off"));
  for (std::uint64_t i = 0; i < unrecorded; ++i) out.unrecorded.push_back(in.text());
  const std::uint64_t allocations = in.natural();
  if (allocations > static_cast<std::uint64_t>(room.allocations))
    return beyond(say("allocations"), max_traced_allocations);
  room.allocations -= static_cast<std::int64_t>(allocations);
  if (!plausible(in, allocations, 2)) return broken_trace(say("a launch is cut off"));
  for (std::uint64_t i = 0; i < allocations; ++i) {
    const std::int64_t base = in.number(max_traced_address);
    out.allocations.push_back({base, in.number(max_traced_address)});
  }
  const std::uint64_t instructions = in.natural();
  if (instructions > static_cast<std::uint64_t>(room.instructions))
    return beyond(say("instructions"), max_traced_instructions);
  room.instructions -= static_cast<std::int64_t>(instructions);
  if (in.bad() || !plausible(in, instructions, 7)) return broken_trace(say("a launch is cut off"));
  std::int64_t last = 0;
  for (std::uint64_t i = 0; i < instructions; ++i) {
    auto one = read_instruction(in, last);
    if (!one) return failure(one.error());
    last = one->pc;
    out.instructions.push_back(std::move(*one));
  }
  const std::uint64_t blocks = in.natural();
  if (blocks > static_cast<std::uint64_t>(room.blocks)) return beyond(say("blocks"), max_traced_blocks);
  if (in.bad() || !plausible(in, blocks, 3)) return broken_trace(say("a launch is cut off"));
  room.blocks -= static_cast<std::int64_t>(blocks);
  std::vector<Guess> guesses(out.instructions.size());
  std::int64_t after = none_there;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    auto one = read_block(in, out, after, guesses, room);
    if (!one) return failure(one.error());
    after = one->block;
    out.blocks.push_back(std::move(*one));
  }
  return out;
}

}  // namespace

Error no_trace(const Message& what) {
  return {ErrorCode::syntax,
          say("this is not a readable trace: {}", what),
          say("record it again; the file may be cut off, or made by another program"),
          {},
          {}};
}

Result<std::string_view> sections_of(std::string_view file) {
  if (file.starts_with(trace_magic)) return file.substr(trace_magic.size());
  if (file.starts_with(trace_begin))
    return failure(ErrorCode::unsupported, say("the trace has another format version than 1"),
                   say("record it again with this version"));
  return broken_trace(say("it does not begin with \"{}\"", trace_magic.substr(0, trace_magic.size() - 1)));
}

std::string_view name_of(AccessKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }
Term meaning_of(AccessKind kind) { return kinds[static_cast<std::size_t>(kind)].meaning; }
int numbers_of(AccessKind kind) { return kinds[static_cast<std::size_t>(kind)].numbers; }

bool has_possible_width(const TracedInstruction& i) {
  switch (i.kind) {
    case AccessKind::ldmatrix:
    case AccessKind::stmatrix:
      return i.bytes == 16 && (i.matrices == 1 || i.matrices == 2 || i.matrices == 4);
    case AccessKind::bulk_load:
    case AccessKind::bulk_store:
    case AccessKind::tensor_load:
    case AccessKind::matrix_product:
    case AccessKind::barrier:
    case AccessKind::other_wait:
      return i.bytes == 0 && i.matrices == 0;
    default:
      break;
  }
  const int most = space_of(i.kind) == AccessSpace::global && i.kind != AccessKind::async_copy ? 32 : 16;
  return i.matrices == 0 && i.bytes > 0 && i.bytes <= most && std::has_single_bit(static_cast<unsigned>(i.bytes));
}

AccessSpace space_of(AccessKind kind, int number) {
  switch (kind) {
    case AccessKind::global_load:
    case AccessKind::global_store:
    case AccessKind::global_atomic:
      return AccessSpace::global;
    case AccessKind::local_load:
    case AccessKind::local_store:
      return AccessSpace::local;
    case AccessKind::async_copy:
    case AccessKind::bulk_load:
      return number == 0 ? AccessSpace::global : number == 1 ? AccessSpace::shared : AccessSpace::none;
    case AccessKind::bulk_store:
      return number == 0 ? AccessSpace::shared : number == 1 ? AccessSpace::global : AccessSpace::none;
    case AccessKind::barrier:
    case AccessKind::other_wait:
      return AccessSpace::none;
    default:
      return AccessSpace::shared;
  }
}

std::string write_trace_payload(const Trace& trace) {
  std::string payload;
  const auto section = [&](Section tag, const std::string& content) {
    put(payload, std::uint64_t{tag});
    put_text(payload, content);
  };
  std::string content;
  put_text(content, trace.tracer);
  put_text(content, trace.device);
  put(content, trace.architecture);
  section(about_section, content);
  for (const TracedLaunch& launch : trace.launches) {
    content.clear();
    write_launch(content, launch);
    section(launch_section, content);
  }
  return payload;
}

Result<Trace> read_trace_payload(std::string_view payload) {
  if (payload.size() > max_trace_payload)
    return beyond(say("bytes unpacked"), static_cast<std::int64_t>(max_trace_payload));
  Bytes in(payload);
  Trace out;
  Room room;
  bool about = false;
  while (!in.at_end()) {
    const std::uint64_t tag = in.natural();
    const std::string_view content = in.run();
    if (in.bad()) return broken_trace(say("a section is cut off"));
    if (tag == about_section) {
      Bytes fields(content);
      out.tracer = fields.text();
      out.device = fields.text();
      out.architecture = fields.number(100000);
      if (fields.bad() || about) return broken_trace(say("its description of itself is cut off or repeated"));
      about = true;
    } else if (tag == launch_section) {
      if (out.launches.size() >= static_cast<std::size_t>(max_traced_launches))
        return beyond(say("launches"), max_traced_launches);
      auto launch = read_launch(content, room);
      if (!launch) return failure(launch.error());
      out.launches.push_back(std::move(*launch));
    }
    // Sections with other ids come from a later version.
  }
  if (!about) return broken_trace(say("it does not name its recorder"));
  return out;
}

}  // namespace stridescope
