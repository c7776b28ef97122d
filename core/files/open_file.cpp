// The visible rows of an open file, and the lines that they add to the program.
#include "core/files/open_file.h"

#include <algorithm>
#include <set>

#include "core/base/characters.h"
#include "core/base/search.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/workspace/edit.h"

namespace stridescope::app {
namespace {

const FileList* chosen_list(const OpenFile& file, const std::string& word) {
  const FileList* first = nullptr;
  for (const FileList& list : file.lists) {
    if (list.word == word) return &list;
    if (first == nullptr || (first->items.empty() && !list.items.empty())) first = &list;
  }
  return first;
}

// All rows of the list that match the choice, in display order.
std::vector<const FileItem*> chosen_items(const FileList& list, const FileChoice& choice, const Catalog& catalog) {
  const TextFilter filter(choice.words);
  const auto kind = std::find_if(list.kinds.begin(), list.kinds.end(),
                                 [&](const FileKind& one) { return one.word == choice.kind && one.count > 0; });
  const auto wanted = static_cast<std::size_t>(kind - list.kinds.begin());
  std::vector<const FileItem*> out;
  for (const FileItem& item : list.items) {
    const FileRow& row = item.row;
    if (kind != list.kinds.end() && row.kind != wanted) continue;
    if (!filter.empty() &&
        !filter.passes(cat(row.place, ' ', row.name, ' ', row.text, ' ', render(row.sentence, catalog))))
      continue;
    out.push_back(&item);
  }
  if (list.ranked || choice.by_excess) {
    sort_stable(std::span(out), [&](const FileItem* x, const FileItem* y) {
      return list.ranked && x->row.grade != y->row.grade ? x->row.grade > y->row.grade : x->row.excess > y->row.excess;
    });
  }
  return out;
}

const FileItem* item_at(const FileList& list, std::int64_t row) {
  return row >= 0 && row < static_cast<std::int64_t>(list.items.size()) ? &list.items[static_cast<std::size_t>(row)]
                                                                        : nullptr;
}

// The selected item; without a selection the first of the choice.
const FileItem* looked_item(const FileList& list, std::int64_t row, const std::vector<const FileItem*>& items) {
  return row >= 0 ? item_at(list, row) : items.empty() ? nullptr : items.front();
}

// The name at the start of the line: sA for `sA = ...`.
std::string_view assigned(std::string_view line) {
  const std::size_t end = word_end(line, 0);
  std::size_t after = end;
  while (after < line.size() && line[after] == ' ') ++after;
  return after < line.size() && line[after] == '=' ? line.substr(0, end) : std::string_view();
}

// The text with the whole word `from` replaced by `to`.
std::string renamed(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      out += text[at++];
      continue;
    }
    const std::size_t end = word_end(text, at);
    const std::string_view word = text.substr(at, end - at);
    append_all(out, word == from ? to : word);
    at = end;
  }
  return out;
}

// True if the program already binds this line's value to such a name: sA, or sA2.
bool has_value_of(std::string_view program, std::string_view line) {
  const std::string_view name = assigned(line);
  const std::string_view value = line.substr(name.size());
  while (!program.empty()) {
    const std::string_view other = cut_line(program);
    const std::string_view its = assigned(other);
    if (its.starts_with(name) && other.substr(its.size()) == value) return true;
  }
  return false;
}

// The lines of an item to add to `program`; empty if the program has the value of the first one.
std::string lines_for(const std::string& item, const std::string& program) {
  std::string out = item;
  bool first = true;
  for (std::string_view rest = item; !rest.empty();) {
    const std::string_view line = cut_line(rest);
    const std::string_view name = assigned(line);
    if (name.empty()) continue;
    if (first && has_value_of(program, line)) return {};
    first = false;
    const std::string fresh = fresh_name(program, name);
    if (fresh != name) out = renamed(out, name, fresh);
  }
  return out;
}

}  // namespace

