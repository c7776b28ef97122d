// Reads messages from JSON; message.cpp writes them.
#include "core/base/message_json.h"

#include <algorithm>

namespace stridescope {
namespace {

constexpr std::size_t most_arguments = 16;

// The number of holes of a sentence, or -1 if it is not a sentence for `say`.
int holes_of(std::string_view id) {
  int count = 0;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (id[i] != '{' && id[i] != '}') continue;
    if (id.substr(i + 1, 1) == id.substr(i, 1)) {
      ++i;
      continue;
    }
    const std::size_t end = std::min(id.find('}', i), id.size());
    const std::string_view hole = id.substr(i + 1, end - i - 1);
    if (id[i] == '}' || end == id.size() || (!hole.empty() && hole.find('|') == std::string_view::npos)) return -1;
    count += hole.empty() ? 1 : 0;
    i = end;
  }
  return count;
}

}  // namespace

Message read_message(const JsonValue& value) {
  if (value.is_string()) return Message::verbatim(value.string());
  const std::vector<JsonValue>& given = value["arguments"].items();
  const std::string& id = value["id"].string();
  if (id.empty() || given.size() > most_arguments || holes_of(id) != static_cast<int>(given.size())) return {};
  std::vector<Message> messages(given.size());
  std::vector<MessagePart> parts;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].is_number()) {
      parts.emplace_back(given[i].integer());
      continue;
    }
    messages[i] = read_message(given[i]);
    parts.emplace_back(messages[i]);
  }
  return compose(id.c_str(), parts.data(), parts.size());
}

}  // namespace stridescope
