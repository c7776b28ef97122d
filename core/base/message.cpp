// Renders a message: fills the holes of its sentence, and selects the plural for the preceding number.
#include "core/base/message.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/base/json.h"
#include "core/base/message_json.h"
#include "core/base/message_texts.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

void put_text(std::string& code, char tag, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  char bytes[sizeof size];
  std::memcpy(bytes, &size, sizeof size);
  code.push_back(tag);
  code.append(bytes, sizeof size).append(text);
}

}  // namespace

Message::Message(const Message&) = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(const Message&) = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

Message::Message(Term term) {
  put_text(code_, 's', term.id);
  code_.push_back(0);
}

Message Message::verbatim(std::string_view text) {
  Message out;
  if (!text.empty()) put_text(out.code_, 't', text);
  return out;
}

void MessagePart::append_to(std::string& code) const {
  switch (kind_) {
    case Kind::text:
      return put_text(code, 't', text_);
    case Kind::message:
      // The empty message is written as a text without letters.
      return text_.empty() ? put_text(code, 't', {}) : void(code.append(text_));
    case Kind::term:
      put_text(code, 's', text_);
      code.push_back(0);
      return;
    case Kind::character: {
      const char c = static_cast<char>(number_);
      return put_text(code, 't', std::string_view(&c, 1));
    }
    case Kind::integer: {
      char bytes[sizeof number_];
      std::memcpy(bytes, &number_, sizeof number_);
      code.push_back('i');
      code.append(bytes, sizeof number_);
      return;
    }
  }
}

Message compose(const char* id, const MessagePart* parts, std::size_t count) {
  Message out;
  put_text(out.code_, 's', id);
  out.code_.push_back(static_cast<char>(count));
  for (std::size_t i = 0; i < count; ++i) parts[i].append_to(out.code_);
  return out;
}

// --- Rendering -------------------------------------------------------------------------------------------------------

struct MessageRenderer {
  const Catalog& catalog;
  std::string out = {};
  std::int64_t last_number = 0;

  static std::string_view code_of(const Message& message) { return message.code_; }
  static Message of_code(std::string code) {
    Message made;
    made.code_ = std::move(code);
    return made;
  }

  static std::string_view take(std::string_view& code, std::size_t size) {
    const std::string_view taken = code.substr(0, size);
    code.remove_prefix(taken.size());
    return taken;
  }
  static std::string_view cut_text(std::string_view& code) {
    std::uint32_t size = 0;
    std::memcpy(&size, take(code, sizeof size).data(), sizeof size);
    return take(code, size);
  }
  // The node at the front, as code.
  static std::string_view next_node(std::string_view& code) {
    const std::string_view whole = code;
    const char tag = take(code, 1)[0];
    if (tag == 'i') {
      take(code, sizeof(std::int64_t));
    } else {
      cut_text(code);
      if (tag == 's') {
        for (int left = take(code, 1)[0]; left > 0; --left) next_node(code);
      }
    }
    return whole.substr(0, whole.size() - code.size());
  }

  void node(std::string_view code) {
    if (code.empty()) return;
    const char tag = take(code, 1)[0];
    if (tag == 'i') {
      std::memcpy(&last_number, code.data(), sizeof last_number);
      return append_text(out, last_number);
    }
    const std::string_view text = cut_text(code);
    if (tag == 't') {
      // A number from another writer, with commas or an underscore, counts like any other; the extents of a grid, "4 x
      // 4 x 1", count as one only if each extent is 1.
      if (text.find_first_of("0123456789") != std::string_view::npos &&
          text.find_first_not_of("0123456789,._ x") == std::string_view::npos) {
        last_number = text == "1" || text == "_1" || text == "1 x 1 x 1" || text == "1 x 1" ? 1 : 0;
      }
      out += text;
      return;
    }
    std::vector<std::string_view> arguments;
    for (int left = take(code, 1)[0]; left > 0; --left) arguments.push_back(next_node(code));
    const std::string* translated = catalog.find(text);
    sentence(translated != nullptr ? std::string_view(*translated) : text, arguments);
  }

