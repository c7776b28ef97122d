// Bulk copies of the engine without a tensor, and stores and reductions in the shared memory of a cluster that an
// mbarrier counts. Each is executed where it is issued. Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk,
// cp.reduce.async.bulk), 9.7.9.12 (st.async), 9.7.13.8 (red.async).
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/mbarrier.h"
#include "core/machine/updates.h"

namespace stridescope::machine::bulk {
namespace {

// mode 1: a wait, for the sources only if p is 1; value: groups that may be incomplete.
void end_group(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  if (m.observer == nullptr) return;
  GroupEvent group;
  group.kind = Completion::Kind::bulk;
  group.waits = s.mode == 1;
  group.left = s.value;
  group.reads_only = s.p == 1;
  m.observer->group(m.event_place(s, w, active), group);
}

// The rows and offsets of a copy in Code::lists, at s.list.
struct Operands {
  std::uint32_t to_row;
  std::int32_t to_offset;
  std::uint32_t from_row;
  std::int32_t from_offset;
  std::uint32_t size_row;
  std::uint32_t barrier_row;
  std::int32_t barrier_offset;
  std::uint32_t mask_row;  // row with the mask of the receiving blocks; nowhere: this block
};
// The mode of a step.
constexpr std::uint32_t to_shared = 1;
constexpr std::uint32_t from_shared = 2;
constexpr std::uint32_t reduces = 4;
constexpr int update_shift = 8;

Operands operands_of(const Machine& m, const Step& s) {
  Operands out;
  std::memcpy(&out, m.code.lists.data() + s.list, sizeof out);
  return out;
}

// Writes bytes to one place, or adds them to it.
void write(Machine& m, const Warp& w, const Step& s, std::size_t lane, std::uint64_t address, std::string_view bytes) {
  Space space = (s.mode & to_shared) != 0 ? Space::shared : Space::global;
  char* const to = m.at(s, w, lane, address, bytes.size(), space);
  if (to == nullptr) return;
  if ((s.mode & reduces) == 0) {
    // The source of a copy within shared memory may overlap.
    std::memmove(to, bytes.data(), bytes.size());
    return;
  }
  const Update update = update_at(s.mode >> update_shift);
  for (std::size_t i = 0; i + s.bytes <= bytes.size(); i += s.bytes) {
    std::uint64_t old = 0;
    std::uint64_t value = 0;
    std::memcpy(&old, to + i, s.bytes);
    std::memcpy(&value, bytes.data() + i, s.bytes);
    value = update(old, value, 0);
    std::memcpy(to + i, &value, s.bytes);
  }
}

// Writes to one block or to all that the mask names, and counts the bytes at their mbarriers.
void deliver(Machine& m, const Warp& w, const Step& s, std::size_t lane, const Operands& o, std::uint64_t to,
             std::string_view bytes) {
  const std::uint64_t barrier = o.barrier_row == nowhere ? 0 : w.rows[o.barrier_row][lane] + o.barrier_offset;
  const auto one = [&](std::uint64_t address, std::uint64_t counter) {
    m.charge(bytes.size() / charged_bytes);
    write(m, w, s, lane, address, bytes);
    if (m.failed()) return;
    observe_copy(m, w, s, lane, (s.mode & reduces) != 0 ? Touch::atomic : Touch::write,
                 (s.mode & to_shared) != 0 ? Space::shared : Space::global, address, bytes.size(), counter,
                 o.barrier_row != nowhere);
    if (o.barrier_row != nowhere) complete_bytes(m, w, s, lane, counter, bytes.size());
  };
  if (o.mask_row == nowhere) return one(to, barrier);
  for_blocks(w.rows[o.mask_row][lane],
             [&](std::uint64_t rank) { one((to & ~rank_mask) | rank, (barrier & ~rank_mask) | rank); });
}

void copy_bulk(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const Operands o = operands_of(m, s);
  for_lanes(active, [&](std::size_t i) {
    const std::uint64_t size = w.rows[o.size_row][i] & 0xffffffff;
    const std::uint64_t to = w.rows[o.to_row][i] + o.to_offset;
    const std::uint64_t from = w.rows[o.from_row][i] + o.from_offset;
    if ((size | to | from) % 16 != 0) {
      m.fail(ErrorCode::arguments,
             say("a bulk copy of {} {byte|bytes} from {} to {} is not aligned; expected multiples of 16 bytes", size,
                 from, to),
             s, w, i);
      return;
    }
    if (o.barrier_row != nowhere && size > static_cast<std::uint64_t>(most_mbarrier_bytes)) {
      m.fail(ErrorCode::arguments,
             say("a bulk copy of {} {byte|bytes} is larger than its mbarrier counts; expected at most {}", size,
                 most_mbarrier_bytes),
             s, w, i);
      return;
    }
    Space space = (s.mode & from_shared) != 0 ? Space::shared : Space::global;
    const char* const source = m.at(s, w, i, from, size, space);
    if (source != nullptr)
      observe_copy(m, w, s, i, Touch::read, space, from, size,
                   o.barrier_row == nowhere ? 0 : w.rows[o.barrier_row][i] + o.barrier_offset,
                   o.barrier_row != nowhere);
    if (source != nullptr) deliver(m, w, s, i, o, to, {source, static_cast<std::size_t>(size)});
  });
  m.progress = true;
}

// st.async, red.async: the source is a register, or several.
void store_counted(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const Operands o = operands_of(m, s);
  for_lanes(active, [&](std::size_t i) {
    std::string bytes;
    for (std::uint32_t k = 0; k < s.count; ++k)
      bytes.append(reinterpret_cast<const char*>(&w.rows[m.code.lists[s.p + k]][i]), s.bytes);
    deliver(m, w, s, i, o, w.rows[o.to_row][i] + o.to_offset, bytes);
  });
  m.progress = true;
}

// The update of .add, .min and so on. False: the types do not have it.
bool find_update(Decoder& d) {
  Step& s = d.step();
  const Type type = d.last_type();
  const Type as = type == Type::b32 ? Type::u32 : type == Type::b64 ? Type::u64 : type;
  Update update = nullptr;
  for (const std::string_view word : {"and", "or", "xor", "inc", "dec", "add", "min", "max"}) {
    if (d.has(word)) update = update_of(word, as);
  }
  if (update == nullptr || type == Type::none || bits_of(type) > 64) return false;
  s.bytes = static_cast<std::uint8_t>(bytes_for(bits_of(type)));
  s.mode |= reduces | index_of(update) << update_shift;
  return true;
}

std::uint32_t address(Decoder& d, std::size_t i, std::int32_t& offset) {
  d.address(d.operand(i));
  offset = static_cast<std::int32_t>(d.step().value);
  return d.step().a;
}

bool decode_counted(Decoder& d) {
  Step& s = d.step();
  if (!d.only({"async", "weak", "relaxed", "cluster", "shared::cluster", "mbarrier::complete_tx::bytes", "v2", "v4",
               "and", "or", "xor", "inc", "dec", "add", "min", "max"}) ||
      !d.has("mbarrier::complete_tx::bytes") || bits_of(d.last_type()) > 64)
    return false;
  if (!d.wants(3) || !d.wants_elements(d.operand(1))) return true;
  s.mode = to_shared;
  s.bytes = static_cast<std::uint8_t>(bytes_for(bits_of(d.last_type())));
  if (d.word(0) == "red" && !find_update(d)) return false;
  Operands o = {};
  o.mask_row = nowhere;
  o.to_row = address(d, 0, o.to_offset);
  o.barrier_row = address(d, 2, o.barrier_offset);
  d.list(d.operand(1), false, d.last_type());
  s.p = s.list;
  s.list = d.keep(o);
  s.execute = store_counted;
  d.not_recorded();
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  if (d.word(0) != "cp") return decode_counted(d);
  if (d.has("prefetch")) {
    s.execute = nothing;
    return true;
  }
  if (d.has("commit_group") || d.has("wait_group")) {
    s.execute = end_group;
    s.mode = d.has("wait_group") ? 1 : 0;
    s.p = d.has("read") ? 1 : 0;
    if (s.mode == 1 && d.wants(1)) s.value = d.operand(0).value;
    return true;
  }
  if (!d.only({"async", "bulk", "reduce", "shared::cluster", "shared::cta", "global", "mbarrier::complete_tx::bytes",
               "bulk_group", "multicast::cluster", "L2::cache_hint", "noftz", "and", "or", "xor", "inc", "dec", "add",
               "min", "max"}))
    return false;
  const std::size_t first = d.word(1) == "reduce" ? 4 : 3;
  const bool global_to = d.word(first) == "global";
  const bool global_from = d.word(first + 1) == "global";
  if (global_to && global_from) return false;
  s.mode = (global_to ? 0U : to_shared) | (global_from ? 0U : from_shared);
  if (first == 4 && !find_update(d)) return false;
  if (!d.wants(global_to ? 3 : 4, 6)) return true;
  Operands o = {};
  o.barrier_row = o.mask_row = nowhere;
  o.to_row = address(d, 0, o.to_offset);
  o.from_row = address(d, 1, o.from_offset);
  o.size_row = d.source(2, Type::u32);
  if (!global_to) o.barrier_row = address(d, 3, o.barrier_offset);
  if (d.has("multicast::cluster")) o.mask_row = d.source(4, Type::b16);
  s.list = d.keep(o);
  s.execute = copy_bulk;
  d.not_recorded();
  return true;
}

}  // namespace stridescope::machine::bulk
