// The tools that claim: each decides by functions of the core that enumerate completely or by a law, and repeats their
// limits as `unknown`.
#include <algorithm>
#include <bit>

#include "core/algebra/algebra.h"
#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/facts/equality.h"
#include "core/facts/function.h"
#include "core/facts/function_pair.h"
#include "core/facts/offsets.h"
#include "core/mcp/asked.h"
#include "core/tiled/tma.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::mcp {
namespace {

// Statements whose laws one call checks.
constexpr int most_statements = 32;
// With texts beyond this, the evaluator may keep no record of a call.
constexpr std::size_t most_law_text = 16384;
constexpr std::size_t most_facts = 32;

Claim claim_of(std::string what) {
  Claim out;
  out.claim = std::move(what);
  return out;
}
Claim& decide(Claim& claim, Status status, std::string text) {
  claim.status = status;
  claim.text = std::move(text);
  return claim;
}
Claim& refute(Claim& claim, Counterexample counterexample) {
  claim.counterexample = std::move(counterexample);
  return decide(claim, Status::refuted, claim.counterexample->why);
}
void add_fact(Claim& claim, std::string_view name, std::string value) {
  if (claim.facts.size() < most_facts) claim.facts.push_back({std::string(name), std::move(value)});
}

// The coordinate in the nesting of the shape.
std::string natural_of(TupleRef shape, std::int64_t at) {
  Arith arith;
  const IntTuple coordinate = idx2crd(arith, IntTuple(dynamic_int(at)).ref(), shape);
  return arith.failed() ? std::string() : plain(coordinate);
}

std::string pair_text(const TvPair& pair) { return cat("thread ", pair.thread, " value ", pair.value); }

// A limit makes a claim unknown; any other error is one of the question.
Result<Claim> limited(Claim claim, const Error& error) {
  if (error.code != ErrorCode::too_large) return failure(error);
  return decide(claim, Status::unknown, english(error.message));
}
// As above, for a question whose evaluation failed.
Result<Claim> limited(Claim claim, const Asked& asked, Error error) {
  if (asked.failing() && error.code == ErrorCode::too_large) error.message = first_failure(asked.report())->message;
  return asked.failing() ? limited(std::move(claim), error) : failure(std::move(error));
}

}  // namespace

Result<Claim> verdict(const ProgramRequest& r, std::string_view page) {
  Asked asked;
  if (auto done = asked.ask(r, {}); !done) return failure(std::move(done.error()));
  Claim out = claim_of("every operation of the program satisfies its law");
  out.picture = asked.picture(page);
  const int statements = std::min(asked.last() + 1, most_statements);
  std::size_t calls = 0;
  std::string undecided =
      asked.last() < most_statements ? "" : cat("only the first ", most_statements, " statements were checked");
  for (int i = 0; i < statements; ++i) {
    const auto found = asked.workspace.verdict(i);
    if (!found) return failure(found.error());
    calls += found->size();
    const std::string& text = asked.report().bindings[static_cast<std::size_t>(i)].text;
    if (found->size() >= max_recorded_operations || text.size() > most_law_text)
      undecided = "a statement has more calls or larger values than are recorded";
    for (const OperationVerdict& v : *found) {
      const std::string said = english(v.verdict.text);
      add_fact(out, v.source, v.verdict.checked.empty() ? said : cat(said, " (", english(v.verdict.checked), ")"));
      if (v.verdict.status == LawStatus::not_checked && undecided.empty()) undecided = cat(v.source, ": ", said);
      if (v.verdict.status != LawStatus::violated || out.counterexample) continue;
      const std::string why =
          v.verdict.cause == Cause::none ? std::string() : cat("; ", english(meaning_of(v.verdict.cause)));
      refute(out, {v.verdict.at,
                   v.verdict.natural,
                   {},
                   {},
                   english(v.verdict.got),
                   english(v.verdict.should_be),
                   cat(v.source, ": ", said, why)});
    }
  }
  if (out.counterexample) return out;
  if (calls == 0 && undecided.empty()) undecided = "the program has no operation with a law";
  if (!undecided.empty()) return decide(out, Status::unknown, undecided);
  return decide(out, Status::proved,
                cat(calls, calls == 1 ? " operation satisfies its law" : " operations satisfy their laws"));
}

