// Decides which blocks of Python, and of `if constexpr` in C++, run: by conditions with known values. After them, any
// other meaning of a name is unknown, and never guessed.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/paste/evaluation.h"

namespace stridescope {

void ForeignEvaluation::pass_before(std::uint32_t position) {
  constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
  for (;;) {
    const std::uint32_t end = open_.empty() ? never : tree_.branches[open_.back().number].block.end;
    const std::uint32_t begin =
        next_branch_ < tree_.branches.size() ? tree_.branches[next_branch_].header.begin : never;
    const std::uint32_t at = std::min(begin, end);
    if (at > position || at == never) break;
    fail_names_before(at);
    if (end <= begin) {
      leave_branch();
    } else {
      enter_branch(next_branch_++);
    }
  }
  const bool names = evaluator_->has_failed_names() || next_skipped_ < tree_.skipped_names.size() ||
                     next_parameter_ < tree_.parameters.size();
  if (names) fail_names_before(position);
}

void ForeignEvaluation::enter_branch(std::size_t number) {
  const Branch& branch = tree_.branches[number];
  const std::size_t level = open_.size();
  const bool goes_on = branch.previous >= 0 && chains_.size() > level;
  chains_.resize(goes_on ? level + 1 : level);
  if (!goes_on) {
    chains_.emplace_back();
    chains_.back().conditions = branch.kind == Branch::Kind::condition;
  }
  Chain& chain = chains_.back();
  const bool outside = !open_.empty() && open_.back().state == BranchState::passed_over;
  OpenBranch open = {number, outside ? BranchState::passed_over : state_of(branch, chain)};
  if (open.state == BranchState::passed_over && !outside) passed_over_.push_back(branch.block);
  if (open.state == BranchState::undecided && !chain.counted) {
    chain.counted = true;
    // Counts the names that several of the branches bind; starts here, because earlier branches do not run.
    for (std::size_t at = number; at < tree_.branches.size();) {
      for (const std::string_view name : bound_in(tree_.branches[at])) ++chain.binding[name];
      std::size_t next = at + 1;
      while (next < tree_.branches.size() && tree_.branches[next].header.begin < tree_.branches[at].block.end) ++next;
      if (next == tree_.branches.size() || tree_.branches[next].previous != static_cast<int>(at)) break;
      at = next;
    }
  }
  if (open.state == BranchState::loop) {
    for (const std::string_view name : bound_in(branch)) {
      if (!is_bound(name)) continue;
      if (open.cause < 0) open.cause = branch_cause(name, number);
      evaluator_->fail(name, open.cause);
      open.changed.push_back(name);
    }
  }
  open_.push_back(std::move(open));
}

ForeignEvaluation::BranchState ForeignEvaluation::state_of(const Branch& branch, Chain& chain) {
  switch (branch.kind) {
    case Branch::Kind::loop:
      return BranchState::loop;
    case Branch::Kind::unknown:
      chain.undecided = true;
      return BranchState::undecided;
    case Branch::Kind::otherwise:
      if (!chain.conditions) return BranchState::taken;
      if (chain.decided) return BranchState::passed_over;
      return chain.undecided && !branch.both ? BranchState::undecided : BranchState::taken;
    case Branch::Kind::condition:
      break;
  }
  const auto truth = chain.decided ? std::optional<bool>(false) : holds(branch);
  if (truth && !*truth) return BranchState::passed_over;
  chain.undecided = chain.undecided || !truth;
  chain.decided = truth.has_value();
  return chain.undecided && !branch.both ? BranchState::undecided : BranchState::taken;
}

std::optional<bool> ForeignEvaluation::holds(const Branch& branch) {
  if (branch.root < 0) return std::nullopt;
  const Maybe value = evaluator_->eval_quietly(static_cast<Index>(branch.root));
  if (!value) return std::nullopt;
  if (const auto* truth = value->as<Bool>()) return truth->value;
  const Int* integer = value->integer();
  return integer != nullptr && integer->is_plain() ? std::optional<bool>(integer->value != 0) : std::nullopt;
}

std::vector<std::string_view> ForeignEvaluation::bound_in(const Branch& branch) const {
  std::vector<std::string_view> out;
  const auto before = [](const auto& begin_of) {
    return [begin_of](const auto& entry, std::uint32_t position) { return begin_of(entry) < position; };
  };
  const auto statement_begin = [](const Statement& s) { return s.span.begin; };
  const auto& statements = tree_.statements;
  for (auto s = std::lower_bound(statements.begin(), statements.end(), branch.block.begin, before(statement_begin));
       s != statements.end() && s->span.begin < branch.block.end; ++s) {
    if (!s->name.empty()) out.push_back(s->name);
    for (const BoundName& one : s->names) out.push_back(one.name);
  }
  const auto name_begin = [](const std::pair<std::string_view, Span>& entry) { return entry.second.begin; };
  for (const auto* names : {&tree_.failed_names, &tree_.skipped_names}) {
    for (auto n = std::lower_bound(names->begin(), names->end(), branch.block.begin, before(name_begin));
         n != names->end() && n->second.begin < branch.block.end; ++n)
      out.push_back(n->first);
  }
  if (branch.kind == Branch::Kind::loop) {  // for a, b in ...
    std::string_view head = evaluator_->program().substr(branch.text.begin, branch.text.end - branch.text.begin);
    head = head.substr(0, std::min(head.find(" in "), head.size()));
    while (!head.empty()) {
      const std::size_t comma = std::min(head.find(','), head.size());
      std::string_view name = head.substr(0, comma);
      while (name.starts_with(' ') || name.starts_with('(')) name.remove_prefix(1);
      while (name.ends_with(' ') || name.ends_with(')')) name.remove_suffix(1);
      out.push_back(name);
      head.remove_prefix(std::min(comma + 1, head.size()));
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void ForeignEvaluation::leave_branch() {
  const OpenBranch left = std::move(open_.back());
  open_.pop_back();
  Chain& chain = chains_[open_.size()];
  for (const auto& [name, stood_for] : left.before) {
    evaluator_->restore(name, stood_for.first, stood_for.second);
    cause_of(chain, left.number, name);
    chain.bound.push_back(name);
  }
  for (const std::string_view name : left.changed) evaluator_->fail(name, left.cause);
  const bool goes_on =
      next_branch_ < tree_.branches.size() && tree_.branches[next_branch_].previous == static_cast<int>(left.number);
  if (goes_on) return;
  const std::vector<std::string_view> bound = std::move(chain.bound);
  for (const std::string_view name : bound) evaluator_->fail(name, chain.cause);
  chains_.resize(open_.size());
}

int ForeignEvaluation::cause_of(Chain& chain, std::size_t number, std::string_view name) {
  if (chain.cause < 0) {
    const Branch* branch = &tree_.branches[number];
    // An else does not reveal the condition before it.
    while (branch->kind == Branch::Kind::otherwise && branch->previous >= 0) {
      number = static_cast<std::size_t>(branch->previous);
      branch = &tree_.branches[number];
    }
    chain.cause = branch_cause(name, number);
  }
  return chain.cause;
}

bool ForeignEvaluation::is_left_out(const Statement& statement) {
  if (open_.empty()) return false;
  if (open_.back().state == BranchState::passed_over) return true;
  std::vector<std::string_view> names;
  if (!statement.name.empty()) names.push_back(statement.name);
  for (const BoundName& one : statement.names) names.push_back(one.name);
  for (std::size_t i = open_.size(); i-- > 0;) {
    const OpenBranch& open = open_[i];
    if (open.state != BranchState::undecided) continue;
    for (const std::string_view name : names) {
      const auto changed = open.before.find(name);
      const bool bound_before = changed != open.before.end() ? changed->second.first >= 0 : is_bound(name);
      const auto binding = chains_[i].binding.find(name);
      if (!bound_before && (binding == chains_[i].binding.end() || binding->second < 2)) continue;
      const int cause = cause_of(chains_[i], open.number, name);
      evaluator_->next_statement();
      for (const std::string_view one : names) evaluator_->fail(one, cause);
      no_value_of_branch(cause, tree_.branches[static_cast<std::size_t>(reasons_[cause].branch)].header, name);
      evaluator_->out().remainders.push_back({statement.span, RemainderKind::branch});
      return true;
    }
  }
  return false;
}

std::nullopt_t ForeignEvaluation::no_value_of_branch(int cause, Span span, std::string_view name) {
  const Branch& branch = tree_.branches[static_cast<std::size_t>(reasons_[cause].branch)];
  if (!lines_) lines_.emplace(evaluator_->program());
  std::string_view header =
      evaluator_->program().substr(branch.header.begin, branch.header.end - branch.header.begin - 1);
  if (branch.kind == Branch::Kind::condition) header.remove_prefix(branch.text.begin - branch.header.begin);
  constexpr std::size_t most = 60;
  while (header.starts_with(' ')) header.remove_prefix(1);
  const std::string_view rest = header.size() > most ? "..." : "";
  const std::string told = cat(header.substr(0, most), rest);
  const auto line = lines_->line(branch.header.begin);
  if (branch.kind == Branch::Kind::loop) {
    return evaluator_->tell(cause, span, ErrorCode::failed_name,
                            say("'{}' has no value: '{}' of line {} binds it several times", name, told, line),
                            say("write its value after the loop: {} = ...", name));
  }
  return evaluator_->tell(cause, span, ErrorCode::failed_name,
                          branch.kind == Branch::Kind::condition
                              ? say("'{}' has no value: the condition '{}' of line {} is unknown", name, told, line)
                              : say("'{}' has no value: it is unknown whether '{}' of line {} runs", name, told, line),
                          say("write the deciding value on an earlier line, or paste only one of the branches"));
}

int ForeignEvaluation::branch_cause(std::string_view name, std::size_t number) {
  const int cause = evaluator_->new_cause({name});
  reasons_[cause].branch = static_cast<int>(number);
  return cause;
}

void ForeignEvaluation::changes(const ProgramEvaluator& evaluator, std::string_view name) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].state != BranchState::undecided) continue;
    open_[i].before.emplace(name, std::pair<int, int>(evaluator.binding_of(name), evaluator.cause_of(name)));
    return;
  }
}

bool ForeignEvaluation::is_passed_over(std::uint32_t position) const {
  const auto behind = std::upper_bound(passed_over_.begin(), passed_over_.end(), position,
                                       [](std::uint32_t at, Span block) { return at < block.begin; });
  return behind != passed_over_.begin() && position < std::prev(behind)->end;
}

}  // namespace stridescope
