// Counts wavefronts of shared memory by the model in the header, phase by phase and bank by bank, with the merging of
// phases that was measured on an H100. Pictures of banks and the swizzle search use the same function.
#include "core/memory/shared_memory.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::array<std::string_view, 4> operation_names = {"load", "store", "ldmatrix", "stmatrix"};

constexpr LdsRule all_rules[] = {
#define LDS_RULE(name, operation, bytes, banks, phases, sources, independent) \
  {name, SharedOperation::operation, bytes, banks, phases, sources, independent},
#define LDS_GAP(name, why)
#include "core/memory/lds.def"
#undef LDS_RULE
#undef LDS_GAP
};

constexpr std::pair<std::string_view, std::string_view> disagreements[] = {
#define LDS_RULE(name, operation, bytes, banks, phases, sources, independent)
#define LDS_GAP(name, why) {name, why},
#include "core/memory/lds.def"
#undef LDS_RULE
#undef LDS_GAP
};
constexpr std::string_view no_source = "no public source tells the lanes that are served together";

std::vector<LdsGap> gaps() {
  std::vector<LdsGap> out;
  std::string_view before;
  for (const LdsRule& rule : all_rules) {
    const std::string_view architecture = rule.name.substr(0, rule.name.find(' '));
    if (architecture == before) continue;
    before = architecture;
    for (const std::string_view instruction : {"ds_read_b32", "ds_read_b64", "ds_read_b96", "ds_read_b128",
                                               "ds_write_b32", "ds_write_b64", "ds_write_b96", "ds_write_b128"}) {
      LdsGap gap = {cat(architecture, ' ', instruction), no_source};
      if (lds_rule(gap.name) != nullptr) continue;
      for (const auto& [name, why] : disagreements) gap.why = name == gap.name ? why : gap.why;
      out.push_back(std::move(gap));
    }
  }
  return out;
}

bool is_matrix(SharedOperation o) { return o == SharedOperation::ldmatrix || o == SharedOperation::stmatrix; }

// True if lanes n and n ^ flip have the same address in every pair with two active lanes. A lane that a predicate or a
// branch disables, or that does not exist, does not count, whatever address its register has (tests/gpu/merging.py:
// 1,054 patterns on an H100, all equal). The source page of Nsight Compute counts with instrumented code, and does not
// merge if no pair has two active lanes: it reports 6 where the hardware's counter and this function give 4.
bool pairs_agree(const WarpRequest& request, int flip) {
  for (int lane = 0; lane < 32; ++lane) {
    const int other = lane ^ flip;
    if (other < lane || (request.active >> lane & 1) == 0 || (request.active >> other & 1) == 0) continue;
    if (request.address[static_cast<std::size_t>(lane)] != request.address[static_cast<std::size_t>(other)])
      return false;
  }
  return true;
}

// The words of a phase by bank. At most 64 words: 32 lanes of 8 bytes, or 16 of 16, if phases are merged.
class Banks {
 public:
  explicit Banks(int banks) : mask_(banks - 1) {}
  // Calls found(bank, k, word) for each word, which is the k-th different word of its bank, from 0.
  template <class Found>
  void add(std::int64_t address, int bytes, Found&& found) {
    const std::int64_t last = (address + bytes - 1) >> 2;
    for (std::int64_t word = address >> 2; word <= last; ++word) {
      const auto bank = static_cast<std::size_t>(word & mask_);
      int k = 0;
      while (k < count_[bank] && words_[bank][static_cast<std::size_t>(k)] != word) ++k;
      if (k == count_[bank]) words_[bank][static_cast<std::size_t>(count_[bank]++)] = word;
      most_ = std::max(most_, count_[bank]);
      found(static_cast<int>(bank), k, word);
    }
  }
  int most() const { return most_; }

 private:
  static constexpr std::size_t most_banks = 64;
  std::int64_t mask_;
  std::array<int, most_banks> count_ = {};
  std::array<std::array<std::int64_t, 64>, most_banks> words_;
  int most_ = 0;
};

}  // namespace

std::string_view name_of(SharedOperation operation) { return operation_names[static_cast<std::size_t>(operation)]; }

std::optional<SharedOperation> shared_operation_named(std::string_view name) {
  for (std::size_t i = 0; i < operation_names.size(); ++i) {
    if (operation_names[i] == name) return static_cast<SharedOperation>(i);
  }
  return std::nullopt;
}

std::span<const LdsRule> lds_rules() { return all_rules; }
std::span<const LdsGap> lds_gaps() {
  static const std::vector<LdsGap> all = gaps();
  return all;
}

const LdsRule* lds_rule(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(all_rules), std::end(all_rules), [&](const LdsRule& rule) { return rule.name == name; });
  return found != std::end(all_rules) ? found : nullptr;
}

const LdsGap* lds_gap(std::string_view name) {
  for (const LdsGap& gap : lds_gaps()) {
    if (gap.name == name) return &gap;
  }
  return nullptr;
}