  void sentence(std::string_view text, const std::vector<std::string_view>& arguments) {
    std::size_t next = 0;
    while (!text.empty()) {
      const std::string_view plain = take(text, std::min(text.find_first_of("{}"), text.size()));
      out += plain;
      if (text.empty()) return;
      const char brace = take(text, 1)[0];
      if (text.starts_with(brace) || brace == '}') {
        out.push_back(brace);
        if (text.starts_with(brace)) take(text, 1);
        continue;
      }
      const std::string_view hole = take(text, std::min(text.find('}'), text.size()));
      if (!text.empty()) take(text, 1);
      if (const std::size_t bar = hole.find('|'); bar != std::string_view::npos) {
        out += last_number == 1 ? hole.substr(0, bar) : hole.substr(bar + 1);
        continue;
      }
      std::size_t index = 0;
      for (const char digit : hole) index = index * 10 + static_cast<std::size_t>(digit - '0');
      if (hole.empty()) index = next++;
      if (index < arguments.size()) node(arguments[index]);
    }
  }
};

std::string render(const Message& message, const Catalog& catalog) {
  MessageRenderer renderer = {catalog};
  renderer.node(MessageRenderer::code_of(message));
  return std::move(renderer.out);
}

Message with_texts(const Message& message, std::string (*change)(std::string_view text)) {
  std::string out;
  const auto copy = [&](auto& self, std::string_view code) -> void {
    const std::string_view whole = code;
    const char tag = MessageRenderer::take(code, 1)[0];
    if (tag == 'i') return void(out.append(whole));
    const std::string_view text = MessageRenderer::cut_text(code);
    if (tag == 't') return put_text(out, tag, change(text));
    put_text(out, tag, text);
    out.push_back(code[0]);
    for (int left = MessageRenderer::take(code, 1)[0]; left > 0; --left) self(self, MessageRenderer::next_node(code));
  };
  const std::string_view code = MessageRenderer::code_of(message);
  if (!code.empty()) copy(copy, code);
  return MessageRenderer::of_code(std::move(out));
}

std::string message_json(const Message& message) {
  std::string out;
  const auto write = [&](auto& self, std::string_view code) -> void {
    const char tag = MessageRenderer::take(code, 1)[0];
    if (tag == 'i') {
      std::int64_t number = 0;
      std::memcpy(&number, code.data(), sizeof number);
      return append_text(out, number);
    }
    const std::string_view text = MessageRenderer::cut_text(code);
    if (tag == 't') return JsonWriter(out).string(text);
    out += "{\"id\":";
    JsonWriter(out).string(text);
    out += ",\"arguments\":[";
    const int count = MessageRenderer::take(code, 1)[0];
    for (int i = 0; i < count; ++i) {
      if (i > 0) out.push_back(',');
      self(self, MessageRenderer::next_node(code));
    }
    out += "]}";
  };
  const std::string_view code = MessageRenderer::code_of(message);
  if (code.empty()) return "\"\"";
  write(write, code);
  return out;
}

std::string english(const Message& message) { return render(message, english_catalog()); }

bool operator==(const Message& message, std::string_view text) { return english(message) == text; }

Message comma_list(const std::vector<Message>& items) {
  Message out;
  for (const Message& item : items) out = out.empty() ? item : say("{}, {}", out, item);
  return out;
}

Message semicolon_list(const std::vector<Message>& items) {
  Message out;
  for (const Message& item : items) out = out.empty() ? item : say("{}; {}", out, item);
  return out;
}

const Catalog& english_catalog() {
  static const Catalog none;
  return none;
}

// --- Catalogs --------------------------------------------------------------------------------------------------------

Catalog::Catalog(std::vector<std::pair<std::string, std::string>> sentences) : sentences_(std::move(sentences)) {
  sort_stable(std::span(sentences_), [](const auto& a, const auto& b) { return a < b; });
}

const std::string* Catalog::find(std::string_view id) const {
  const auto at = std::lower_bound(sentences_.begin(), sentences_.end(), id,
                                   [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
  return at != sentences_.end() && at->first == id ? &at->second : nullptr;
}

}  // namespace stridescope
