// The evaluation of one program; internal to the evaluator*.cpp. The contract is in evaluator.h.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>

#include "core/base/utf.h"
#include "core/functions/builtin.h"
#include "core/lang/ast.h"
#include "core/lang/evaluator.h"

namespace stridescope {

inline constexpr std::size_t max_arguments = 256;
// Work: what looking an atom up costs, and looking for the nearest name of one that there is not.
inline constexpr std::uint64_t lookup_work = 5'000;
inline constexpr std::uint64_t listing_work = 3'000'000;
inline constexpr std::uint64_t steps_per_byte = 4;  // of text

// What a value costs, in tree nodes: the measure of memory and work. memory: with the fixed size that every value has.
std::uint64_t tree_nodes(const Value& value);
std::uint64_t memory(const Value& value);
// Levels of brackets.
int depth_of(const Value& value);

class ProgramEvaluator {
 public:
  // operations null: none are recorded.
  ProgramEvaluator(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>* operations,
                   Budget& budget);

  Evaluation run();

 private:
  using Maybe = std::optional<Value>;  // empty: the error is reported
  using Index = std::uint32_t;

  // --- evaluator.cpp: statements, errors, caps ---
  // Of what Python and C++ can take apart; nothing where there are none.
  static std::optional<std::vector<Value>> modes_of(const Value& value);
  SyntaxTree parse_program();
  void sort_errors();
  void report(ProgramError e);
  std::nullopt_t error(Span span, ErrorCode code, Message message, Message hint = {},
                       std::string_view replacement = {});
  std::nullopt_t fault(Span span, Arith& arith);
  std::nullopt_t too_much_work(Span span);
  // Errors that follow from one cause, a name whose own statement has no value, a parameter that is not told, are one.
  struct Cause {
    std::string_view name;
    Span span = {};           // of the statement that is left out
    bool left_out = false;    // it is not about layouts, so that nothing was said of it yet
    int branch = -1;          // of tree_.branches: one that may run, or may not, or runs several times
    int error = -1;           // of out_.errors: the one that tells; -1: none does yet
    int untold = -1;          // of untold_: what will tell it once something needs it
    std::size_t waiting = 0;  // further statements that have no value for it
  };
  int new_cause(Cause cause);
  static constexpr int max_told = std::numeric_limits<int>::max();  // the error that tells is among those not shown
  // The statement has no value for a cause: the error that tells it, unless one has.
  std::nullopt_t tell(int cause, Span span, ErrorCode code, Message message, Message hint,
                      std::string_view replacement = {});
  std::nullopt_t tell_hole(int cause, const SyntaxNode& n, Message message, Message hint);
  // Of a statement whose error is kept back: the cause of what has no value for it.
  int cause_kept_back(std::string_view name);
  void tell_waiting();
  // A pasted statement that is not about layouts.
  std::nullopt_t leave_out(const Statement& statement);
  void fail_names_before(std::uint32_t position);

  // --- evaluator_branches.cpp: which blocks of Python run, and what is known behind them ---
  enum class BranchState { taken, passed_over, undecided, loop };
  struct OpenBranch {
    std::size_t number;  // of tree_.branches
    BranchState state;
    int cause = -1;                              // a loop's
    std::vector<std::string_view> changed = {};  // names bound before a loop that it binds
    // What the names that an undecided branch binds stood for before: a binding, a cause, -1 for none.
    std::map<std::string_view, std::pair<int, int>> before = {};
  };
  // The branches of one if, or of one loop.
  struct Chain {
    bool conditions = false;                       // an if's
    bool decided = false;                          // one of them runs, and none behind it
    bool undecided = false;                        // nothing tells whether one runs
    int cause = -1;                                // of what has no value for that
    std::vector<std::string_view> bound = {};      // what undecided branches bind
    bool counted = false;                          // `binding` is filled in
    std::map<std::string_view, int> binding = {};  // how many of them bind each name
  };
  // Enters and leaves what begins and ends before the position; names whose statement could not be read before it, or
  // is left out, have no value behind it.
  void pass_before(std::uint32_t position);
  void enter_branch(std::size_t number);
  void leave_branch();
  BranchState state_of(const Branch& branch, Chain& chain);
  // Nothing where its value is not known; no error is told.
  std::optional<bool> holds(const Branch& branch);
  std::vector<std::string_view> bound_in(const Branch& branch) const;
  int cause_of(Chain& chain, std::size_t number, std::string_view name);
  // Left out: of a block that does not run, or that may not and binds a name that then stands for several things.
  bool is_left_out(const Statement& statement);
  void remember(std::string_view name);  // before what it stands for changes
  bool is_known(std::string_view name) const;
  void evaluate_statement(const Statement& statement);
  // Not about layouts, whatever its parts are.
  bool says_nothing(const Statement& statement) const;
  void has_no_value(const Statement& statement, bool too_large);
  // declared: behind a type or `using`, as C++ has it.
  bool may_bind_name(std::string_view name, Span span, bool pasted, bool declared = false);
  // Gives each of the statement's names its part of the value.
  void unpack(const Statement& statement, const Value& value);
  void bind(std::string_view name, const Statement& statement, Value value, Origin origin);
  void fail(std::string_view name, int cause);
  void record(const Builtin& builtin, std::span<const std::int64_t> t, const std::vector<Value>& args,
              const Value& result, Span span);
  void note_use(int binding);
  // The binding that the node names, or -1.
  int binding_of(Index index) const;
  const SyntaxNode& node(Index index) const { return tree_.nodes[index]; }

