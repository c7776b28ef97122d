// Chooses the candidates worth measuring, and prints their table.
#include "core/tune/tuning.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/base/number_text.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/kernels/kernel_limits.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void print_tuning(std::string& out, const void* object, IntegerMode) {
  out.append(to_text(*static_cast<const Tuning*>(object), english_catalog()));
}

bool same_tuning(const void* a, const void* b) {
  return to_text(*static_cast<const Tuning*>(a), english_catalog()) ==
         to_text(*static_cast<const Tuning*>(b), english_catalog());
}

void set_time(Tuning& tuning, TunedKernel& to, const KernelPlan& plan, const Gpu& gpu) {
  auto time = predict_time(plan, gpu);
  if (!time) {
    to.unpredicted = time.error().message;
    return;
  }
  to.rate = tuning.rate_of(time->us);
  to.time = *time;
}

class Tuner {
 public:
  Tuner(const Gpu& gpu, const EvaluateText& evaluate, const TuneOptions& options)
      : gpu_(gpu), evaluate_(evaluate), options_(options) {}

  Result<Tuning> run(const Value& kernel) {
    auto candidates = candidates_of(kernel, gpu_);
    if (!candidates) return failure(std::move(candidates.error()));
    auto given = plan_kernel(kernel);
    if (!given) return failure(std::move(given.error()));
    describe(kernel, *given);
    out_.looked_at = candidates->size();
    TunedKernel& first = out_.kernels.emplace_back();
    set_time(out_, first, *given, gpu_);
    const std::size_t most = options_.exhaustive ? max_tuned : std::max<std::size_t>(options_.count, 1);
    // For each tile the plain candidate, or the one with the fastest prediction; others only if there is room, because
    // those of the best tile are tried later.
    std::set<std::string> groups;
    std::set<const Candidate*> taken;
    // At most a third of the candidates are split, so that they do not displace more certain ones; more if they are
    // much faster.
    std::size_t split = options_.exhaustive ? most : most / 3;
    const auto quickest = [&](bool of_split) {
      const auto found = std::find_if(candidates->begin(), candidates->end(),
                                      [&](const Candidate& c) { return c.split == of_split && planned(c); });
      return found != candidates->end() ? found->rough_us : 1e30;
    };
    if (quickest(true) < 0.9 * quickest(false)) split = std::max(split, most * 5 / 8);
    const auto take = [&](const Candidate& c) {
      if (taken.contains(&c) || !add(c, out_.kernels)) return false;
      taken.insert(&c);
      return true;
    };
    for (const Candidate& c : *candidates) {
      if (out_.kernels.size() > most) break;
      if (!(c.plain || c.ranked) || groups.contains(c.group) || (c.split && split == 0) ||
          (late(c) && !options_.exhaustive))
        continue;
      if (!take(c)) continue;
      groups.insert(c.group);
      if (c.split) --split;
    }
    for (const Candidate& c : *candidates) {
      if (out_.kernels.size() > most) break;
      if (options_.exhaustive || (!late(c) && groups.contains(c.group) && (c.ranked || !c.plain))) take(c);
    }
    for (const Candidate& c : *candidates) {
      if (out_.kernels.size() > most) break;
      if (c.plain && !c.split && !late(c) && !groups.contains(c.group) && take(c)) groups.insert(c.group);
    }
    std::vector<TunedKernel> alike;
    if (!options_.exhaustive && options_.count >= default_tuned) alike = try_alike(*candidates, groups, taken);
    std::map<std::string, std::size_t> others;
    for (const Candidate& c : *candidates) {
      if (options_.exhaustive || !groups.contains(c.group) || taken.contains(&c)) continue;
      if (others[c.group] < refined_count && add(c, out_.nearby)) ++others[c.group];
    }
    look_beside(*candidates, groups);
    try_late(*candidates, taken);
    std::move(alike.begin(), alike.end(), std::back_inserter(out_.nearby));
    sort_stable(std::span(out_.kernels).subspan(1), [](const TunedKernel& a, const TunedKernel& b) {
      const double x = a.time ? a.time->us : 1e30;
      const double y = b.time ? b.time->us : 1e30;
      return x < y;
    });
    return std::move(out_);
  }