Result<Claim> equal(const EqualRequest& r, std::string_view page) {
  Asked asked;
  if (auto done = asked.ask(r.in, {r.a, r.b}); !done) return failure(std::move(done.error()));
  Claim out = claim_of(cat(r.a, " and ", r.b, " are the same function"));
  out.picture = asked.picture(page, cat("compare(", r.a, ", ", r.b, ")"));
  const auto [a, b] = as_functions(asked.value(0), asked.value(1));
  add_fact(out, "a", plain(asked.value(0)));
  add_fact(out, "b", plain(asked.value(1)));
  if (domain_of(a) == nullptr || domain_of(b) == nullptr) {
    if (asked.value(0) == asked.value(1)) return decide(out, Status::proved, "the same value");
    const bool tuples = a.is<IntTuple>() && b.is<IntTuple>();
    if (tuples && plain(a) == plain(b)) return decide(out, Status::proved, "the same value");
    if (tuples) return refute(out, {{}, {}, {}, {}, plain(a), plain(b), "different integers"});
    return decide(out, Status::unknown,
                  cat("a ", kind_name(a), " and a ", kind_name(b), " are not compared as functions"));
  }
  const FunctionComparison found = compare_functions(a, b);
  const std::string said = english(to_message(found));
  if (found.outcome == FunctionComparison::Outcome::not_checked) return decide(out, Status::unknown, said);
  add_fact(out, "coordinates", cat(found.size_a, found.size_a == found.size_b ? "" : cat(" and ", found.size_b)));
  if (found.outcome == FunctionComparison::Outcome::equal)
    return decide(out, Status::proved, cat("equal at all ", found.size_a, " coordinates"));
  Counterexample where;
  where.why = said;
  if (found.at) {
    where.at = found.at;
    where.natural = natural_of(domain_of(a)->shape.ref(), *found.at);
    where.got = plain(found.a);
    where.expected = plain(found.b);
  } else if (std::min(found.size_a, found.size_b) <= max_enumerated) {
    // The common coordinates agree, so that the first one of the longer domain is the smallest.
    where.at = std::min(found.size_a, found.size_b);
  }
  return refute(out, std::move(where));
}

namespace {

// False for a coordinate outside of the shape, which would be another element's index.
bool inside(Arith& arith, TupleRef at, TupleRef shape) {
  if (at.is_any()) return false;
  if (!at.is_tuple()) return at.integer().value >= 0 && at.integer().value < product(arith, shape).value;
  if (!shape.is_tuple() || shape.size() != at.size()) return false;
  for (int i = 0; i < at.size(); ++i) {
    if (!inside(arith, at[i], shape[i])) return false;
  }
  return true;
}

Claim owner_claim(Claim out, const OwnerRequest& r, const TvTable& table, std::int64_t element) {
  const std::vector<TvPair> owners = tv_owners(table, element);
  for (const TvPair& pair : owners) add_fact(out, "owner", pair_text(pair));
  Counterexample where;
  where.at = element;
  if (r.thread) {
    for (const TvPair& pair : owners) {
      if (pair.thread == *r.thread)
        return decide(out, Status::proved, cat("it is value ", pair.value, " of thread ", pair.thread));
    }
    where.expected = cat("thread ", *r.thread);
  } else if (owners.size() == 1) {
    return decide(out, Status::proved, cat(pair_text(owners[0]), " holds it, and no other"));
  }
  if (owners.empty()) {
    where.why = "no thread holds it";
  } else {
    const TvPair& pair = owners[r.thread ? 0 : 1];
    where.thread = pair.thread;
    where.value = pair.value;
    where.got = pair_text(pair);
    where.why =
        r.thread ? cat(pair_text(pair), " holds it") : cat(pair_text(owners[0]), " and ", pair_text(pair), " hold it");
  }
  return refute(out, std::move(where));
}

Claim coverage_claim(Claim out, const TvCoverage& c, const TupleRef* tile) {
  add_fact(out, "threads", cat(c.threads));
  add_fact(out, "values per thread", cat(c.values_per_thread));
  add_fact(out, "elements", cat(c.elements));
  add_fact(out, "elements without an owner", cat(c.elements_missing));
  add_fact(out, "elements with several owners", cat(c.elements_shared));
  add_fact(out, "pairs outside of the tile", cat(c.pairs_outside));
  if (c.exact()) return decide(out, Status::proved, cat("all ", c.elements, " elements are held exactly once"));
  Counterexample where;
  if (c.elements_missing + c.elements_shared > 0) {
    const bool missing = !c.missing.empty() && (c.shared.empty() || c.missing[0] < c.shared[0]);
    where.at = missing ? c.missing[0] : c.shared[0];
    if (tile != nullptr) where.natural = natural_of(*tile, *where.at);
    where.why = cat("element ", *where.at, missing ? " has no owner" : " has several owners");
  } else {
    where.thread = c.outside[0].thread;
    where.value = c.outside[0].value;
    where.why = cat(pair_text(c.outside[0]), " is outside of the tile");
  }
  return refute(out, std::move(where));
}

}  // namespace

