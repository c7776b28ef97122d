// Tries every legal swizzle, and every padding, of a tile. A swizzle is linear over F2, so requests whose addresses
// differ by a constant xor cost the same under each swizzle. They are counted once, which makes an exhaustive search
// affordable.
#include "core/memory/swizzle_search.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>

#include "core/base/power.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

// The cost of swizzling and counting a request, or of sorting it, in steps of the budget.
constexpr std::uint64_t steps_of_request = 64;

// The requests of an access, with addresses in elements.
struct Requests {
  struct Counted {
    WarpRequest request;
    std::int64_t count = 1;
  };
  SharedKind kind;
  int access_bytes;
  std::vector<Counted> all;
  // Requests that differ by more than a constant xor of all addresses. A swizzle is linear over F2, so it keeps such a
  // difference, and a constant xor only renames words and banks.
  std::vector<Counted> different;
  std::int64_t times = 1;  // number of accesses with the same requests
};

bool same_requests(const Requests& a, const Requests& b) {
  return a.kind == b.kind && a.access_bytes == b.access_bytes &&
         std::equal(a.all.begin(), a.all.end(), b.all.begin(), b.all.end(), [](const auto& one, const auto& other) {
           return one.request.active == other.request.active && one.request.address == other.request.address;
         });
}

bool precedes(const WarpRequest& a, const WarpRequest& b) {
  return a.active != b.active ? a.active < b.active : a.address < b.address;
}

std::vector<Requests::Counted> without_repetitions(std::vector<Requests::Counted> requests) {
  for (Requests::Counted& r : requests) {
    const std::int64_t first = r.request.address[static_cast<std::size_t>(std::countr_zero(r.request.active))];
    for (std::uint32_t rest = r.request.active; rest != 0; rest &= rest - 1) {
      r.request.address[static_cast<std::size_t>(std::countr_zero(rest))] ^= first;
    }
  }
  sort_stable(std::span(requests), [](const auto& a, const auto& b) { return precedes(a.request, b.request); });
  std::vector<Requests::Counted> out;
  for (const Requests::Counted& r : requests) {
    if (out.empty() || precedes(out.back().request, r.request)) {
      out.push_back(r);
    } else {
      ++out.back().count;
    }
  }
  return out;
}

class Search {
 public:
  Search(Arith& arith, LayoutRef tile, int element_bits) : arith_(arith), element_bits_(element_bits) {
    cosize_ = cosize(arith, tile).value;
    for (int i = 0; i < tile.rank(); ++i) leaves(tile.shape.is_tuple() ? tile[i] : tile, i);
  }

  bool add(const TileAccess& access) {
    const WarpAccess widest = warp_access(arith_, access.offsets, {element_bits_, 0, access.access_bytes});
    if (arith_.failed()) return false;
    const std::int64_t requests = held_ + widest.warps() * widest.instructions;
    if (requests > max_search_requests) {
      arith_.fail(ErrorCode::too_large,
                  say("{} {request|requests} of a warp; the limit is {}", requests, max_search_requests),
                  say("search on a smaller tile: the pattern repeats"));
      return false;
    }
    // The pattern with addresses in elements.
    Requests out = {access.kind, widest.access_bytes, {}, {}};
    if (widest.instructions == 0) {
      which_.push_back(no_requests);
      return true;
    }
    const std::int64_t step = access.offsets.values / widest.instructions;
    const std::int64_t group = std::max<std::int64_t>(widest.access_bytes * 8 / element_bits_, 1);
    for (std::int64_t w = 0; w < widest.warps(); ++w) {
      for (std::int64_t i = 0; i < widest.instructions; ++i) {
        WarpRequest r = widest.request(w, i);
        if (r.active == 0) continue;
        for (std::uint32_t rest = r.active; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
          const std::int64_t thread = w * lanes_per_warp + static_cast<std::int64_t>(lane);
          r.address[lane] = access.offsets.offset[static_cast<std::size_t>(i * step * access.offsets.threads + thread)];
        }
        out.all.push_back({r});
      }
    }
    if (!arith_.spend(steps_of_request * out.all.size())) return false;
    requests_ += static_cast<std::int64_t>(out.all.size());
    vector_ = std::max(vector_, group);
    banks_ = std::max(banks_, access.kind.banks());
    const auto known =
        std::find_if(accesses_.begin(), accesses_.end(), [&](const Requests& r) { return same_requests(r, out); });
    which_.push_back(static_cast<std::size_t>(known - accesses_.begin()));
    if (known != accesses_.end()) {
      ++known->times;
      return true;
    }
    out.different = without_repetitions(out.all);
    different_ += static_cast<std::int64_t>(out.different.size());
    held_ += static_cast<std::int64_t>(out.all.size());
    accesses_.push_back(std::move(out));
    return true;
  }

