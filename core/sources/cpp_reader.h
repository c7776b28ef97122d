// Values of a C++ source: it carries out the declarations of each function and structure in their scopes. A function is
// read with the arguments of its calls in the text, a template with its arguments; comments and defaults give the rest.
// Each expression is rewritten with the values of its names and evaluated by the language. Internal to the folder.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/base/depth.h"
#include "core/foreign/cpp/source_text.h"
#include "core/lang/evaluator.h"
#include "core/sources/cpp_outline.h"
#include "core/sources/source_values.h"
#include "core/sources/stride_comments.h"

namespace stridescope::sources {

struct Scope;

// The meaning of a name.
struct Entity {
  enum class Kind : std::uint8_t {
    open,       // no value: `open` has the reason
    value,      // with `is_type`, the type of a value that its objects have: X{} is the value
    type,       // another type: `text` is its name
    structure,  // a template or a structure of the source
    object,     // an object of the structure whose scope is `scope`
    functions,  // functions of the source, by the name of `items`
    pointer,    // a pointer to elements of the type `text`
    container,  // a container of elements of the type `text`
    tuple,      // a tuple in Python: `arguments`, not all of which have a value of the language
  };
  Kind kind = Kind::open;
  bool is_type = false;
  bool is_wide = false;  // integers of it have 64 bits
  std::optional<Value> value = {};
  std::string text = {};
  Scope* scope = nullptr;
  Scope* home = nullptr;                   // structure: the scope of its declaration
  const CppItem* item = nullptr;           // structure: without its arguments
  std::vector<const CppItem*> items = {};  // functions
  std::vector<Entity*> arguments = {};     // functions: explicit template arguments; elements of a tuple
  std::string flat = {};                   // its name in programs
  std::string line = {};                   // the statement of a program that makes it
  std::vector<Entity*> needs = {};         // entities that the statement needs
  Message open = {};
  std::string open_name = {};
  int named = -1;               // the first name of the value, an index of SourceValues::names
  std::vector<int> reads = {};  // without a name: the names in its expression
};

struct Scope {
  Scope* outer = nullptr;
  const CppItem* item = nullptr;  // structure or function
  bool is_structure = false;
  std::map<std::string_view, Entity*> names = {};
  std::vector<Scope*> bases = {};                     // each once, also those of bases
  std::set<const CppItem*> running = {};              // members that are being evaluated
  std::map<std::string_view, Scope*> elsewhere = {};  // names of Python's global and nonlocal, with their scopes
};

// An expression of the language.
struct Written {
  std::string text;
  std::vector<Entity*> needs;
  const Entity* open = nullptr;                                 // the first name without a value
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // bytes of `text` and of the source
  bool is_wide = false;
  std::string_view zeros = {};  // a type whose integers only the running program has
  std::vector<int> reads = {};  // the names in it
};

bool is_integer_word(std::string_view word);
// Shape<int, _4>: integers that only the running program has.
bool names_open_integers(std::string_view type);
// Bits of an element type; 0 if it is unknown.
int bits_of(std::string_view type);

// Bounds the stack: a level takes up to two kilobytes.
inline constexpr int deepest_reading = 320;
// Cost in steps of the budget: of a name; of a call or a structure.
inline constexpr std::uint64_t name_work = 200;
inline constexpr std::uint64_t reading_work = 20'000;

// Adds the names from which `from` has its value.
void add_reads(std::vector<int>& to, const Entity& from);
void add_reads(std::vector<int>& to, const std::vector<int>& from);

inline constexpr std::size_t most_entities = 200'000;  // entities of a text
inline constexpr std::size_t most_objects_in_each_other = 16;

// Names of namespaces that the language does not need: "cute".
bool is_namespace(std::string_view word);

class CppReader {
 public:
  CppReader(std::string_view source, SourceKind kind, const IncludeReader& include, Budget& budget);
  SourceValues run();

 private:
  // --- cpp_expressions.cpp ---
  Entity* expression(Part part, Scope* scope, std::string_view name = {});
  Entity* evaluate(const Written& written, std::string_view name, Part at);
  void keep_evaluation(Evaluation made, std::vector<RecordedOperation> operations, const Written& written,
                       std::uint32_t begin, std::string_view name, Part at);
  void keep_error(ProgramError error, const Written& written, std::uint32_t begin, std::string_view name, Part at);
  Span place_of(const Written& written, std::uint32_t begin, std::string_view name, std::uint32_t byte, Part at) const;
  Written write(Part part, Scope* scope);
  static std::string zeros_of(const Entity& entity);
  Entity* smem_atom(const std::vector<Part>& parts, bool of_sm100, Scope* scope);
  std::uint32_t write_arguments(Written& out, std::uint32_t at, std::uint32_t end, Scope* scope);
  void emit(Written& out, Entity* entity, bool as_value);
  // The meaning of the names that begin at `at`, and the token after them; null if the source does not declare them.
  std::pair<Entity*, std::uint32_t> chain(std::uint32_t at, std::uint32_t end, Scope* scope);
  Entity* stored_member(std::string_view name, Scope* scope);
  std::pair<Entity*, std::uint32_t> special(std::uint32_t at, std::uint32_t end, Scope* scope);
  std::pair<Entity*, std::uint32_t> lambda(std::uint32_t at, std::uint32_t end, Scope* scope);
  std::optional<bool> truth(Part part, Scope* scope);
  static std::optional<bool> truth_of(const Entity& entity);
  std::string program_of(const Entity& entity) const;