Result<Claim> owner(const OwnerRequest& r, std::string_view page) {
  Asked asked;
  const bool one = !r.element.empty();
  const bool tiled = !r.tile.empty();
  const std::string_view lines[] = {r.layout, one ? r.element : r.tile, r.tile};
  auto done = one && tiled   ? asked.ask(r.in, {lines[0], lines[1], lines[2]})
              : one || tiled ? asked.ask(r.in, {lines[0], lines[1]})
                             : asked.ask(r.in, {lines[0]});
  if (!done) return failure(std::move(done.error()));
  if (r.thread && !one) return failure(ErrorCode::arguments, Message::verbatim("'thread' needs an 'element'"));
  const auto* layout = asked.value(0).as<Layout>();
  const auto* element = one ? asked.value(1).as<IntTuple>() : nullptr;
  const auto* tile = tiled ? asked.value(one ? 2 : 1).as<IntTuple>() : nullptr;
  if (layout == nullptr || (one && element == nullptr) || (tiled && tile == nullptr)) {
    return failure(ErrorCode::arguments,
                   Message::verbatim("expected a layout (thread, value) -> element, an element and a shape"),
                   Message::verbatim("write layoutC_TV(mma) for the layout of a TiledMMA"));
  }
  Claim out = claim_of(!one       ? std::string("the threads hold every element of the tile exactly once")
                       : r.thread ? cat("thread ", *r.thread, " holds element ", r.element)
                                  : cat("exactly one thread holds element ", r.element, ", once"));
  out.picture = asked.picture(page, cat("tv_coverage(", r.layout, tiled ? ", " : "", r.tile, ")"));
  Arith arith;
  const TvTable table = TvTable::make(arith, *layout);
  if (arith.failed()) return limited(std::move(out), arith.error().value());
  if (!one) {
    const Int elements = tile != nullptr ? product(arith, tile->ref()) : cosize(arith, *layout);
    const TvCoverage coverage = arith.ok() ? tv_coverage(arith, table, elements.value) : TvCoverage();
    if (arith.failed()) return limited(std::move(out), arith.error().value());
    const TupleRef shape = tile != nullptr ? tile->ref() : layout->shape.ref();
    return coverage_claim(std::move(out), coverage, tile != nullptr ? &shape : nullptr);
  }
  if (element->ref().is_tuple() && tile == nullptr)
    return failure(ErrorCode::arguments, Message::verbatim("a coordinate needs the tile that contains it"));
  if (tile != nullptr && (!inside(arith, element->ref(), tile->ref()) || arith.failed()))
    return failure(ErrorCode::index_range,
                   Message::verbatim(cat("element ", r.element, " is outside of the tile ", r.tile)));
  const IntTuple at = tile != nullptr ? crd2idx(arith, element->ref(), tile->ref()) : IntTuple(element->ref());
  if (arith.failed()) return limited(std::move(out), arith.error().value());
  if (!at.is_integer()) return failure(ErrorCode::arguments, Message::verbatim("the element is not an integer"));
  return owner_claim(std::move(out), r, table, at.integer().value);
}

namespace {

// The first request with a conflict, by warp and access, and the two smallest threads in it.
Counterexample first_conflict(const SharedAccess& shared) {
  Counterexample where;
  const WarpAccess& access = shared.access;
  for (std::int64_t warp = 0; warp < access.warps(); ++warp) {
    for (std::int64_t i = 0; i < access.instructions; ++i) {
      const WarpRequest request = access.request(warp, i);
      if (shared_request(request, access.access_bytes, shared.kind).ways < 2) continue;
      const std::vector<BankWord> words = words_of(request, access.access_bytes, shared.kind);
      for (auto second = words.begin(); second != words.end(); ++second) {
        const auto first = std::find_if(words.begin(), second, [&](const BankWord& w) {
          return w.phase == second->phase && w.bank == second->bank;
        });
        if (first == second) continue;
        const auto thread = [&](const BankWord& w) { return warp * lanes_per_warp + std::countr_zero(w.lanes); };
        where.thread = std::min(thread(*first), thread(*second));
        where.got = cat("words ", first->word, " and ", second->word, " of bank ", second->bank);
        where.why = cat("warp ", warp, ", access ", i, ": threads ", *where.thread, " and ",
                        std::max(thread(*first), thread(*second)), " need ", where.got);
        return where;
      }
    }
  }
  where.why = "more wavefronts than needed";
  return where;
}

}  // namespace

