// Lists the contents of another compiler's module for an open file: its parts, the operations between them, the
// findings of the checks, and the unread text.
#include <algorithm>
#include <span>

#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/files/open_file.h"
#include "core/foreign/modules/xray.h"

namespace stridescope::app {
namespace {

// The lists, in their order.
enum ModuleList : std::size_t { parts_list, operations_list, findings_list, unknown_list };
constexpr std::string_view module_list_words[] = {"parts", "operations", "findings", "unknown"};

constexpr Term grade_names[] = {term("error"), term("warning"), term("note")};
constexpr FileGrade grades[] = {FileGrade::error, FileGrade::warning, FileGrade::note};

void add_kinds(FileList& list, std::span<const std::string_view> words, std::span<const Term> titles) {
  for (std::size_t i = 0; i < words.size(); ++i) list.kinds.push_back({std::string(words[i]), titles[i], 0});
}

FileItem& add_item(FileList& list, std::size_t kind, std::uint32_t line) {
  FileItem& item = list.items.emplace_back();
  item.row.index = static_cast<std::int64_t>(list.items.size()) - 1;
  item.row.kind = kind;
  item.row.place = cat(line);
  if (kind < list.kinds.size()) ++list.kinds[kind].count;
  return item;
}

// The text after the name in the part's statement.
std::string expression_of(const XrayPart& part) {
  const std::string line = in_one_line(part.program);
  const std::string begin = part.name + " = ";
  return line.starts_with(begin) ? line.substr(begin.size()) : line;
}

std::string value_text(const XrayValue& value, const Xray& xray) {
  return value.part < 0 ? value.name : cat(value.name, ':', xray.parts[static_cast<std::size_t>(value.part)].name);
}

std::string operation_text(const XrayOperation& operation, const Xray& xray) {
  std::string out;
  for (const XrayValue& value : operation.results) append_all(out, out.empty() ? "" : ", ", value_text(value, xray));
  if (!out.empty()) out += " = ";
  out += operation.name;
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    append_all(out, i > 0 ? ", " : " ", value_text(operation.operands[i], xray));
  return out;
}

// Limit of the links from a part to operations.
constexpr std::size_t most_links = 24;

class ModuleLists {
 public:
  explicit ModuleLists(const Xray& xray) : xray_(xray), out_(4) {
    static constexpr Term titles[] = {term("Parts"), term("Operations"), term("Findings"), term("Not read")};
    for (std::size_t i = 0; i < out_.size(); ++i) {
      out_[i].word = module_list_words[i];
      out_[i].title = titles[i];
    }
    parts();
    operations();
    findings();
    for (const XrayUnknown& one : xray_.unknown) {
      FileItem& item = add_item(out_[unknown_list], 0, one.line);
      item.row.text = in_one_line(one.text);
      item.row.sentence = one.why;
      item.code = one.text;
    }
    out_[unknown_list].left_out = xray_.unknown_left_out;
  }

  std::vector<FileList> take() { return std::move(out_); }

 private:
  void parts();
  void operations();
  void findings();
  FileItem& part(int index) { return out_[parts_list].items[static_cast<std::size_t>(index)]; }
  void link_part(FileItem& item, const XrayValue& value);

