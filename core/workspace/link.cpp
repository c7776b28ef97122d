// Share links: writes the packed form, reads the packed and the old form. The reader checks base64, deflate, UTF-8 and
// sizes; a malformed link gives an error with a sentence.
#include "core/workspace/link.h"

#include <algorithm>

#include "core/base/base64.h"
#include "core/base/characters.h"
#include "core/base/deflate.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

void read_views(Link& link, std::string_view lines) {
  while (!lines.empty()) {
    const std::string_view line = cut_line(lines);
    const std::size_t blank = line.find(' ');
    if (blank == 0 || blank >= line.size() - 1) continue;  // requires a key and words: the default view has no line
    link.views.emplace_back(line.substr(0, blank), line.substr(blank + 1));
  }
}

Error malformed(Message message) {
  return {ErrorCode::syntax, std::move(message), say("copy the whole link, from its # to its end"), {}, {}};
}

Result<Link> read_packed(std::string_view packed) {
  const auto bytes = decode_base64(packed, Base64::url);
  if (!bytes) return failure(malformed(say("the link contains invalid characters or is cut off")));
  auto text = inflate(*bytes, max_link_text);
  if (!text && text.error().code == ErrorCode::too_large) return failure(text.error());
  if (!text || !is_utf8(*text)) return failure(malformed(say("the link is damaged or cut off")));
  const std::string_view whole = *text;
  const std::size_t end = whole.find("\n\n");
  if (end == std::string_view::npos) return failure(malformed(say("the link does not contain a program")));
  Link link;
  std::string_view head = whole.substr(0, end);
  const std::string_view mode = cut_line(head);
  if (mode != "teaching" && mode != "cute") return failure(malformed(say("the link does not give an integer mode")));
  link.mode = mode == "cute" ? IntegerMode::cute : IntegerMode::teaching;
  read_views(link, head);
  link.program = whole.substr(end + 2);
  return link;
}

// Reads the form of links before packing.
Result<Link> read_plain(std::string_view fragment) {
  constexpr std::string_view view_key = "&v=";
  const std::string_view rest = fragment.substr(2);
  const std::size_t views_at = rest.find(view_key);
  const auto program = decode_base64(rest.substr(0, views_at), Base64::url);
  const std::string_view lines = views_at == std::string_view::npos ? "" : rest.substr(views_at + view_key.size());
  const auto views = decode_base64(lines, Base64::url);
  if (!program || !views || program->size() + views->size() > max_link_text || !is_utf8(*program) || !is_utf8(*views))
    return failure(malformed(say("the link is damaged or cut off")));
  Link link;
  link.mode = fragment.front() == 'c' ? IntegerMode::cute : IntegerMode::teaching;
  link.program = *program;
  read_views(link, *views);
  return link;
}

}  // namespace

Result<std::string> encode_link(const Link& link) {
  std::string text = link.mode == IntegerMode::cute ? "cute\n" : "teaching\n";
  for (const auto& [key, view] : link.views) {
    if (key.empty() || view.empty() || key.find_first_of(" \n") != std::string::npos ||
        view.find('\n') != std::string::npos)
      continue;
    append_all(text, key, ' ', view, '\n');
  }
  append_all(text, '\n', link.program);
  if (text.size() > max_link_text) {
    return failure(ErrorCode::too_large,
                   say("a link of {} {byte|bytes} is too long; expected at most {}", text.size(), max_link_text),
                   say("shorten the program, or give it as a file"));
  }
  if (!is_utf8(text)) return failure(ErrorCode::syntax, say("the program is not UTF-8 text"), say("save it as UTF-8"));
  return "#z=" + encode_base64(deflate(text), Base64::url);
}

Result<Link> decode_link(std::string_view address) {
  const std::size_t hash = address.find('#');
  const std::string_view fragment = hash == std::string_view::npos ? std::string_view() : address.substr(hash + 1);
  // Four letters encode three bytes, and packing enlarges a text at most slightly.
  if (fragment.size() > 2 * max_link_text) return failure(ErrorCode::too_large, say("the link is too long"));
  if (fragment.starts_with("z=")) return read_packed(fragment.substr(2));
  if (fragment.starts_with("t=") || fragment.starts_with("c=")) return read_plain(fragment);
  return failure(malformed(say("this is not a link to a program: its part after # lacks z=")));
}

}  // namespace stridescope
