// Sentences are values: an id, which is the English sentence with holes, and what stands in the holes. Who shows one
// renders it in the reader's language (a catalog has the sentences of a language by their ids); nothing reads English
// back. `say` is the only way to words, so that a script finds every sentence (tests/check_messages.mjs).
//
//   say("there is no value {}", binding)
//   say("{} {element|elements} of the {} layout", count, left ? say("left") : say("right"))
//
// In an id and in a translation `{}` is the next argument, `{1}` the one of that number from 0, `{one|many}` a word for
// the last number that was written, `{{` and `}}` are braces. A text or a number stands in a hole as it is: a layout, a
// name; a Message stands there in its own translation.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stridescope {

namespace message_detail {

// Not constexpr: to reach one of them stops the compilation, and its name says why.
void the_holes_are_not_as_many_as_the_arguments();
void a_brace_stands_alone();

// How many arguments a sentence takes.
consteval std::size_t holes(const char* text) {
  std::size_t count = 0;
  for (std::size_t i = 0; text[i] != 0; ++i) {
    if (text[i] == '}') {
      if (text[++i] != '}') a_brace_stands_alone();
      continue;
    }
    if (text[i] != '{') continue;
    if (text[i + 1] == '{') {
      ++i;
    } else if (text[i + 1] == '}') {
      ++i;
      ++count;
    } else {
      bool choice = false;
      for (++i; text[i] != 0 && text[i] != '}'; ++i) choice = choice || text[i] == '|';
      if (text[i] == 0 || !choice) a_brace_stands_alone();
    }
  }
  return count;
}

}  // namespace message_detail

// An English sentence in the source with as many holes.
template <std::size_t Holes>
struct Sentence {
  consteval Sentence(const char* text) : id(text) {  // NOLINT(google-explicit-constructor)
    if (message_detail::holes(text) != Holes) message_detail::the_holes_are_not_as_many_as_the_arguments();
  }
  const char* id;
};

// A sentence without holes for a table that the compiler makes: it becomes a Message where one is wanted.
struct Term {
  const char* id = "";
};
consteval Term term(Sentence<0> text) { return {text.id}; }

class Message {
 public:
  Message() = default;
  Message(Term term);  // NOLINT(google-explicit-constructor)
  // What has no translation: a layout, a name, what another tool has printed.
  static Message verbatim(std::string_view text);

  bool empty() const { return code_.empty(); }
  void clear() { code_.clear(); }
  bool operator==(const Message&) const = default;

 private:
  friend class MessagePart;
  friend struct MessageRenderer;
  friend Message compose(const char* id, const class MessagePart* parts, std::size_t count);

  // One node: 't', a length and a text; 'i' and an integer; 's', an id as a text is, a count and so many nodes. Empty:
  // nothing. Flat, so that a message moves as a string does and a sentence within another is copied once.
  std::string code_;
};

// What stands in a hole, for as long as the expression that names it.
class MessagePart {
 public:
  MessagePart(std::string_view text) : text_(text) {}    // NOLINT(google-explicit-constructor)
  MessagePart(const std::string& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  MessagePart(const char* text) : text_(text) {}         // NOLINT(google-explicit-constructor)
  MessagePart(const Message& message)
      : text_(message.code_), kind_(Kind::message) {}            // NOLINT(google-explicit-constructor)
  MessagePart(Term term) : text_(term.id), kind_(Kind::term) {}  // NOLINT(google-explicit-constructor)
  MessagePart(char c) : number_(c), kind_(Kind::character) {}    // NOLINT(google-explicit-constructor)
  template <std::integral T>
  requires(!std::same_as<T, char> && !std::same_as<T, bool>)
      MessagePart(T number)  // NOLINT(google-explicit-constructor)
      : number_(static_cast<std::int64_t>(number)), kind_(Kind::integer) {}

  void append_to(std::string& code) const;

 private:
  enum class Kind : std::uint8_t { text, message, term, character, integer };
  std::string_view text_;
  std::int64_t number_ = 0;
  Kind kind_ = Kind::text;
};

Message compose(const char* id, const MessagePart* parts, std::size_t count);

inline Message say(Sentence<0> sentence) { return Term{sentence.id}; }

template <class... Args>
requires(sizeof...(Args) > 0) Message say(Sentence<sizeof...(Args)> sentence, const Args&... args) {
  const MessagePart all[] = {args...};
  return compose(sentence.id, all, sizeof...(args));
}

// The messages in a row, "a, b, c" or "a; b".
Message comma_list(const std::vector<Message>& items);
Message semicolon_list(const std::vector<Message>& items);

// The sentences of a language by their ids. Without any it is English: an id says itself.
class Catalog {
 public:
  Catalog() = default;
  // In any order.
  explicit Catalog(std::vector<std::pair<std::string, std::string>> sentences);
  // Nothing where the language does not have it.
  const std::string* find(std::string_view id) const;
  bool empty() const { return sentences_.empty(); }

 private:
  std::vector<std::pair<std::string, std::string>> sentences_;  // by id
};

std::string render(const Message& message, const Catalog& catalog);
std::string english(const Message& message);
// Without sentences: for whoever takes a language and is given none.
const Catalog& english_catalog();
// As tests compare: in English.
bool operator==(const Message& message, std::string_view text);

}  // namespace stridescope