  Maybe eval(Index index, Origin* origin = nullptr);
  // All children, so that the errors of every one are reported; empty when any has none.
  std::optional<std::vector<Value>> eval_all(const std::vector<Index>& children);
  std::optional<std::vector<Value>> eval_arguments(const SyntaxNode& n);

  // --- evaluator_values.cpp: tuples, layouts, names, types, holes ---
  Maybe eval_hole(const SyntaxNode& n);
  std::nullopt_t tell_special(int cause, const SyntaxNode& n, std::string_view special);
  Maybe eval_static(const SyntaxNode& n);
  Maybe eval_dynamic(const SyntaxNode& n, Origin* origin);
  Maybe eval_conditional(const SyntaxNode& n, Origin* origin);
  Maybe eval_tuple(const SyntaxNode& n);
  Maybe tuple_of(std::vector<Value> modes, Span span);
  // Python's c[1:]
  Maybe eval_sliced(const SyntaxNode& n);
  // Python's (a, *b): the modes with those of b in its place.
  std::optional<std::vector<Value>> unstarred(const std::vector<Index>& children, std::vector<Value> modes);
  Maybe integer_tuple(const SyntaxNode& n);
  Maybe eval_pair(const SyntaxNode& n);
  Maybe no_layout(const SyntaxNode& n, const Value& shape, const Value& stride);
  Maybe eval_name(const SyntaxNode& n);
  Maybe eval_type(const SyntaxNode& n);
  // The text of a type with what its names stand for and what its expressions come to in their places:
  // Copy_Atom<UniversalCopy<uint_byte_t<2 * kN>>, Element>.
  std::optional<std::string> named_parts(const SyntaxNode& n);
  // `text` is a part of the program's: names that have no value are kept as parts of it.
  bool append_named(const SyntaxNode& n, std::string_view text, std::string& out);
  std::optional<IntTuple> printed_coordinate(std::string_view text) const;
  std::string_view example_of(const SyntaxNode& n) const;
  std::nullopt_t unknown(const SyntaxNode& n);
  // Of a template or a function whose header was pasted: its value is not told.
  bool is_parameter(std::string_view name) const;
  // --- evaluator_assumed.cpp ---
  // Of a text that is one function which returns something: an example for a name that nothing binds, as it is used.
  Maybe assumed(const SyntaxNode& n);
  bool is_bare_function();
  // A name that paste_systems.cpp and paste_tilelang.cpp have made of an extent.
  static bool is_extent(const SyntaxNode& n) { return n.kind == Syntax::name && n.integer.value == 1; }
  std::string example_for(const SyntaxNode& n);
  std::nullopt_t parameter(Span span, std::string_view name, std::string_view example);
  std::nullopt_t no_value(Span span, std::string_view name, std::string_view example);
  std::nullopt_t no_value_of_branch(int cause, Span span, std::string_view name);

