// Describes lists of the core as records of the door: its functions, its gallery, its atoms.
#include <algorithm>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/functions/builtin.h"
#include "core/records/records.h"
#include "core/tiled/atom_list.h"

namespace stridescope::door {

void members(Archive& a, Function& r) {
  if (!a.record("BuiltinFunction", "A function of the language.")) return;
  a.member("name", r.name, "The name of the function.");
  a.member("signature", r.signature, "One signature per line.");
  a.member("doc", r.doc, "The meaning of the function.");
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

void members(Archive& a, PictureQuestion& r) {
  if (!a.record("PictureQuestion", "A kind of picture.")) return;
  a.member("kind", r.kind, "The word of the picture.");
  a.member("question", r.question, "The question that it answers.");
}

std::vector<PictureQuestion> picture_questions() {
  std::vector<PictureQuestion> out;
  for (const Picture picture : {
#define PICTURE(name, title, question, like, colours, others, meaning) Picture::name,
#include "core/scene/pictures.def"
       })
    out.push_back({name_of(picture), question_of(picture)});
  return out;
}

void members(Archive& a, TextForm& r) {
  if (!a.record("TextForm", "A form for copying a value or its picture.")) return;
  a.member("format", r.format, "The name of the format for `emit`.");
  a.member("title", r.title, "The displayed title.");
  a.member("picture", r.picture, "True: a form of the current picture.");
  a.member("ending", r.ending, "The ending of its files; empty if there are none.");
}

std::vector<TextForm> text_forms() {
  return {
#define TEXT_FORM(format, title, picture, ending) {#format, term(title), picture, ending},
#include "core/records/text_forms.def"
#undef TEXT_FORM
  };
}

void members(Archive& a, SeenView& r) {
  if (!a.record("SeenView", "The best picture of a value.")) return;
  a.member("name", r.name, "The name of the value.");
  a.member("view", r.view, "Words of a view.");
}

void members(Archive& a, Entry& r) {
  if (!a.record("GalleryEntry", "A program to start from.")) return;
  a.member("id", r.id, "GROUP/ID.");
  a.member("group", r.group, "The id of the group.");
  a.member("groupTitle", r.group_title, "The title of the group.");
  a.member("title", r.title, "The displayed title.");
  a.member("about", r.about, "A sentence about it.");
  a.member("program", r.program, "The text of the program.");
  a.member("views", r.views, "The best pictures of its values.");
}

Message gallery_words(std::string_view text) { return compose(std::string(text).c_str(), nullptr, 0); }

// The program, its comments in the reader's language.
Message with_comments(std::string_view program) {
  Message out;
  std::string before;
  for (std::size_t end = 0; !program.empty(); program.remove_prefix(end)) {
    end = std::min(program.find('\n'), program.size() - 1) + 1;
    const std::string_view line = program.substr(0, end);
    const bool comment = line.starts_with("# ") && line.ends_with('\n');
    before.append(comment ? line.substr(0, 2) : line);
    if (!comment) continue;
    out = say("{}{}", say("{}{}", out, Message::verbatim(before)), gallery_words(line.substr(2, end - 3)));
    before = "\n";
  }
  return say("{}{}", out, Message::verbatim(before));
}

std::vector<Entry> entries() {
  std::vector<Entry> out;
  for (const GalleryEntry& entry : gallery()) {
    Entry& to = out.emplace_back(Entry{cat(entry.group, '/', entry.id),
                                       entry.group,
                                       gallery_words(group_title(entry.group)),
                                       gallery_words(entry.title),
                                       gallery_words(entry.about),
                                       with_comments(entry.program),
                                       {}});
    for (const auto& view : entry.views) to.views.push_back({view.name, view.view});
  }
  return out;
}

void members(Archive& a, ListedAtom& r) {
  if (!a.record("ListedAtom", "A name that atoms(...) lists.")) return;
  a.member("name", r.name, "The name; N in it is any number of `n`.");
  a.unless_empty("n", r.n, "The possible values of N.");
}

Result<std::vector<ListedAtom>> listed_atoms(const std::vector<std::string>& words) {
  const auto listed = atoms_with(words);
  if (!listed) return failure(listed.error());
  std::vector<ListedAtom> out;
  for (const ListedAtoms& one : *listed) out.push_back({one.name, {one.numbers.begin(), one.numbers.end()}});
  return out;
}

}  // namespace stridescope::door
