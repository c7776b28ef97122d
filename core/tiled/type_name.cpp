// Parses a C++ type name into a tree of heads and arguments, with limits of bytes and depth, without knowledge of
// names.
#include "core/tiled/type_name.h"

#include "core/base/characters.h"
#include "core/base/depth.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

std::string_view without_namespace(std::string_view head) {
  for (const std::string_view space : {"::", "cutlass::", "cute::"}) {
    if (head.starts_with(space)) head.remove_prefix(space.size());
  }
  // Enumerators in the format of compilers: (cute::SM90::GMMA::Major)0, cute::SM90::GMMA::Major::K
  struct Enumerator {
    std::string_view cast;
    std::string_view name;
  };
  static constexpr Enumerator enumerators[] = {{"GMMA::Major)0", "GMMA::Major::K"},
                                               {"GMMA::Major)1", "GMMA::Major::MN"},
                                               {"UMMA::Major)0", "UMMA::Major::K"},
                                               {"UMMA::Major)1", "UMMA::Major::MN"},
                                               {"GMMA::ScaleIn)1", "GMMA::ScaleIn::One"},
                                               {"GMMA::ScaleIn)-1", "GMMA::ScaleIn::Neg"},
                                               {"UMMA::ScaleIn)0", "UMMA::ScaleIn::One"},
                                               {"UMMA::ScaleIn)1", "UMMA::ScaleIn::Neg"},
                                               {"GMMA::SparseSel)0", "GMMA::SparseSel::Zero"},
                                               {"GMMA::SparseSel)1", "GMMA::SparseSel::One"},
                                               {"UMMA::Saturate)0", "UMMA::Saturate::False"},
                                               {"UMMA::Saturate)1", "UMMA::Saturate::True"}};
  if (head.find("MMA::") == std::string_view::npos) return head;
  for (const Enumerator& e : enumerators) {
    if (head.ends_with(e.cast) || head.ends_with(e.name)) return e.name;
  }
  return head;
}

struct Parser {
  std::string_view text;
  std::size_t at = 0;
  bool good = true;
  Depth depth{max_type_name_depth};

  TypeName name() {
    const Deeper level(depth);
    const std::size_t end = std::min(text.find_first_of("<>,", at), text.size());
    TypeName out = {.head = without_namespace(trimmed(text.substr(at, end - at))), .args = {}};
    at = end;
    good = good && !out.head.empty() && level.ok();
    if (!good || at == text.size() || text[at] != '<') return out;
    out.has_args = true;
    ++at;
    if (!trimmed(text.substr(at)).starts_with('>')) {
      while (good) {
        out.args.push_back(name());
        if (at == text.size() || text[at] != ',') break;
        ++at;
      }
    }
    // If the bracket is not closed, `at` stays within the text: the enclosing name continues there.
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    good = good && at < text.size() && text[at] == '>';
    if (!good) return out;
    at = std::min(text.find_first_not_of(" \t\r\n", at + 1), text.size());
    return out;
  }
};

std::int64_t number(std::string_view text) {
  std::int64_t out = 0;
  if (text.empty() || text.size() > 9) return -1;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    out = out * 10 + (c - '0');
  }
  return out;
}

}  // namespace

std::int64_t TypeName::integer() const {
  if (args.size() == 1 && (head == "Int" || head == "C")) return args[0].integer();
  std::string_view digits = head;
  for (const std::string_view cast : {"_", "(int)"}) {
    if (digits.starts_with(cast)) digits.remove_prefix(cast.size());
  }
  if (digits.ends_with(" bits")) digits.remove_suffix(5);
  return has_args ? -1 : number(digits);
}

std::string TypeName::text() const {
  std::string out(head);
  if (!has_args) return out;
  out.push_back('<');
  for (std::size_t i = 0; i < args.size(); ++i) append_all(out, i == 0 ? "" : ",", args[i].text());
  out.push_back('>');
  return out;
}

Result<TypeName> parse_type_name(std::string_view text) {
  if (text.size() > max_type_name_bytes)
    return failure(ErrorCode::too_large,
                   say("a name of {} {byte|bytes}; the limit is {}", text.size(), max_type_name_bytes));
  Parser parser = {trimmed(text)};
  TypeName out = parser.name();
  if (!parser.good || parser.at != parser.text.size()) {
    return failure(ErrorCode::syntax, say("'{}' is not a type name", text.substr(0, 80)),
                   say("template arguments must be in <...>, separated by ','"));
  }
  return out;
}

std::string with_part(const TypeName& whole, const TypeName& part, std::string_view meant) {
  std::string out = whole.text();
  const std::string given = part.text();
  const std::size_t from = given.size() == out.size() ? 0 : whole.head.size();
  return out.replace(out.find(given, from), given.size(), meant);
}

Error error_of_part(const TypeName& whole, const TypeName& part, Error e) {
  if (!e.replacement.empty()) e.replacement = with_part(whole, part, e.replacement);
  return e;
}

}  // namespace stridescope