  // --- cpp_types.cpp ---
  Entity* type(Part part, Scope* scope);
  Part bare_type(Part part) const;
  Entity* pointer(Part part, Scope* scope);
  std::string element_text(Part part, Scope* scope);
  Entity* object_of(const Entity* type);
  Entity* structure_entity(const CppItem& item, Scope* home);
  Entity* as_object(Entity* entity);
  Entity* variable_of_type(const CppItem& item, Scope* scope);
  DeclarationKind declared_kind(const CppItem& item) const;
  Entity* as_integer(Entity* entity, std::string_view type, std::string_view name);

  // --- cpp_functions.cpp ---
  // Declarations are recorded there while a function is read.
  class Recording {
   public:
    Recording(CppReader& reader, const CppItem* item);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    CppReader& reader_;
    const CppItem* item_;
    std::map<std::uint32_t, Declaration>* outer_;
    std::uint32_t outer_reading_;
    std::map<std::uint32_t, Declaration> own_;
  };
  Entity* lookup(std::string_view name, Scope* scope);
  Entity* member(std::string_view name, Scope* scope);
  Entity* own_member(std::string_view name, Scope* scope);
  static void add_base(Scope& scope, Scope& base);
  Entity* declare(const CppItem& item, Scope* scope);
  void declare_function(const CppItem& item, Scope* scope);
  void bind_names(const CppItem& item, Entity& made, Scope* target);
  Entity* declare_variable(const CppItem& item, Scope* scope);
  Entity* instance(const Entity& structure, const std::vector<Entity*>& arguments);
  Entity* call(const Entity& functions, const std::vector<Entity*>& arguments);
  Entity* run_function(const CppItem& item, Scope* home, const std::vector<Entity*>& template_arguments,
                       const std::vector<Entity*>& arguments);
  bool accepts(const CppItem& item, Scope* home, const std::vector<Entity*>& arguments);
  void deduce(const CppItem& item, const CppParameter& parameter, const Entity& argument, Scope* scope);
  void bind_template(const std::vector<CppParameter>& parameters, const std::vector<Entity*>& arguments, Scope* scope);
  void run_items(const std::vector<CppItem>& items, Scope* scope);
  void run_block(const std::vector<CppItem>& items, Scope* scope);
  void run_item(const CppItem& item, Scope* scope);
  void run_statement(Part part, Scope* scope);
  void forget_changes(const std::vector<CppItem>& items, Scope* scope);
  void forget_changes(Part part, Scope* scope);
  void change(std::string_view name, Scope* scope);
  void run_uncalled(const std::vector<CppItem>& items, Scope* scope);
  void run_members();

  // --- storage.cpp ---
  struct Extent {
    bool known = false;
    std::int64_t bytes = 0;
    std::int64_t alignment = 1;
  };
  std::optional<std::int64_t> integer_of(Part part, Scope* scope, std::vector<int>& reads);
  std::optional<std::int64_t> alignment_of(Part part, Scope* scope, std::vector<int>& reads);
  const Entity* counted_layout(Part part, Scope* scope);
  std::optional<SourceBuffer> buffer_of(const CppItem& item, Scope* scope);
  void keep_sizes(Part part, Scope* scope);
  Extent keep_members(const CppItem& item, Scope* scope, int level);