  // --- evaluator_calls.cpp: functions, templates, the application of a layout ---
  Maybe eval_call(const SyntaxNode& n, Origin* origin);
  Maybe eval_entry(const SyntaxNode& n, const std::vector<Value>& args);
  Maybe eval_other_call(const SyntaxNode& n, Origin* origin);
  Maybe eval_template(const SyntaxNode& n);
  // decltype(L)::rank, S.inner
  Maybe eval_member(const SyntaxNode& n);
  // A binding of a pasted program that is called where a function has its name: there it hides the function.
  bool hides_function(const SyntaxNode& n) const;
  Maybe run(const Builtin& builtin, std::span<const std::int64_t> t, std::vector<Value> args, Span span,
            const std::vector<Index>& children, Origin* origin);

  // --- evaluator_mends.cpp: how what has no value would be written ---
  // Completes the error of a call whose arguments are of the wrong kind: its hint, replacement and span.
  void mend_call(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e);
  Message arguments_message(const SyntaxNode& n, const Builtin& builtin) const;
  bool mend_type_option(const Builtin& called, const Call& call, Error& e) const;
  bool mend_application(const Call& call, const std::vector<Index>& children, Error& e, Budget& trials) const;
  bool mend_applied_again(const Call& call, const std::vector<Index>& children, Error& e) const;
  bool mend_order(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e,
                  Budget& trials) const;
  // Of shape:stride that is no layout: the error with its mend, where there is one.
  bool mend_layout(const SyntaxNode& n, const Value& shape, const Value& stride);
  // "4", alone or in a tuple; null where there is none.
  const SyntaxNode* quoted_integer(const SyntaxNode& n) const;
  std::string_view spelling(Span span) const { return program_.substr(span.begin, span.end - span.begin); }
  // What is called, of a call from its begin on, up to the last bracket before `end`.
  std::string_view applied_text(Span call, std::uint32_t end) const;

  // Nothing, with the error told, when one of the template arguments is no integer.
  std::optional<std::vector<std::int64_t>> template_values(const SyntaxNode& n);

  // --- evaluator_operators.cpp: `o`, arithmetic, and the division and product of layouts ---
  Maybe eval_infix(const SyntaxNode& n, Origin* origin);
  // Brackets around one value group: (1 + 3) * 2.
  Index ungrouped(Index index) const;
  Maybe eval_chain(const SyntaxNode& n, Origin* origin);
  Maybe make_composed(const Value& a, const SyntaxNode& offset_node, const Value& offset, const Value& b, Span span);

  std::string_view program_;
  IntegerMode mode_;
  std::vector<RecordedOperation>* operations_;
  std::size_t recorded_before_ = 0;  // operations of earlier statements
  std::uint64_t recorded_ = 0;       // nodes of all operations
  Evaluation out_;
  SyntaxTree tree_;
  std::map<std::string_view, int> names_;
  std::map<std::string_view, int> failed_;  // their causes
  std::vector<Cause> causes_;
  std::size_t next_failed_ = 0;   // of tree_.failed_names
  std::size_t next_skipped_ = 0;  // of tree_.skipped_names
  std::size_t next_branch_ = 0;   // of tree_.branches
  std::size_t next_parameter_ = 0;
  std::vector<OpenBranch> open_;  // from the outermost on
  std::vector<Chain> chains_;     // of each of them; one more where its last branch has just ended
  std::vector<Span> passed_over_;
  bool quiet_ = false;       // errors are not told
  int cause_ = -1;           // that the statement waits for
  std::size_t waits_ = 0;    // the last statement that was counted with a cause
  bool own_error_ = false;   // the statement has one of its own
  bool leave_out_ = false;   // the statement calls what is not about layouts
  bool keeps_back_ = false;  // it is of a source and about none: its errors are told where it is needed
  std::vector<ProgramError> untold_;
  int own_untold_ = -1;               // the statement's own
  bool source_ = false;               // the statement is of a pasted source
  bool pasted_ = false;               // of foreign text, a source or not
  const SyntaxNode* call_ = nullptr;  // whose arguments are evaluated
  std::optional<bool> bare_function_;
  std::map<std::string, Value, std::less<>> assumed_;
  std::vector<int> uses_;
  std::size_t statement_ = 0;         // number of the statement, from 1
  std::vector<std::size_t> used_in_;  // for each binding the last statement that named it
  std::uint64_t stored_ = 0;          // nodes of all bindings
  std::uint64_t copied_ = 0;          // nodes copied by name in this statement
  Budget& budget_;
  std::optional<TextMap> lines_;  // of the program, once a message names one
  std::size_t reported_ = 0;      // errors of evaluation
  std::size_t late_errors_ = 0;   // more of them
};

}  // namespace stridescope