 private:
  void describe(const Value& kernel, const KernelPlan& plan) {
    out_.gpu = gpu_.name;
    out_.product = gpu_.product;
    out_.fitted = is_fitted(gpu_);
    const auto work = work_of(plan);
    const bool product = work && work->product;
    out_.unit = product ? "TFLOP/s" : "GB/s";
    if (work) out_.work = static_cast<double>(product ? work->operations : work->bytes) / (product ? 1e6 : 1e3);
    const auto layout = [](const AnyLayout& l) { return to_text(l, IntegerMode::teaching); };
    if (const auto* gemm = kernel.as<GemmKernel>()) {
      const MmaAtom& atom = gemm->tile.mma.atom;
      out_.kernel = cat("gemm ", layout(gemm->a), ' ', layout(gemm->b), ' ', layout(gemm->c), ' ', atom.val_a.name, ' ',
                        atom.val_b.name, ' ', atom.val_d.name, ' ', gemm->type_c.name);
      if (gemm->epilogue.any()) append_all(out_.kernel, ' ', to_text(gemm->epilogue));
    } else if (const auto* sum = kernel.as<ReduceKernel>()) {
      out_.kernel = cat("sum ", layout(sum->src), ' ', layout(sum->dst), ' ', sum->type.name);
    } else if (const auto* copy = kernel.as<CopyKernel>()) {
      out_.kernel = cat("copy ", layout(copy->src), ' ', layout(copy->dst), ' ', copy->type.name);
    }
  }

  // If DRAM limits all tiles, a model cannot distinguish them: tiles with half an extent of a measured one are tried
  // after it.
  void look_beside(const std::vector<Candidate>& candidates, const std::set<std::string>& groups) {
    const TunedKernel* best = out_.best();
    if (options_.exhaustive || best == nullptr || !best->time || best->time->binds != TimeLimit::dram) return;
    for (const Candidate& c : candidates) {
      if (!c.plain || c.split || late(c) || groups.contains(c.group)) continue;
      for (const std::string& whole : c.twice) {
        if (!groups.contains(whole) || !add(c, out_.nearby)) continue;
        out_.nearby.back().group = whole;
        break;
      }
    }
  }

  static bool late(const Candidate& c) { return c.way != Candidate::Way::whole; }

  // Some candidates with alternating teams, and some with shared steps along K, are tried after the others, whichever
  // of those is the best; the latter unless the model rules them out.
  void try_late(const std::vector<Candidate>& candidates, const std::set<const Candidate*>& taken) {
    std::map<Candidate::Way, std::set<std::string>> tried;
    for (const Candidate& c : candidates) {
      if (options_.exhaustive) return;
      std::set<std::string>& groups = tried[c.way];
      const bool hopeless =
          c.way == Candidate::Way::shares && c.rough_us > candidates.front().rough_us * (1 + near_prediction);
      if (!late(c) || hopeless || groups.size() == late_count || groups.contains(c.group) || taken.contains(&c) ||
          !add(c, out_.nearby))
        continue;
      groups.insert(c.group);
      out_.nearby.back().group.clear();
    }
  }

  // In a short launch the overhead of the kernel dominates, and many predictions are equal. Then the next candidates in
  // order, and those of untried tiles, are tried, whichever is the best.
  std::vector<TunedKernel> try_alike(const std::vector<Candidate>& candidates, const std::set<std::string>& groups,
                                     std::set<const Candidate*>& taken) {
    std::vector<TunedKernel> out;
    const TunedKernel* best = out_.best();
    if (best == nullptr || !best->time) return out;
    const double quickest = best->time->us;
    const bool brief = quickest < brief_us;
    const auto take = [&](const Candidate& c) {
      if (!add(c, out)) return false;
      if (!brief && (!out.back().time || out.back().time->us > quickest * (1 + as_quick))) {
        out.pop_back();
        return false;
      }
      out.back().group.clear();
      taken.insert(&c);
      return true;
    };
    for (const Candidate& c : candidates) {
      if (out.size() == alike_count || (!brief && c.rough_us > candidates.front().rough_us * (1 + near_prediction)))
        break;
      if (!taken.contains(&c) && !late(c)) take(c);
    }
    std::set<std::string> tried = groups;
    std::size_t more = brief ? refined_count : 0;
    for (const Candidate& c : candidates) {
      if (more == 0) break;
      if (late(c) || taken.contains(&c) || tried.contains(c.group) || !take(c)) continue;
      tried.insert(c.group);
      --more;
    }
    return out;
  }

