// Evaluates a program with foreign text (core/lang/foreign_program.h).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/base/utf.h"
#include "core/foreign/paste/foreign_tree.h"
#include "core/lang/foreign_program.h"
#include "core/lang/program_evaluator.h"

namespace stridescope {

struct KnownProfiles;

class ForeignEvaluation final : public ForeignProgram {
 public:
  // profiles: as in read_program.h.
  explicit ForeignEvaluation(KnownProfiles* profiles = nullptr) : profiles_(profiles) {}

  const SyntaxTree& read(std::string_view program, IntegerMode mode, const Environment& environment,
                         std::vector<Error>& errors) override;
  void begin(ProgramEvaluator& evaluator) override;
  // copies.cpp
  void finish(ProgramEvaluator& evaluator) override;

  bool begins(ProgramEvaluator& evaluator, const Statement& statement) override;
  void ends() override { keeps_back_ = false; }
  bool settles(ProgramEvaluator& evaluator, const Statement& statement) override;
  bool accepts(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) override;
  void unpack(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) override;
  bool leaves_out(ProgramEvaluator& evaluator, const Statement& statement, bool waits) override;
  void changes(const ProgramEvaluator& evaluator, std::string_view name) override;
  bool is_passed_over(std::uint32_t position) const override;

  bool is_parameter(std::string_view name) const override;
  Maybe example(ProgramEvaluator& evaluator, const SyntaxNode& name) override;
  bool explains(ProgramEvaluator& evaluator, Span span, std::string_view name, std::string_view example) override;
  bool passes_over(const SyntaxNode& call) const override;
  void pass_over() override { leave_out_ = true; }
  bool is_left_out() const override { return leave_out_; }
  bool is_pasted() const override { return pasted_; }
  Maybe value(ProgramEvaluator& evaluator, const SyntaxNode& node, Origin* origin) override;
  Maybe entry(ProgramEvaluator& evaluator, const SyntaxNode& node, const std::vector<Value>& args) override;
  std::optional<std::vector<Value>> spread(ProgramEvaluator& evaluator, const SyntaxNode& tuple,
                                           std::vector<Value> modes) override;

  bool keeps_back() const override { return keeps_back_; }
  int keep(ProgramError error) override {
    untold_.push_back(std::move(error));
    return static_cast<int>(untold_.size()) - 1;
  }
  ProgramError& kept(int number) override { return untold_[static_cast<std::size_t>(number)]; }

 private:
  using Index = ProgramEvaluator::Index;

  // The reason why a name has no value, by its cause: its statement is skipped, or is inside a block.
  struct Reason {
    Span span = {};   // span of the skipped statement
    int branch = -1;  // index in tree_.branches: a block that may not run, or runs several times
  };
  int left_out_cause(std::string_view name, Span span);
  // True for a name if its statement is skipped.
  bool is_left_out(std::string_view name) const;
  bool is_bound(std::string_view name) const { return evaluator_->binding_of(name) >= 0; }
  bool has_failed(std::string_view name) const { return evaluator_->cause_of(name) >= 0; }

  // --- paste_pairs.cpp ---
  // True for a comparison of two pasted layouts, which is bound if they differ.
  bool compares_pair(ProgramEvaluator& evaluator, const Statement& statement);

  // --- evaluation.cpp ---
  // Skips a pasted statement that is not about layouts.
  void leave_out(const Statement& statement, RemainderKind kind = RemainderKind::statement);
  // True for a statement that is not about layouts, independent of its parts.
  bool says_nothing(const Statement& statement) const;
  bool is_known(std::string_view name) const;
  std::nullopt_t parameter(Span span, std::string_view name, std::string_view example);
  // Marks names of unreadable or skipped statements, and parameters of functions, as having no value.
  void fail_names_before(std::uint32_t position);