  const Xray& xray_;
  std::vector<FileList> out_;
};

void ModuleLists::parts() {
  static constexpr Term titles[] = {term("layouts"), term("tensors"), term("copies"), term("MMAs")};
  FileList& list = out_[parts_list];
  add_kinds(list, xray_kind_names, titles);
  list.left_out = xray_.parts_left_out;
  for (const XrayPart& part : xray_.parts) {
    FileItem& item = add_item(list, static_cast<std::size_t>(part.kind), part.line);
    item.row.name = part.name;
    item.row.text = expression_of(part);
    item.row.becomes_card = true;
    item.row.sentence = open_integers(part);
    item.code = part.text;
    item.program = part.program;
    if (part.uses > 1) item.sentences.push_back(say("named {} {time|times}", part.uses));
    if (!part.value.empty() && part.value != item.row.text)
      item.sentences.push_back(say("it is {}", in_one_line(part.value)));
    if (part.open > 0) item.sentences.push_back(open_integers(part));
  }
}

void ModuleLists::link_part(FileItem& item, const XrayValue& value) {
  if (value.part < 0) return;
  const XrayPart& part = xray_.parts[static_cast<std::size_t>(value.part)];
  item.links.push_back({std::string(module_list_words[parts_list]), value.part,
                        value.line > 0 ? say("{}: {}, defined in line {}", value.name, part.name, value.line)
                                       : say("{}: {}", value.name, part.name)});
}

void ModuleLists::operations() {
  static constexpr std::string_view words[] = {"moves", "views"};
  static constexpr Term titles[] = {term("copies and multiplications"), term("making views")};
  FileList& list = out_[operations_list];
  add_kinds(list, words, titles);
  list.left_out = xray_.operations_left_out;
  for (const XrayOperation& operation : xray_.operations) {
    FileItem& item = add_item(list, operation.moves ? 0 : 1, operation.line);
    item.row.name = operation.name;
    item.row.text = operation_text(operation, xray_);
    for (const XrayValue& value : operation.operands) link_part(item, value);
    for (const XrayValue& value : operation.results) link_part(item, value);
    for (const std::vector<XrayValue>* values : {&operation.operands, &operation.results}) {
      for (const XrayValue& value : *values) {
        if (value.part < 0) continue;
        std::vector<FileLink>& links = part(value.part).links;
        const bool known = !links.empty() && links.back().row == item.row.index &&
                           links.back().list == module_list_words[operations_list];
        if (known || links.size() >= most_links) continue;
        links.push_back({std::string(module_list_words[operations_list]), item.row.index,
                         values == &operation.results ? say("line {}: result of {}", operation.line, operation.name)
                                                      : say("line {}: operand of {}", operation.line, operation.name)});
      }
    }
  }
}

void ModuleLists::findings() {
  FileList& list = out_[findings_list];
  add_kinds(list, xray_grade_names, grade_names);
  list.left_out = xray_.findings_left_out;
  std::vector<const XrayFinding*> worst_first;
  for (const XrayFinding& finding : xray_.findings) worst_first.push_back(&finding);
  sort_stable(std::span(worst_first), [](const XrayFinding* a, const XrayFinding* b) { return a->grade < b->grade; });
  for (const XrayFinding* one : worst_first) {
    const XrayFinding& finding = *one;
    const auto grade = static_cast<std::size_t>(finding.grade);
    FileItem& item = add_item(list, grade, finding.line);
    item.row.grade = grades[grade];
    item.row.sentence = finding.what;
    if (!finding.fix.empty()) item.sentences.push_back(finding.fix);
    item.program = finding.program;
    item.row.becomes_card = !finding.program.empty();
    if (finding.part < 0) continue;
    FileItem& about = part(finding.part);
    item.row.name = about.row.name;
    item.links.push_back({std::string(module_list_words[parts_list]), finding.part, say("{}", about.row.name)});
    about.row.grade = std::max(about.row.grade, item.row.grade);
    about.links.insert(about.links.begin(), {std::string(module_list_words[findings_list]), item.row.index,
                                             say("{}: {}", grade_names[grade], finding.what)});
  }
}

}  // namespace

OpenFile open_module(std::string_view text, std::string name) {
  OpenFile out;
  out.name = std::move(name);
  const auto seen = xray_of(text);
  if (!seen) {
    const Error& error = seen.error();
    out.refused = error.hint.empty() ? error.message : say("{}; {}", error.message, error.hint);
    return out;
  }
  out.title = xray_title(*seen);
  out.lists = ModuleLists(*seen).take();
  if (seen->parts.empty() && seen->operations.empty() && seen->findings.empty() && seen->unknown.empty())
    out.refused = say("no recognized layouts, tensors, copies or MMAs");
  return out;
}

}  // namespace stridescope::app