  std::int64_t requests() const { return requests_; }
  // Number of requests of the accesses, without repeated accesses.
  std::int64_t held_requests() const { return held_; }
  std::int64_t different_requests() const { return different_; }
  std::int64_t vector() const { return vector_; }
  int banks() const { return banks_; }
  std::int64_t cosize_of_tile() const { return cosize_; }
  bool negative() const { return negative_; }
  struct Mode {
    std::int64_t extent;
    std::int64_t stride;
    int top;  // top-level mode of the tile
  };
  const std::vector<Mode>& modes() const { return modes_; }

  // The wavefronts if every offset x moves to move(x). linear: move(x ^ y) == move(x) ^ move(y).
  template <class Move>
  std::int64_t wavefronts(bool linear, Move&& move, std::vector<std::int64_t>* by_access = nullptr,
                          std::int64_t* ideal = nullptr) const {
    std::int64_t sum = 0;
    std::vector<std::int64_t> each;
    for (const Requests& access : accesses_) {
      std::int64_t own = 0;
      std::int64_t own_ideal = 0;
      for (const auto& [request, count] : linear ? access.different : access.all) {
        WarpRequest moved;
        moved.active = request.active;
        for (std::uint32_t rest = request.active; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
          moved.address[lane] = move(request.address[lane]) * element_bits_ / 8;
        }
        const SharedRequest r = shared_request(moved, access.access_bytes, access.kind);
        own += count * r.wavefronts;
        own_ideal += count * r.phases;
      }
      sum += access.times * own;
      if (ideal != nullptr) *ideal += access.times * own_ideal;
      each.push_back(own);
    }
    if (by_access != nullptr) {
      for (const std::size_t i : which_) by_access->push_back(i == no_requests ? 0 : each[i]);
    }
    return sum;
  }

  // Number of elements in the row that the hardware's swizzle covers: the contiguous part along the mode with stride 1.
  std::int64_t row_elements() const {
    const auto unit = std::find_if(modes_.begin(), modes_.end(), [](const Mode& m) { return m.stride == 1; });
    if (unit == modes_.end()) return 1;
    std::int64_t run = 1;
    for (auto next = unit; next != modes_.end();) {
      run *= next->extent;
      next = std::find_if(modes_.begin(), modes_.end(),
                          [&](const Mode& m) { return m.stride == run && m.top == unit->top; });
    }
    return run;
  }

 private:
  void leaves(LayoutRef mode, int top) {
    if (mode.shape.is_tuple()) {
      for (int i = 0; i < mode.rank(); ++i) leaves(mode[i], top);
      return;
    }
    const std::int64_t extent = mode.shape.integer().value;
    const std::int64_t stride = mode.stride.integer().value;
    negative_ = negative_ || stride < 0;
    if (extent > 1 && stride != 0) modes_.push_back({extent, stride, top});
  }

  static constexpr std::size_t no_requests = ~std::size_t{0};

  Arith& arith_;
  int element_bits_;
  std::vector<Mode> modes_;
  std::int64_t cosize_ = 0;
  bool negative_ = false;
  std::vector<Requests> accesses_;  // each different one once
  std::vector<std::size_t> which_;  // for each added access, its index in accesses_
  std::int64_t requests_ = 0;
  std::int64_t held_ = 0;
  std::int64_t different_ = 0;
  std::int64_t vector_ = 1;
  int banks_ = bank_count;  // the maximum of all accesses
};

// True for Sw<b,4,3> on bytes.
bool is_hardware(const Swizzle& s, int element_bits) {
  if (s.bits == 0) return true;
  return s.bits <= 3 && s.shift == 3 && (std::int64_t{element_bits} << s.base) == 128;
}

bool better(const SwizzleSearch::Candidate& a, const SwizzleSearch::Candidate& b) {
  if (a.wavefronts != b.wavefronts) return a.wavefronts < b.wavefronts;
  if ((a.swizzle.bits == 0) != (b.swizzle.bits == 0)) return a.swizzle.bits == 0;
  if (a.hardware != b.hardware) return a.hardware;
  if (a.swizzle.bits != b.swizzle.bits) return a.swizzle.bits < b.swizzle.bits;
  if ((a.swizzle.shift < 0) != (b.swizzle.shift < 0)) return b.swizzle.shift < 0;
  if (std::abs(a.swizzle.shift) != std::abs(b.swizzle.shift))
    return std::abs(a.swizzle.shift) < std::abs(b.swizzle.shift);
  return a.swizzle.base < b.swizzle.base;
}