  // The plan of the candidate, if it is legal, not refused, and the GPU can run it.
  Result<KernelPlan> planned(const Candidate& c) const {
    const auto value = evaluate_(c.text);
    auto plan = value ? plan_kernel(*value) : failure(value.error());
    if (!plan) return plan;
    if (Message why = refusal(*plan).why; !why.empty()) return failure(ErrorCode::unsupported, std::move(why));
    if (auto why = lacking(*plan, gpu_.architecture)) return failure(std::move(*why));
    return plan;
  }

  bool add(const Candidate& c, std::vector<TunedKernel>& to) {
    const auto plan = planned(c);
    if (!plan) {
      if (out_.refused++ == 0) out_.why_refused = plan.error().message;
      return false;
    }
    TunedKernel one;
    one.label = c.label;
    one.text = c.text;
    one.group = c.group;
    set_time(out_, one, *plan, gpu_);
    to.push_back(std::move(one));
    return true;
  }

  const Gpu& gpu_;
  const EvaluateText& evaluate_;
  const TuneOptions options_;
  Tuning out_;
};

}  // namespace

const ObjectKind Tuning::object_kind = {"tuning", &print_tuning, &same_tuning};

std::string us_text(double us) { return fixed(us, us < 100 ? 2 : 1); }

bool Tuning::any_measured() const {
  return std::any_of(kernels.begin(), kernels.end(), [](const TunedKernel& k) { return k.measured_us.has_value(); });
}

const TunedKernel* Tuning::best() const {
  const bool measured = any_measured();
  const auto us = [&](const TunedKernel& k) {
    if (measured) return k.measured_us.value_or(1e30);
    return k.time ? k.time->us : 1e30;
  };
  const TunedKernel* out = nullptr;
  for (const TunedKernel& k : kernels) {
    if (us(k) < 1e30 && (out == nullptr || us(k) < us(*out))) out = &k;
  }
  return out;
}

Result<Tuning> tune(const Value& kernel, const Gpu& gpu, const EvaluateText& evaluate, const TuneOptions& options) {
  return Tuner(gpu, evaluate, options).run(kernel);
}

bool refine(Tuning& tuning) {
  const TunedKernel* best = tuning.best();
  if (best == nullptr || best->text.empty()) return false;
  const auto us = [](const TunedKernel& k) { return k.measured_us.value_or(1e30); };
  // Also the second-fastest kernel of another group, if it is so close that another run might reverse the order.
  const TunedKernel* next = nullptr;
  for (const TunedKernel& k : tuning.kernels) {
    if (k.text.empty() || k.group == best->group || us(k) > us(*best) * (1 + as_quick)) continue;
    if (next == nullptr || us(k) < us(*next)) next = &k;
  }
  const std::set<std::string> groups = {best->group, (next != nullptr ? next : best)->group, std::string()};
  std::vector<TunedKernel> rest;
  bool added = false;
  for (TunedKernel& k : tuning.nearby) {
    if (!groups.contains(k.group)) {
      rest.push_back(std::move(k));
    } else {
      tuning.kernels.push_back(std::move(k));
      added = true;
    }
  }
  tuning.nearby = std::move(rest);
  return added;
}

Message moved_bound(const TunedKernel& from, const TunedKernel& to) {
  if (!from.time || !to.time || &from == &to) return {};
  const TimePrediction& a = *from.time;
  const TimePrediction& b = *to.time;
  // The part that decreased most.
  std::size_t most = 0;
  for (std::size_t i = 1; i < time_limits; ++i) {
    if (a.part_us[i] - b.part_us[i] > a.part_us[most] - b.part_us[most]) most = i;
  }
  const auto limit = static_cast<TimeLimit>(most);
  const bool shrank = a.part_us[most] - b.part_us[most] > 0.01 * a.us;
  if (!shrank) return say("predicted: {} limits both kernels", name_of(b.binds));
  const Message what = say("{} drops from {} to {} us", name_of(limit), us_text(a.part(limit)), us_text(b.part(limit)));
  if (a.binds == b.binds) return say("predicted: {}; {} limits both kernels", what, name_of(b.binds));
  return say("predicted: {}; {} limited the original kernel, {} limits this one", what, name_of(a.binds),
             name_of(b.binds));
}

