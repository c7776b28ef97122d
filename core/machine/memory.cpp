// Loads, stores and atomics, and the memory behind them.
#include <algorithm>

#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/updates.h"

namespace stridescope::machine::memory {
namespace {

AccessKind kind_in(Space space, AccessKind global, AccessKind shared, AccessKind local) {
  return space == Space::shared ? shared : space == Space::local ? local : global;
}

// Copies of constant size: a copy of a variable size compiles to a call.
template <class T>
std::uint64_t read_as(const char* from) {
  T out = 0;
  std::memcpy(&out, from, sizeof out);
  return out;
}
std::uint64_t read(const char* from, int bytes) {
  return bytes == 4   ? read_as<std::uint32_t>(from)
         : bytes == 8 ? read_as<std::uint64_t>(from)
         : bytes == 2 ? read_as<std::uint16_t>(from)
                      : read_as<std::uint8_t>(from);
}
void write(char* to, std::uint64_t value, int bytes) {
  if (bytes == 4)
    std::memcpy(to, &value, 4);
  else if (bytes == 8)
    std::memcpy(to, &value, 8);
  else if (bytes == 2)
    std::memcpy(to, &value, 2);
  else
    std::memcpy(to, &value, 1);
}

// Records the addresses of all active lanes by memory space: the lanes of a generic access can be in different spaces.
void record_by_space(Machine& m, const Warp& w, const Step& s, std::uint32_t active, const Space* spaces,
                     const std::uint64_t* addresses, int which) {
  constexpr AccessKind kinds[3][3] = {{AccessKind::global_load, AccessKind::shared_load, AccessKind::local_load},
                                      {AccessKind::global_store, AccessKind::shared_store, AccessKind::local_store},
                                      {AccessKind::global_atomic, AccessKind::shared_atomic, AccessKind::local_store}};
  for (const Space space : {Space::global, Space::shared, Space::local}) {
    std::uint32_t lanes = 0;
    for_lanes(active, [&](std::size_t lane) {
      if (spaces[lane] == space) lanes |= std::uint32_t{1} << lane;
    });
    if (lanes != 0) m.record(s, w, kind_in(space, kinds[which][0], kinds[which][1], kinds[which][2]), lanes, addresses);
  }
}

// Bits of Step::e: the access is strong, and orders others.
enum Order : std::uint32_t { strong = 1, acquires = 2, releases = 4 };
std::uint32_t order_of(Decoder& d, bool atomic) {
  const bool both = d.has("acq_rel");
  return (atomic || d.has("volatile") || d.has("relaxed") || d.has("acquire") || d.has("release") || d.has("mmio")
              ? std::uint32_t{strong}
              : 0) |
         (both || d.has("acquire") ? std::uint32_t{acquires} : 0) |
         (both || d.has("release") ? std::uint32_t{releases} : 0);
}
void observe(Machine& m, const Warp& w, const Step& s, std::uint32_t active, const Space* spaces,
             const std::uint64_t* addresses, Touch touch, std::uint32_t changed = all_lanes) {
  Access access;
  access.touch = touch;
  access.strong = (s.e & strong) != 0;
  access.acquires = (s.e & acquires) != 0;
  access.releases = (s.e & releases) != 0;
  access.bytes = std::uint64_t{s.bytes} * s.count;
  access.spaces = spaces;
  access.changed = changed;
  m.observe(s, w, active, addresses, access);
}

void load(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const int bytes = s.bytes * s.count;
  Space spaces[lanes_of_warp];
  std::uint64_t addresses[lanes_of_warp];
  const std::uint32_t* const rows = m.code.lists.data() + s.list;
  const int width = static_cast<int>(s.mode);
  for_lanes(active, [&](std::size_t i) {
    spaces[i] = s.space;
    addresses[i] = w.rows[s.a][i] + s.value;
    const char* const from = m.at(s, w, i, addresses[i], static_cast<std::uint64_t>(bytes), spaces[i]);
    if (from == nullptr) return;
    for (std::uint32_t k = 0; k < s.count; ++k) {
      std::uint64_t value = read(from + k * s.bytes, s.bytes);
      if (s.sign && s.bytes < 8 && (value >> (8 * s.bytes - 1) & 1) != 0)
        value = low_bits(value | ~std::uint64_t{0} << (8 * s.bytes), width);
      w.rows[rows[k]][i] = value;
    }
  });
  if (m.observer != nullptr) observe(m, w, s, active, spaces, addresses, Touch::read);
  if (s.place != nowhere && w.block->record != nullptr && !m.failed())
    record_by_space(m, w, s, active, spaces, addresses, 0);
}

void store(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const int bytes = s.bytes * s.count;
  Space spaces[lanes_of_warp];
  std::uint64_t addresses[lanes_of_warp];
  const std::uint32_t* const rows = m.code.lists.data() + s.list;
  std::uint32_t changed = 0;
  for_lanes(active, [&](std::size_t i) {
    spaces[i] = s.space;
    addresses[i] = w.rows[s.a][i] + s.value;
    char* const to = m.at(s, w, i, addresses[i], static_cast<std::uint64_t>(bytes), spaces[i]);
    if (to == nullptr) return;
    for (std::uint32_t k = 0; k < s.count; ++k) {
      if (m.observer != nullptr && std::memcmp(to + k * s.bytes, &w.rows[rows[k]][i], s.bytes) != 0)
        changed |= std::uint32_t{1} << i;
      write(to + k * s.bytes, w.rows[rows[k]][i], s.bytes);
    }
  });
  m.progress = true;
  if (m.observer != nullptr) observe(m, w, s, active, spaces, addresses, Touch::write, changed);
  if (s.place != nowhere && w.block->record != nullptr && !m.failed())
    record_by_space(m, w, s, active, spaces, addresses, 1);
}

// --- atomics ---

// Lanes in order; PTX leaves the order open.
void atomic(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  Space spaces[lanes_of_warp];
  std::uint64_t addresses[lanes_of_warp];
  const std::uint32_t* const rows = m.code.lists.data() + s.list;
  const Update update = update_at(s.mode);
  for_lanes(active, [&](std::size_t i) {
    spaces[i] = s.space;
    addresses[i] = w.rows[s.a][i] + s.value;
    char* const place = m.at(s, w, i, addresses[i], std::uint64_t{s.bytes} * s.count, spaces[i]);
    if (place == nullptr) return;
    for (std::uint32_t k = 0; k < s.count; ++k) {
      const std::uint64_t old = read(place + k * s.bytes, s.bytes);
      const std::uint64_t out = update(old, w.rows[rows[k]][i], w.rows[s.c][i]);
      write(place + k * s.bytes, out, s.bytes);
      if (s.p != nowhere) w.rows[m.code.lists[s.p + k]][i] = old;
    }
  });
  m.progress = true;
  if (m.observer != nullptr) observe(m, w, s, active, spaces, addresses, Touch::atomic);
  if (s.place != nowhere && w.block->record != nullptr && !m.failed())
    record_by_space(m, w, s, active, spaces, addresses, 2);
}

bool decode_atomic(Decoder& d, bool returns) {
  Step& s = d.step();
  const Type type = d.last_type();
  Update update = nullptr;
  std::string_view name;
  for (const std::string_view word : {"exch", "cas", "and", "or", "xor", "inc", "dec", "add", "min", "max"}) {
    if (d.has(word)) name = word;
  }
  if (name.empty() || !d.only({"exch",    "cas",     "and",     "or",      "xor",    "inc",           "dec",
                               "add",     "min",     "max",     "global",  "shared", "shared::cta",   "shared::cluster",
                               "relaxed", "acquire", "release", "acq_rel", "gpu",    "cta",           "sys",
                               "cluster", "noftz",   "v2",      "v4",      "v8",     "L2::cache_hint"}))
    return false;
  // exch and cas are typed by bits.
  const Type as = type == Type::b32 || type == Type::b16 ? Type::u32 : type == Type::b64 ? Type::u64 : type;
  update = update_of(name, as);
  if (update == nullptr || type == Type::none || bits_of(type) > 64) return false;
  const std::size_t first = returns ? 1 : 0;
  if (!d.wants(first + 2, first + 4)) return true;
  if ((returns && !d.wants_elements(d.operand(0))) || !d.wants_elements(d.operand(first + 1))) return true;
  s.mode = index_of(update);
  s.execute = atomic;
  s.e = order_of(d, true);
  s.space = d.space();
  s.bytes = static_cast<std::uint8_t>(bytes_for(bits_of(type)));
  if (returns) {
    d.list(d.operand(0), true, type);
    s.p = s.list;
  }
  d.address(d.operand(first));
  d.list(d.operand(first + 1), false, type);
  s.c = name == "cas" ? d.source(first + 2, type) : d.constant(0);
  d.record(kind_in(s.space, AccessKind::global_atomic, AccessKind::shared_atomic, AccessKind::local_store),
           s.bytes * s.count);
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  if (word == "atom") return decode_atomic(d, true);
  if (d.has("async")) return bulk::decode(d);
  if (word == "red") return decode_atomic(d, false);
  const Type type = d.last_type();
  if (!d.only({"global",
               "const",
               "shared",
               "shared::cta",
               "shared::cluster",
               "local",
               "param",
               "param::entry",
               "param::func",
               "v2",
               "v4",
               "v8",
               "weak",
               "volatile",
               "relaxed",
               "acquire",
               "release",
               "gpu",
               "cta",
               "sys",
               "cluster",
               "mmio",
               "ca",
               "cg",
               "cs",
               "lu",
               "cv",
               "wb",
               "wt",
               "nc",
               "L1::evict_normal",
               "L1::evict_unchanged",
               "L1::evict_first",
               "L1::evict_last",
               "L1::no_allocate",
               "L2::evict_normal",
               "L2::evict_first",
               "L2::evict_last",
               "L2::cache_hint",
               "L2::64B",
               "L2::128B",
               "L2::256B",
               "unified"}))
    return false;
  if (type == Type::none || bits_of(type) > 64) return false;
  const bool loads = word != "st";
  // A cache policy may follow.
  if (!d.wants(2, 3)) return true;
  const Operand& where = d.operand(loads ? 1 : 0);
  const Operand& what = d.operand(loads ? 0 : 1);
  if (!d.wants_elements(what)) return true;
  s.execute = loads ? load : store;
  s.e = order_of(d, false);
  s.space = d.space();
  s.bytes = static_cast<std::uint8_t>(bytes_for(bits_of(type)));
  s.sign = kind_of(type) == TypeKind::signed_integer;
  const Operand& first = what.kind == Operand::Kind::vector ? what.elements[0] : what;
  s.mode = static_cast<std::uint32_t>(d.register_bits(first));
  d.list(what, loads, type);
  d.address(where);
  if (s.space == Space::parameter) {
    // Parameters of the kernel are in the launch; parameters of functions and calls are in the thread's memory.
    const bool of_kernel = where.elements.empty() || where.elements[0].kind != Operand::Kind::variable ||
                           d.is_kernel_parameter(where.elements[0]);
    if (!of_kernel) s.space = Space::local;
    return true;
  }
  const int bytes = s.bytes * s.count;
  if (bytes > 32 || (bytes & (bytes - 1)) != 0) {
    d.not_recorded();
  } else if (!d.has("const")) {
    d.record(loads ? kind_in(s.space, AccessKind::global_load, AccessKind::shared_load, AccessKind::local_load)
                   : kind_in(s.space, AccessKind::global_store, AccessKind::shared_store, AccessKind::local_store),
             bytes);
  }
  return true;
}

}  // namespace stridescope::machine::memory

namespace stridescope::machine {

std::uint64_t Memory::allocate(std::string bytes, std::uint64_t alignment, std::uint64_t whole) {
  const std::uint64_t unit = std::max<std::uint64_t>(alignment, 512);
  next_ = (next_ + unit - 1) / unit * unit;
  const std::uint64_t base = next_;
  // A gap after the allocation, so that an access past its end is outside.
  next_ += std::max<std::uint64_t>(bytes.size(), whole) + 4096;
  all_.push_back({base, std::move(bytes), whole});
  return base;
}

const Memory::Allocation* Memory::cut_at(std::uint64_t address) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Allocation& one) {
    return address >= one.base && address - one.base < one.whole;
  });
  return found == all_.end() ? nullptr : &*found;
}

