// Tools that the atom families' rules share. Internal to core/tiled.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/tiled/atom.h"
#include "core/tiled/type_name.h"

namespace stridescope {

// A static layout from short text without underscores: "((4,8),2):((16,1),8)". pre: well-formed text (the rows are
// tested).
Layout layout_row(std::string_view text);
IntTuple tuple_row(std::string_view text);

// One mode extent:stride; value modes of extent 1 are omitted.
struct ModeRow {
  std::int64_t extent;
  std::int64_t stride;
};
// (threads, values). Value modes are flat: a single mode is an integer unless `keep_tuple`, no mode is 1:0.
Layout thread_value(std::initializer_list<ModeRow> threads, std::initializer_list<ModeRow> values,
                    bool keep_tuple = false);

// "F16" -> half_t: the code in atom names.
std::optional<DataType> type_of_code(std::string_view code);
// half_t -> "f16", the name in PTX.
std::string ptx_of(const DataType& type);
// The registers of one thread for `values` elements: packed in 32 bits, unless the type has 64 bits or is an
// accumulator in float.
Registers registers_of(const DataType& type, std::int64_t values, bool accumulator);

// Sets thr_id, A, B and C of a warp-wide mma.sync with the types of the atom; for every mma.sync from sm75 on.
void warp_layouts(MmaAtom& out, int m, int n, int k);
// Number of values per thread.
std::int64_t value_count(const Layout& layout);
// Sets the registers of A, B, C, D for an atom with register operands, from its layouts and types.
void set_registers(MmaAtom& out);

// sparse_elem<of, element>
DataType sparse_type(int of, const DataType& element);

// Parses the parts of an atom's name in order.
class NameReader {
 public:
  explicit NameReader(std::string_view text) : rest_(text) {}
  bool skip(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  // -1 without a number.
  int number() {
    int out = -1;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9' && out < 100000) {
      out = (out < 0 ? 0 : out) * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return out;
  }
  // The longest type code that the rest starts with: F32, BF16, E4M3, ...
  std::optional<DataType> type();
  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// The families (atom_families.def). NAME_rule returns whether the name belongs to the family; a name with wrong
// arguments sets `why`, whose fixes are names that may have been meant. NAME_names returns the names of its members; if
// template arguments allow unboundedly many, one per operation.
struct Refusal {
  Message message;
  Message hint;
  std::vector<std::string> fixes = {};
};
#define STRIDESCOPE_MMA_FAMILY(family)                                  \
  bool family##_rule(const TypeName& name, MmaAtom& out, Refusal& why); \
  void family##_names(std::vector<std::string>& out);
#define STRIDESCOPE_COPY_FAMILY(family)                                  \
  bool family##_rule(const TypeName& name, CopyAtom& out, Refusal& why); \
  void family##_names(std::vector<std::string>& out);
#include "core/tiled/atom_families.def"
#undef STRIDESCOPE_MMA_FAMILY
#undef STRIDESCOPE_COPY_FAMILY

}  // namespace stridescope