Result<Claim> conflicts(const ConflictsRequest& r, std::string_view page) {
  const bool copy = r.side != CopiedSide::none;
  if (copy && r.threads.empty())
    return failure(ErrorCode::arguments, Message::verbatim("'side' needs a TiledCopy in 'threads'"));
  if (r.operation.find_first_of("\"\\") != std::string::npos)
    return failure(ErrorCode::arguments, Message::verbatim("'operation' is load, store, ldmatrix or stmatrix"));
  const std::string line =
      copy ? cat("bank_conflicts(", r.threads, ", ", r.layout, ", \"", r.side == CopiedSide::src ? "src" : "dst", "\")")
           : cat("bank_conflicts<", r.bits, ">(", r.layout, r.threads.empty() ? "" : ", ", r.threads, ", \"",
                 r.operation, "\")");
  Claim out = claim_of("the accesses have no bank conflict");
  Asked asked;
  if (auto done = asked.ask(r.in, {line}); !done) return limited(std::move(out), asked, done.error());
  const auto* shared = asked.value(0).as<SharedAccess>();
  if (shared == nullptr) return failure(ErrorCode::arguments, Message::verbatim("these arguments are not an access"));
  out.picture = asked.picture(page);
  const SharedMemory& counts = shared->counts;
  add_fact(out, "requests", cat(counts.requests));
  add_fact(out, "bytes per lane and access", cat(counts.access_bytes));
  add_fact(out, "wavefronts", cat(counts.wavefronts));
  add_fact(out, "wavefronts without conflicts", cat(counts.ideal_wavefronts));
  add_fact(out, "ways of the worst conflict", cat(counts.conflict_ways));
  add_fact(out, "requests with a conflict", cat(counts.conflicting_requests));
  if (counts.requests == 0) return decide(out, Status::unknown, "no lane accesses shared memory");
  if (counts.conflicting_requests == 0)
    return decide(out, Status::proved,
                  cat("all ", counts.requests, " requests take the fewest wavefronts, ", counts.wavefronts));
  return refute(out, first_conflict(*shared));
}

Result<Claim> tma_box(const TmaBoxRequest& r, std::string_view page) {
  if (r.type.find_first_of("\"\\") != std::string::npos)
    return failure(ErrorCode::arguments, Message::verbatim("'type' is the name of an element type"));
  Claim out = claim_of("the copy engine moves the tile");
  Asked asked;
  const std::string line = cat("make_tma_atom(", r.global, ", ", r.shared, ", \"", r.type, "\", ", r.address, ")");
  if (auto done = asked.ask(r.in, {r.global, r.shared, line}); !done) {
    // The layouts themselves are right: what is refused is the copy.
    if (asked.failing() != std::optional<std::size_t>(2)) return failure(std::move(done.error()));
    const Diagnostic& first = *first_failure(asked.report());
    if (first.code != ErrorCode::unsupported && first.code != ErrorCode::bad_swizzle)
      return limited(std::move(out), asked, done.error());
    out.picture = link_to(with_line(r.in.program, r.shared), r.in.mode, page);
    if (!first.hint.empty()) add_fact(out, "fix", english(first.hint));
    Counterexample where;
    where.why = english(first.message);
    return refute(out, std::move(where));
  }
  const auto* tma = asked.value(2).as<TmaAtom>();
  if (tma == nullptr) return failure(ErrorCode::arguments, Message::verbatim("these arguments are not a copy"));
  out.picture = asked.picture(page);
  for (auto& [name, value] : tma_facts(*tma, IntegerMode::teaching)) add_fact(out, name, std::move(value));
  return decide(out, Status::proved,
                cat(tma->instructions, tma->instructions == 1 ? " instruction moves " : " instructions move ",
                    moved_elements(*tma), " elements"));
}

}  // namespace stridescope::mcp