std::vector<Swizzle> legal_swizzles(const Search& search, int element_bits, SwizzleConstraint constraint,
                                    std::int64_t row_elements) {
  std::vector<Swizzle> out;
  if (constraint != SwizzleConstraint::none) {
    const std::int64_t row_bytes = row_elements * element_bits / 8;
    for (int b = 0; b <= 3; ++b) {
      if (16 << b != row_bytes || element_bits > 128) continue;
      out.push_back(b == 0 ? Swizzle{0, 0, 0} : Swizzle{b, log2_of(128 / element_bits), 3});
    }
    return out;
  }
  out.push_back({0, 0, 0});
  const int bits = search.cosize_of_tile() > 0 ? log2_of(search.cosize_of_tile()) : 0;
  const int least = log2_of(search.vector());
  for (int b = 1; b <= bits / 2; ++b) {
    for (int m = least; m + 2 * b <= bits; ++m) {
      for (int s = b; m + s + b <= bits; ++s) {
        // Such a swizzle permutes the elements within blocks of this size.
        if (search.cosize_of_tile() % (std::int64_t{1} << (m + b)) == 0) out.push_back({b, m, s});
        if (search.cosize_of_tile() % (std::int64_t{1} << (m + s + b)) == 0) out.push_back({b, m, -s});
      }
    }
  }
  return out;
}

void search_padding(Arith& arith, SwizzleSearch& out, const Search& search, int element_bits) {
  std::vector<std::int64_t> rows;
  for (const Search::Mode& mode : search.modes()) {
    if (mode.stride > 1 && mode.stride % search.vector() == 0) rows.push_back(mode.stride);
  }
  const std::int64_t most = std::max<std::int64_t>(search.banks() * bank_bytes * 8 / element_bits, 1);
  std::optional<SwizzleSearch::Padding> best;
  for (const std::int64_t row : rows) {
    bool whole = true;  // all larger strides are multiples of the row
    for (const Search::Mode& mode : search.modes()) whole = whole && (mode.stride < row || mode.stride % row == 0);
    if (!whole) continue;
    const std::int64_t count = (search.cosize_of_tile() + row - 1) / row;
    for (std::int64_t pad = search.vector(); pad <= most; pad += search.vector()) {
      if (out.evaluated + search.held_requests() > max_search_work) break;
      if (!arith.spend(steps_of_request * static_cast<std::uint64_t>(search.held_requests()))) return;
      ++out.tried;
      out.evaluated += search.held_requests();
      SwizzleSearch::Padding p = {row, pad, (count - 1) * pad * element_bits / 8, 0};
      p.wavefronts = search.wavefronts(false, [&](std::int64_t x) { return x + x / row * pad; });
      if (!best || p.wavefronts < best->wavefronts ||
          (p.wavefronts == best->wavefronts && p.bytes_added < best->bytes_added)) {
        best = p;
      }
    }
  }
  if (best && best->wavefronts < out.wavefronts) out.padding = best;
}

}  // namespace

SwizzleSearch search_swizzle(Arith& arith, LayoutRef tile, const std::vector<TileAccess>& accesses, int element_bits,
                             SwizzleConstraint constraint) {
  SwizzleSearch out;
  out.constraint = constraint;
  out.element_bits = element_bits;
  Search search(arith, tile, element_bits);
  if (arith.failed()) return out;
  if (search.negative()) {
    arith.fail(ErrorCode::unsupported, say("a tile with negative strides"),
               say("give the layout from its first address on"));
    return out;
  }
  for (const TileAccess& access : accesses) {
    if (!search.add(access)) return out;
  }
  out.requests = search.requests();
  out.wavefronts = search.wavefronts(
      true, [](std::int64_t x) { return x; }, nullptr, &out.ideal_wavefronts);
  const std::int64_t row = search.row_elements();
  const std::vector<Swizzle> swizzles = legal_swizzles(search, element_bits, constraint, row);
  if (swizzles.empty()) {
    arith.fail(
        ErrorCode::unsupported,
        say("{} does not support a swizzle for rows of {} {byte|bytes}",
            constraint == SwizzleConstraint::tma ? say("TMA") : say("wgmma"), row * element_bits / 8),
        say("use rows of 16, 32, 64 or 128 bytes: tile_to_shape(GMMA::Layout_K_SW128_Atom<T>, shape) makes them"));
    return out;
  }
  if (static_cast<std::int64_t>(swizzles.size()) * search.different_requests() > max_search_work) {
    arith.fail(ErrorCode::too_large,
               say("{} {swizzle|swizzles} times {} different {request|requests}; the limit of the product is {}",
                   swizzles.size(), search.different_requests(), max_search_work),
               say("search on a smaller tile: the pattern repeats"));
    return out;
  }
  if (!arith.spend(steps_of_request * swizzles.size() * static_cast<std::uint64_t>(search.different_requests())))
    return out;
  for (const Swizzle& s : swizzles) {
    ++out.tried;
    out.evaluated += search.different_requests();
    out.candidates.push_back(
        {s, s.bits == 0 ? out.wavefronts : search.wavefronts(true, [&](std::int64_t x) { return swizzled(s, x); }),
         is_hardware(s, element_bits)});
  }
  sort_stable(std::span(out.candidates), better);
  out.best = out.candidates.front();
  search.wavefronts(
      true, [&](std::int64_t x) { return swizzled(out.best.swizzle, x); }, &out.best_by_access);
  if (constraint == SwizzleConstraint::none) search_padding(arith, out, search, element_bits);
  return out;
}

}  // namespace stridescope