ShownFile shown_file(const FileState& state, const FileWindow& window, const Catalog& catalog) {
  const OpenFile& file = *state.file;
  ShownFile out;
  out.name = file.name;
  out.title = file.title;
  out.refused = file.refused;
  for (const FileList& list : file.lists)
    out.lists.push_back({list.word, list.title, list.items.size() + list.left_out});
  out.choice = state.choice;
  const FileList* list = chosen_list(file, state.choice.list);
  if (list == nullptr) return out;
  out.choice.list = list->word;
  out.kinds = list->kinds;
  if (list->left_out > 0) out.left_out = say("{} more are not shown", list->left_out);
  const std::vector<const FileItem*> items = chosen_items(*list, state.choice, catalog);
  out.total = items.size();
  for (const FileItem* item : items) out.cards += item->row.becomes_card ? 1 : 0;
  out.from = std::min(window.from, items.size());
  const std::size_t to = std::min(items.size() - out.from, std::min(window.count, most_file_rows)) + out.from;
  // Rows name their kind if the list shows several.
  const auto chosen = [&](const FileKind& kind) { return kind.count > 0 && kind.word == out.choice.kind; };
  const bool names_kinds =
      std::count_if(list->kinds.begin(), list->kinds.end(), [](const FileKind& kind) { return kind.count > 0; }) > 1 &&
      std::none_of(list->kinds.begin(), list->kinds.end(), chosen);
  for (std::size_t i = out.from; i < to; ++i) {
    FileRow& row = out.rows.emplace_back(items[i]->row);
    if (!names_kinds) continue;
    // The grade of a finding is a word of the language; kinds of parts and launches are names.
    const FileKind& kind = list->kinds[row.kind];
    row.shown_kind = row.grade == FileGrade::plain ? Message::verbatim(kind.word) : kind.title;
  }
  out.sortable =
      std::any_of(list->items.begin(), list->items.end(), [](const FileItem& item) { return item.row.excess > 0; });
  if (const FileItem* item = looked_item(*list, state.choice.row, items)) {
    out.looked = *item;
    out.choice.row = item->row.index;
    const auto found = std::find(items.begin(), items.end(), item);
    if (found != items.end()) out.at = static_cast<std::size_t>(found - items.begin());
  }
  return out;
}

Result<Scene> file_picture(const FileState& state, const Catalog& catalog) {
  const FileList* list = chosen_list(*state.file, state.choice.list);
  std::vector<const FileItem*> items;
  if (list != nullptr && state.choice.row < 0) items = chosen_items(*list, state.choice, catalog);
  const FileItem* item = list == nullptr ? nullptr : looked_item(*list, state.choice.row, items);
  if (item == nullptr || !item->moment || !state.file->trace)
    return failure(ErrorCode::unsupported, say("this row does not have a picture"));
  return block_memory_picture(*state.file->trace, *item->moment);
}

std::string brought_lines(const FileState& state, std::int64_t row, std::string_view program, const Catalog& catalog) {
  const FileList* list = chosen_list(*state.file, state.choice.list);
  if (list == nullptr) return {};
  std::vector<const FileItem*> items;
  if (row < 0)
    items = chosen_items(*list, state.choice, catalog);
  else if (const FileItem* item = item_at(*list, row))
    items.push_back(item);
  std::string so_far(program);
  std::string out;
  std::size_t brought = 0;
  for (const FileItem* item : items) {
    if (!item->row.becomes_card || brought >= most_brought) continue;
    const std::string lines = lines_for(item->program, so_far);
    if (lines.empty()) continue;
    ++brought;
    append_all(out, out.empty() ? "" : "\n", lines);
    append_all(so_far, "\n", lines);
  }
  return out;
}

namespace {

// The row of the current list for a row of the previous one; or null.
const FileItem* same_item(const FileList& before, const FileItem& item, const FileList& now) {
  const auto word = [](const FileList& list, const FileItem& one) -> std::string_view {
    return one.row.kind < list.kinds.size() ? std::string_view(list.kinds[one.row.kind].word) : std::string_view();
  };
  for (const FileItem& other : now.items) {
    if (!item.row.name.empty() && other.row.name == item.row.name && word(now, other) == word(before, item))
      return &other;
  }
  const FileItem* there = before.items.size() == now.items.size() ? item_at(now, item.row.index) : nullptr;
  return there != nullptr && word(now, *there) == word(before, item) ? there : nullptr;
}

const FileList* list_of(const OpenFile& file, const std::string& word) {
  for (const FileList& list : file.lists) {
    if (list.word == word) return &list;
  }
  return nullptr;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) out.emplace_back(cut_line(text));
  return out;
}