Message to_message(const LdsRule& rule) {
  return rule.independent == 1
             ? say("{} banks; a wave of 32 lanes, or half of a wave of 64, counts as a warp; one source: {}",
                   rule.banks, rule.sources)
             : say("{} banks; a wave of 32 lanes, or half of a wave of 64, counts as a warp; {} independent sources: "
                   "{}",
                   rule.banks, rule.independent, rule.sources);
}

std::string lds_rule_names() {
  std::string out;
  for (const LdsRule& rule : all_rules) out.append(out.empty() ? "" : ", ").append(rule.name);
  return out;
}

std::string_view name_of(const SharedKind& kind) {
  return kind.lds != nullptr ? kind.lds->name : name_of(kind.operation);
}

SharedPhases shared_phases(const WarpRequest& request, int access_bytes, SharedKind kind) {
  if (kind.lds != nullptr) {
    SharedPhases out;
    for (const std::uint32_t lanes : kind.lds->phases) {
      if ((request.active & lanes) != 0) out.lanes[static_cast<std::size_t>(out.count++)] = request.active & lanes;
    }
    return out;
  }
  int lanes = access_bytes >= 16 ? 8 : access_bytes >= 8 ? 16 : 32;
  int count = 32 / lanes;
  if (is_matrix(kind.operation)) {
    lanes = 8;
    count = std::min(kind.matrices, 4);
  }
  SharedPhases out;
  const bool merge =
      kind.operation == SharedOperation::load && count > 1 && (pairs_agree(request, 1) || pairs_agree(request, 2));
  if (merge) {
    lanes *= 2;
    count /= 2;
  }
  const std::uint32_t all = lanes == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << lanes) - 1;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t phase = request.active & (all << (i * lanes));
    if (phase != 0) out.lanes[static_cast<std::size_t>(out.count++)] = phase;
  }
  return out;
}

SharedRequest shared_request(const WarpRequest& request, int access_bytes, SharedKind kind) {
  const SharedPhases phases = shared_phases(request, access_bytes, kind);
  SharedRequest out;
  out.phases = phases.count;
  const int bytes = is_matrix(kind.operation) ? 16 : access_bytes;
  for (int p = 0; p < phases.count; ++p) {
    const std::uint32_t lanes = phases.lanes[static_cast<std::size_t>(p)];
    out.lanes += std::popcount(lanes);
    Banks banks(kind.banks());
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      banks.add(request.address[static_cast<std::size_t>(std::countr_zero(rest))], bytes,
                [](int, int, std::int64_t) {});
    }
    out.wavefronts += banks.most();
    out.ways = std::max(out.ways, banks.most());
  }
  return out;
}

SharedMemory shared_memory(const WarpAccess& access, SharedKind kind) {
  SharedMemory out;
  out.operation = kind.operation;
  out.access_bytes = access.access_bytes;
  out.requests_per_warp = access.instructions;
  out.warp_wavefronts.assign(static_cast<std::size_t>(access.warps()), 0);
  for (std::int64_t w = 0; w < access.warps(); ++w) {
    for (std::int64_t i = 0; i < access.instructions; ++i) {
      const WarpRequest request = access.request(w, i);
      if (request.active == 0) continue;
      const SharedRequest r = shared_request(request, access.access_bytes, kind);
      if (r.phases == 0) continue;
      ++out.requests;
      out.wavefronts += r.wavefronts;
      out.ideal_wavefronts += r.phases;
      out.warp_wavefronts[static_cast<std::size_t>(w)] += r.wavefronts;
      out.conflict_ways = std::max(out.conflict_ways, r.ways);
      out.conflicting_requests += r.ways > 1;
      if (out.requests == 1 || r.wavefronts < out.fewest_wavefronts) out.fewest_wavefronts = r.wavefronts;
      if (r.wavefronts > out.most_wavefronts) {
        out.most_wavefronts = r.wavefronts;
        out.worst_warp = w;
        out.worst_instruction = i;
      }
    }
  }
  return out;
}

std::vector<BankWord> words_of(const WarpRequest& request, int access_bytes, SharedKind kind) {
  const SharedPhases phases = shared_phases(request, access_bytes, kind);
  const int bytes = is_matrix(kind.operation) ? 16 : access_bytes;
  std::vector<BankWord> out;
  int first = 0;
  for (int p = 0; p < phases.count; ++p) {
    Banks banks(kind.banks());
    const std::size_t begin = out.size();
    for (std::uint32_t rest = phases.lanes[static_cast<std::size_t>(p)]; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      banks.add(request.address[static_cast<std::size_t>(lane)], bytes, [&](int bank, int k, std::int64_t word) {
        for (std::size_t i = begin; i < out.size(); ++i) {
          if (out[i].word != word) continue;
          out[i].lanes |= std::uint32_t{1} << lane;
          return;
        }
        out.push_back({p, first + k, bank, word, std::uint32_t{1} << lane});
      });
    }
    first += banks.most();
  }
  return out;
}

}  // namespace stridescope