  // --- python_reader.cpp ---
  Entity* text_entity(std::string text);
  Entity* truth_entity(bool value);
  Entity* integer_entity(std::int64_t value);
  std::uint32_t find_outside(Part part, std::string_view mark) const;
  static void append_written(Written& out, Written part);
  Written write_python(Part part, Scope* scope);
  std::uint32_t past_operand(std::uint32_t at, std::uint32_t end) const;
  Entity* power(Part base, Part exponent, Scope* scope);
  Entity* compared(Part part, Scope* scope);
  Entity* joined_conditions(const std::vector<Part>& terms, bool is_or, Scope* scope);
  Entity* python_tuple(Part part, Scope* scope, std::string_view name);
  Entity* python_expression(Part part, Scope* scope, std::string_view name);
  std::vector<Entity*> python_arguments(const CppItem& item, Part part, bool bound_method, Scope* scope);
  Entity* python_call(const Entity& functions, Part part, Scope* scope);
  Entity* construct(const Entity& structure, Part part, Scope* scope);
  std::pair<Entity*, std::uint32_t> python_special(std::uint32_t at, std::uint32_t end, Scope* scope);
  void keep_allocation(const std::vector<Part>& parts, const Entity& made, Span at, Scope* scope);
  Entity* method_of(const Entity& object, std::string_view name);
  Entity* property_of(Entity* method, Scope* scope);
  Entity* stored_tensor(const Entity& container, Part part, Part at, Scope* scope);
  Entity* argument_default(std::string_view name);
  Entity* test_parameter(const CppItem& item, std::string_view name);
  Entity* tensor_of_comments(std::string_view name);
  std::pair<Entity*, std::uint32_t> python_chain(std::uint32_t at, std::uint32_t end, Scope* scope);

  // --- python_statements.cpp ---
  Scope* target_of(const CppItem& item, Scope* scope);
  static std::map<std::string_view, Entity*>& names_with(std::string_view name, Scope* scope);
  void share_names(const CppItem& item, Scope* scope);
  void forget_shared(const std::vector<CppItem>& items);
  Entity* first_element(const CppItem& item, Scope* scope);
  Entity* declare_python(const CppItem& item, Scope* scope);
  void run_python(const CppItem& item, Scope* scope);
  void forget_assigned(const std::vector<CppItem>& items, Scope* scope, const Entity* why);
  void run_inner(const std::vector<CppItem>& items, Scope* scope);
  Entity* python_member(Part type, Scope* scope);

  Entity* make(Entity entity);
  Scope* inner_scope(Scope* outer, const CppItem* item = nullptr, bool is_structure = false);
  Entity* open(Message why, std::string_view name);
  Entity* undecided(const Entity& condition);
  Entity* open_parameter(std::string_view name);
  // --- source_names.cpp ---
  void give_name(Entity* entity, std::string_view name, Span span, Span expression);
  void give_name(Entity* entity, const CppParameter& parameter);
  Entity* argument(Entity* entity, Part part);
  Entity* bound(std::string_view name);
  std::string flat_name(std::string_view name);
  void record(std::string_view name, Span at, DeclarationKind kind, const Entity& entity);

  Budget& budget_;
  const bool is_python_;
  const IntegerMode mode_;  // mode of the values that are written into programs
  // The source without comments, the included files, and the values that comments bind.
  std::string text_;
  std::size_t source_bytes_ = 0;
  std::vector<IncludedFile> files_;
  CppOutline outline_;
  std::vector<StrideComment> bound_;
  std::deque<Entity> entities_;
  std::deque<Scope> scopes_;
  Scope* global_ = nullptr;
  Entity* exhausted_ = nullptr;            // the value of all expressions beyond the limit
  std::map<std::string, int> flat_names_;  // names in programs, with the number of entities of each
  std::map<std::string, Entity*> instances_;
  std::map<std::uint32_t, std::unique_ptr<CppItem>> lambdas_;  // by the token of the body
  std::map<const CppItem*, std::size_t> read_;                 // functions and structures, with the values of a reading
  std::vector<const CppItem*> stack_;
  Entity* result_ = nullptr;
  bool returned_ = false;
  int levels_ = 0;
  int instance_levels_ = 0;
  Depth depth_{deepest_reading};  // depth of nested expressions, types and names
  int types_ = 0;                 // levels of nested decltypes
  std::map<std::uint32_t, Declaration> records_;
  std::map<std::uint32_t, Declaration>* recording_ = nullptr;
  bool arguments_read_ = false;
  std::map<std::string, Part> argument_defaults_;  // defaults of the command line of a Python program
  Evaluation made_;
  std::vector<SourceBuffer> buffers_;
  std::set<std::string_view> cosizes_;  // names of Python whose value is the cosize of a layout
  std::vector<bool> wide_;
  std::vector<RecordedOperation> operations_;
  std::vector<SourceName> names_;
  std::vector<std::vector<int>> needs_;  // needs of bindings
  std::vector<std::vector<int>> error_needs_;
  std::vector<std::size_t> assumed_of_;
  std::vector<std::uint32_t> readings_;
  std::uint32_t reading_ = 0;  // the number of the function or structure that is read
  std::uint32_t last_reading_ = 0;
  std::map<std::string, int> binding_of_;  // by name in programs
};

}  // namespace stridescope::sources