// Replaces the program's lines from the previous item by those of the current item.
void renew(std::vector<std::string>& program, const FileItem& before, const FileItem& now) {
  const std::vector<std::string> old_lines = lines_of(before.program);
  std::vector<std::string> new_lines = lines_of(now.program);
  const auto is_value = [](const std::string& line) { return !assigned(line).empty(); };
  const auto first = std::find_if(old_lines.begin(), old_lines.end(), is_value);
  const auto first_now = std::find_if(new_lines.begin(), new_lines.end(), is_value);
  if (first == old_lines.end() || first_now == new_lines.end()) return;
  const std::string wish(assigned(*first));
  const std::string value = first->substr(wish.size());
  auto found = std::find(program.begin(), program.end(), *first);
  if (found == program.end()) {
    // A name from the file may have got a number in the program.
    found = std::find_if(program.begin(), program.end(), [&](const std::string& line) {
      const std::string_view name = assigned(line);
      return name.starts_with(wish) && name.find_first_not_of("0123456789", wish.size()) == std::string_view::npos &&
             std::string_view(line).substr(name.size()) == value;
    });
  }
  if (found == program.end()) return;
  const std::string name(assigned(*found));
  const std::string suffix = name.substr(wish.size());
  const std::string wish_now(assigned(*first_now));
  // load_12, load_12_sectors: each value has its name in the program, with its suffix there.
  const auto as_before = [&](const std::string& line) {
    const std::string_view called = assigned(line);
    std::string out = renamed(line, wish_now, name);
    if (called.starts_with(wish_now) && called.size() > wish_now.size())
      out = renamed(out, called, cat(wish, called.substr(wish_now.size()), suffix));
    return out;
  };
  const auto in_program = [&](const std::string& line) {
    const std::string_view called = assigned(line);
    std::string out = renamed(line, wish, name);
    if (called.starts_with(wish) && called.size() > wish.size()) out = renamed(out, called, cat(called, suffix));
    return out;
  };
  for (std::size_t i = 0; i < std::min(old_lines.size(), new_lines.size()); ++i) {
    const std::string was =
        i == static_cast<std::size_t>(first - old_lines.begin()) ? *found : in_program(old_lines[i]);
    const auto at = std::find(program.begin(), program.end(), was);
    if (at != program.end()) *at = as_before(new_lines[i]);
  }
}

}  // namespace

FileState renewed_state(const FileState& before, std::shared_ptr<const OpenFile> now) {
  FileState out = {std::move(now), before.choice};
  const FileList* list = chosen_list(*before.file, before.choice.list);
  const FileList* other = list == nullptr ? nullptr : list_of(*out.file, list->word);
  const FileItem* looked = list == nullptr ? nullptr : item_at(*list, before.choice.row);
  const FileItem* item = looked == nullptr || other == nullptr ? nullptr : same_item(*list, *looked, *other);
  out.choice.row = item == nullptr ? -1 : item->row.index;
  return out;
}

std::string renewed_program(const OpenFile& before, const OpenFile& now, std::string_view program) {
  std::vector<std::string> lines = lines_of(program);
  const bool ended = program.ends_with('\n');
  // The names that its lines define: only few rows of a file were added to the program.
  std::set<std::string> values;
  for (const std::string& line : lines) values.insert(line.substr(assigned(line).size()));
  for (const FileList& list : before.lists) {
    const FileList* other = list_of(now, list.word);
    if (other == nullptr) continue;
    for (const FileItem& item : list.items) {
      const std::vector<std::string> becomes = lines_of(item.program);
      const bool there = std::any_of(becomes.begin(), becomes.end(), [&](const std::string& line) {
        const std::size_t name = assigned(line).size();
        return name > 0 && values.count(line.substr(name)) > 0;
      });
      if (!there) continue;
      const FileItem* renewed = same_item(list, item, *other);
      if (renewed != nullptr && !renewed->program.empty() && renewed->program != item.program)
        renew(lines, item, *renewed);
    }
  }
  std::string out;
  for (const std::string& line : lines) append_all(out, out.empty() && &line == lines.data() ? "" : "\n", line);
  if (ended) out += "\n";
  return out;
}