// The title of the table of candidates.
static Message title_of(const Tuning& t) {
  if (t.any_measured()) return say("candidates on {}, fastest prediction first", t.product);
  return t.fitted
             ? say("candidates for {}: predictions; nothing is measured", t.product)
             : say("candidates for {}: predictions with the constants of another GPU; nothing is measured", t.product);
}

// The number of candidates; if none is left, the reason.
static Message count_of(const Tuning& t) {
  const Message all = say("{} {candidate|candidates} in all", t.looked_at);
  if (t.kernels.size() > 1 || t.why_refused.empty()) return all;
  return say("{}, and none can become a kernel: {}", all, t.why_refused);
}

std::vector<AnalysisRow> rows_of(const Tuning& t) {
  std::vector<AnalysisRow> out = {{{}, title_of(t), {}}};
  for (const TunedKernel& k : t.kernels) {
    AnalysisRow row = {k.text.empty() ? say("the given kernel") : k.label, {}, {}};
    if (k.time) {
      row.value = say("{} us", us_text(k.time->us));
      row.explanation = say("{} {}, limited by {}", fixed(k.rate, 1), t.unit, name_of(k.time->binds));
      if (!k.time->doubt.empty()) row.explanation = say("{}; may be off: {}", row.explanation, k.time->doubt);
    } else {
      row.explanation = k.unpredicted;
    }
    if (k.measured_us)
      row.explanation =
          say("{}; measured {} us, {} {}", row.explanation, us_text(*k.measured_us), fixed(k.measured_rate, 1), t.unit);
    out.push_back(std::move(row));
  }
  const TunedKernel* best = t.best();
  if (best != nullptr && !best->text.empty()) {
    if (Message why = moved_bound(t.kernels.front(), *best); !why.empty()) out.push_back({{}, std::move(why), {}});
  }
  out.push_back({{}, count_of(t), {}});
  return out;
}

std::string to_text(const Tuning& t, const Catalog& catalog) {
  const auto words = [&](const Message& m) { return render(m, catalog); };
  std::string out = words(title_of(t));
  out.push_back('\n');
  std::size_t width = 0;
  const auto label = [&](const TunedKernel& k) { return words(k.text.empty() ? say("the given kernel") : k.label); };
  for (const TunedKernel& k : t.kernels) width = std::max(width, columns_of(label(k)));
  std::size_t number = 0;
  for (const TunedKernel& k : t.kernels) {
    append_all(out, right_aligned(cat(number++), 3), "  ", left_aligned(label(k), width));
    if (k.time) {
      append_all(out, right_aligned(us_text(k.time->us), 10), " us", right_aligned(fixed(k.rate, 1), 9), ' ', t.unit,
                 ", ", words(say("limited by {}", name_of(k.time->binds))));
      if (k.time->busy < 0.995)
        append_all(out, ", ", words(say("{} % of the multiprocessors busy", fixed(k.time->busy * 100, 0))));
      if (!k.time->doubt.empty()) append_all(out, "; ", words(say("the prediction may be off: {}", k.time->doubt)));
    } else {
      append_all(out, "  ", words(k.unpredicted));
    }
    if (k.measured_us) {
      append_all(out, "; ",
                 words(say("measured {} us, {} {}", us_text(*k.measured_us), fixed(k.measured_rate, 1), t.unit)));
    } else if (!k.problem.empty()) {
      append_all(out, "; ", words(k.problem));
    }
    out.push_back('\n');
  }
  const TunedKernel* best = t.best();
  if (best != nullptr && !best->text.empty()) {
    if (const Message why = moved_bound(t.kernels.front(), *best); !why.empty()) append_all(out, words(why), '\n');
  }
  append_all(out, words(count_of(t)), '\n');
  return out;
}

}  // namespace stridescope