  // --- python/branches.cpp: the blocks of Python that run, and the names that are known after them ---
  enum class BranchState { taken, passed_over, undecided, loop };
  struct OpenBranch {
    std::size_t number;  // index in tree_.branches
    BranchState state;
    int cause = -1;                              // cause of a loop's names
    std::vector<std::string_view> changed = {};  // names bound before a loop that rebinds them
    // The earlier meanings of the names that an undecided branch binds: a binding and a cause, -1 if absent.
    std::map<std::string_view, std::pair<int, int>> before = {};
  };
  // The branches of one if, or of one loop.
  struct Chain {
    bool conditions = false;                       // the branches of an if
    bool decided = false;                          // one branch runs, and none of the later ones
    bool undecided = false;                        // whether a branch runs is unknown
    int cause = -1;                                // cause of missing values for that reason
    std::vector<std::string_view> bound = {};      // names that undecided branches bind
    bool counted = false;                          // `binding` is filled
    std::map<std::string_view, int> binding = {};  // the number of branches that bind each name
  };
  // Enters and leaves blocks that begin and end before the position; names of earlier unreadable or skipped statements
  // have no value after it.
  void pass_before(std::uint32_t position);
  void enter_branch(std::size_t number);
  void leave_branch();
  BranchState state_of(const Branch& branch, Chain& chain);
  // The value of a condition, empty if unknown; reports no error.
  std::optional<bool> holds(const Branch& branch);
  std::vector<std::string_view> bound_in(const Branch& branch) const;
  int cause_of(Chain& chain, std::size_t number, std::string_view name);
  int branch_cause(std::string_view name, std::size_t number);
  // Reports a statement in a block that does not run, or in one that may not run and binds a name, which then has
  // several meanings.
  bool is_left_out(const Statement& statement);
  std::nullopt_t no_value_of_branch(int cause, Span span, std::string_view name);

  // --- holes.cpp: holes, members, slices, casts ---
  // The modes of a value that Python and C++ can unpack; empty for other values.
  static std::optional<std::vector<Value>> modes_of(const Value& value);
  Maybe eval_hole(const SyntaxNode& n);
  std::nullopt_t tell_hole(int cause, const SyntaxNode& n, Message message, Message hint);
  std::nullopt_t tell_special(int cause, const SyntaxNode& n, std::string_view special);
  Maybe eval_static(const SyntaxNode& n);
  Maybe eval_dynamic(const SyntaxNode& n, Origin* origin);
  Maybe eval_conditional(const SyntaxNode& n, Origin* origin);
  // decltype(L)::rank, S.inner
  Maybe eval_member(const SyntaxNode& n);
  // Python's c[1:]
  Maybe eval_sliced(const SyntaxNode& n);

  // --- assumed.cpp ---
  bool is_bare_function();
  // A name that paste_systems.cpp and paste_tilelang.cpp made from an extent.
  static bool is_extent(const SyntaxNode& n) { return n.kind == Syntax::name && n.integer.value == 1; }
  std::string example_for(const SyntaxNode& n);
  // Takes the value for a name that the text does not give, and reports it once. shown: the name in the text.
  Value assume(std::string_view name, std::string_view shown, Span place, std::string_view example, Value value);

  KnownProfiles* profiles_;
  ForeignTree tree_;
  ProgramEvaluator* evaluator_ = nullptr;
  std::size_t next_skipped_ = 0;  // index in tree_.skipped_names
  std::size_t next_branch_ = 0;   // index in tree_.branches
  std::size_t next_parameter_ = 0;
  std::vector<OpenBranch> open_;  // from the outermost on
  std::vector<Chain> chains_;     // one per open branch; one more if its last branch has just ended
  std::vector<Span> passed_over_;
  std::map<int, Reason> reasons_;
  bool leave_out_ = false;  // the statement calls a function unrelated to layouts
  bool keeps_back_ =
      false;  // the statement is from a source and not about layouts: its errors are reported where its value is needed
  std::vector<ProgramError> untold_;
  bool source_ = false;  // the statement is from a pasted source
  bool pasted_ = false;  // the statement is foreign text, from a source or not
  std::optional<bool> bare_function_;
  std::map<std::string, Value, std::less<>> assumed_;
  std::optional<TextMap> lines_;  // lines of the program; computed when a message first names a line
};

}  // namespace stridescope