// --- As records ------------------------------------------------------------------------------------------------------

void members(Archive& a, FileLink& r) {
  if (!a.record("FileLink", "A link to a row of another list.")) return;
  a.member("list", r.list, "The word of the list.");
  a.member("row", r.row, "The index of the row in the list.");
  a.member("label", r.label, "The displayed text.");
}

void members(Archive& a, FileKind& r) {
  if (!a.record("FileKind", "A kind of rows in a list.")) return;
  a.member("word", r.word, "The word that selects it.");
  a.member("title", r.title, "The displayed title.");
  a.member("count", r.count, "The number of rows of this kind.");
}

void members(Archive& a, FileTab& r) {
  if (!a.record("FileTab", "A list of a file.")) return;
  a.member("word", r.word, "The word that selects it.");
  a.member("title", r.title, "The displayed title.");
  a.member("count", r.count, "The number of rows, including omitted ones.");
}

void members(Archive& a, FileRow& r) {
  if (!a.record("FileRow", "A row of a list.")) return;
  a.member("index", r.index, "The index in the whole list.");
  a.unless_empty("place", r.place, "The position in the file.");
  a.unless_empty("kind", r.shown_kind, "Its kind, if the list shows several.");
  a.word("grade", r.grade, file_grade_names, "The severity.");
  a.member_if(r.excess > 0, "excess", r.excess, "Wavefronts and sectors beyond the minimum.");
  a.unless_empty("name", r.name, "The name of the row.");
  a.unless_empty("text", r.text, "The code of the row.");
  a.unless_empty("sentence", r.sentence, "The description of the row.");
  a.member_if(r.becomes_card, "card", r.becomes_card, "True: it can be opened as a card.");
}

void members(Archive& a, FileItem& r) {
  if (!a.record("FileItem", "The inspected row.")) return;
  a.member("row", r.row, "The row of the list.");
  a.unless_empty("code", r.code, "The text in the file.");
  a.unless_empty("program", r.program, "The lines of a program for its card.");
  a.unless_empty("sentences", r.sentences, "The description of the row.");
  a.unless_empty("links", r.links, "The related rows.");
  bool pictured = r.moment.has_value();
  a.member_if(pictured, "pictured", pictured, "True: file_picture draws it.");
}

void members(Archive& a, FileChoice& r) {
  if (!a.record("FileChoice", "The visible rows of a file.")) return;
  a.member("list", r.list, "The word of the list.");
  a.member("kind", r.kind, "The word of the kind, or empty.");
  a.member("words", r.words, "Words that each row must contain.");
  a.member("row", r.row, "The inspected row, or -1.");
  a.member("byExcess", r.by_excess, "True: the largest excess first.");
}

void members(Archive& a, FileWindow& r) {
  if (!a.record("FileWindow", "The rows of a list to draw.")) return;
  a.choice("from", r.from, "The first visible row.");
  a.choice("count", r.count, "The number of rows, at most 500.");
}

void members(Archive& a, ShownFile& r) {
  if (!a.record("ShownFile", "The file that is open next to the program; without a name no file is open.")) return;
  a.member("name", r.name, "The name of the file.");
  a.member("title", r.title, "The kind of file.");
  a.unless_empty("refused", r.refused, "The reason why it has no list.");
  a.member("lists", r.lists, "The lists of the file.");
  a.member("kinds", r.kinds, "The kinds of rows of the current list.");
  a.member("choice", r.choice, "The current list and its filter.");
  a.member("sortable", r.sortable, "True: the rows can be sorted by their excess.");
  a.member("total", r.total, "The number of rows.");
  a.member("cards", r.cards, "The number of rows that can be opened as cards.");
  a.unless_empty("leftOut", r.left_out, "The note on rows beyond the limit.");
  a.member("from", r.from, "The index of the first row in `rows`.");
  a.member("rows", r.rows, "The requested rows.");
  a.member("looked", r.looked, "The inspected row.");
  a.member("at", r.at, "Its index among the rows of the choice, if it is one of them.");
}

}  // namespace stridescope::app
