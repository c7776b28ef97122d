// Lists that the core holds, as records of the door: its functions, its gallery, its atoms.
#include <algorithm>

#include "core/app/records.h"
#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/lang/builtin.h"
#include "core/tiled/atom.h"

namespace stridescope::door {

void members(Archive& a, Function& r) {
  if (!a.record("BuiltinFunction", "A function of the language.")) return;
  a.member("name", r.name, "By which it is called.");
  a.member("signature", r.signature, "A line each.");
  a.member("doc", r.doc, "What it means.");
  a.member("example", r.example, "A program.");
}

std::vector<Function> functions() {
  std::vector<Function> out;
  for (const Builtin& f : builtins()) {
    const Documentation& text = documentation_of(f);
    out.push_back({f.name, signatures(f, "\n"), text.doc, text.example});
  }
  return out;
}

void members(Archive& a, SeenView& r) {
  if (!a.record("SeenView", "The picture in which a value is best seen.")) return;
  a.member("name", r.name, "Of the value.");
  a.member("view", r.view, "Words of a view.");
}

void members(Archive& a, Entry& r) {
  if (!a.record("GalleryEntry", "A program to start from.")) return;
  a.member("id", r.id, "GROUP/ID.");
  a.member("group", r.group, "By its id.");
  a.member("groupTitle", r.group_title, "For people.");
  a.member("title", r.title, "For people.");
  a.member("about", r.about, "A paragraph.");
  a.member("program", r.program, "Its text.");
  a.member("views", r.views, "The pictures in which its values are best seen.");
}

std::vector<Entry> entries() {
  std::vector<Entry> out;
  for (const GalleryEntry& entry : gallery()) {
    Entry& to = out.emplace_back(Entry{cat(entry.group, '/', entry.id),
                                       entry.group,
                                       group_title(entry.group),
                                       entry.title,
                                       entry.about,
                                       entry.program,
                                       {}});
    for (const auto& view : entry.views) to.views.push_back({view.name, view.view});
  }
  return out;
}

void members(Archive& a, ListedAtom& r) {
  if (!a.record("ListedAtom", "A name that atoms(...) lists.")) return;
  a.member("name", r.name, "N in it stands for any of `n`.");
  a.unless_empty("n", r.n, "What N may be.");
}

namespace {

// "N = 8, 16, ..., 256" as all that it means.
std::vector<std::int64_t> members_of(std::string_view text) {
  std::vector<std::int64_t> out;
  std::vector<std::int64_t> given;
  bool gap = false;
  const auto flush = [&](std::int64_t value) {
    constexpr std::int64_t most = 1 << 10;
    const std::size_t count = given.size();
    const std::int64_t step = count > 1 ? given[count - 1] - given[count - 2] : 0;
    for (std::int64_t next = gap && step > 0 ? given.back() + step : value; next < value && next < most; next += step) {
      out.push_back(next);
    }
    gap = false;
    given.push_back(value);
    out.push_back(value);
  };
  std::int64_t value = -1;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c >= '0' && c <= '9' && value < (1 << 20)) {
      value = std::max<std::int64_t>(value, 0) * 10 + (c - '0');
    } else if (value >= 0) {
      flush(value);
      value = -1;
    }
    if (c == '.') gap = true;
  }
  return out;
}

}  // namespace

Result<std::vector<ListedAtom>> listed_atoms(const std::vector<std::string>& words) {
  const auto listed = atom_list(words);
  if (!listed) return failure(listed.error());
  std::vector<ListedAtom> out;
  for (std::string_view rest = *listed; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty()) continue;
    const std::size_t members = line.find("  N = ");
    ListedAtom& to = out.emplace_back(ListedAtom{std::string(line.substr(0, members)), {}});
    if (members != std::string_view::npos) to.n = members_of(line.substr(members));
  }
  return out;
}

}  // namespace stridescope::door