// Makes the part that has these bytes, and joins it with the parts that overlap.
char* Memory::behind(Allocation& one, std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t page = 512;
  if (offset < one.bytes.size() || one.bytes.empty() || bytes > one.whole || offset > one.whole - bytes) return nullptr;
  auto first = one.behind.upper_bound(offset);
  if (first != one.behind.begin()) {
    const auto& [begin, part] = *std::prev(first);
    if (offset + bytes <= begin + part.size()) return std::prev(first)->second.data() + (offset - begin);
    if (offset < begin + part.size()) --first;
  }
  std::uint64_t begin = std::max<std::uint64_t>(offset / page * page, one.bytes.size());
  std::uint64_t end = std::min((offset + bytes + page - 1) / page * page, one.whole);
  if (first != one.behind.begin() && std::prev(first)->first + std::prev(first)->second.size() > begin) --first;
  auto last = first;
  for (; last != one.behind.end() && last->first < end; ++last) {
    begin = std::min(begin, last->first);
    end = std::max(end, last->first + last->second.size());
  }
  if (end - begin > left_) return nullptr;
  left_ -= end - begin;
  std::string part;
  while (part.size() < end - begin) {
    const std::uint64_t from = (begin + part.size()) % one.bytes.size();
    part.append(one.bytes, static_cast<std::size_t>(from), static_cast<std::size_t>(end - begin - part.size()));
  }
  for (auto old = first; old != last; ++old) {
    part.replace(static_cast<std::size_t>(old->first - begin), old->second.size(), old->second);
    left_ += old->second.size();
  }
  one.behind.erase(first, last);
  return one.behind.emplace(begin, std::move(part)).first->second.data() + (offset - begin);
}

char* Memory::at(std::uint64_t address, std::uint64_t bytes) {
  const auto inside = [&](const Allocation& one) {
    return address >= one.base && address - one.base + bytes <= one.bytes.size() &&
           address - one.base <= one.bytes.size();
  };
  if (last_ < all_.size() && inside(all_[last_])) return all_[last_].bytes.data() + (address - all_[last_].base);
  const auto next = std::upper_bound(all_.begin(), all_.end(), address,
                                     [](std::uint64_t a, const Allocation& one) { return a < one.base; });
  if (next == all_.begin()) return nullptr;
  const auto found = static_cast<std::size_t>(next - all_.begin() - 1);
  if (!inside(all_[found])) return behind(all_[found], address - all_[found].base, bytes);
  last_ = found;
  return all_[found].bytes.data() + (address - all_[found].base);
}

}  // namespace stridescope::machine
