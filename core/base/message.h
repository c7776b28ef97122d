// Sentences are values: an id, which is the English sentence with holes, and the arguments of the holes. The page, the
// window and the command line render a sentence in the language of the user (a catalog has the sentences of a language
// by their ids); no program reads English back. `say` is the only way to words, so that a script finds every sentence
// (tests/check_messages.mjs).
//
//   say("value {} does not exist", binding)
//   say("{} {element|elements} of the {} layout", count, left ? say("left") : say("right"))
//
//   english(say("{} {element|elements}", 1))  is  "1 element"
//
// In an id `{}` is the next argument, `{one|many}` a word for the last number that was written (the first for 1, the
// second for every other), `{{` and `}}` are braces. A translation may also name an argument by its number from 0,
// `{1}`, since other languages have another order; an id may not. A text or a number fills a hole verbatim: a layout, a
// name. A Message fills it in its own translation. Holes and arguments are counted at compile time: a sentence with too
// few or too many does not compile.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/text.h"

namespace stridescope {

namespace message_detail {

// Not constexpr: a call stops the compilation, and its name is the error message.
void the_holes_are_not_as_many_as_the_arguments();
void a_brace_stands_alone();

// The number of arguments of a sentence: its `{}`. A choice `{one|many}` takes none.
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

// An English sentence in the source with a given number of holes. A literal: its text lives as long as the program, so
// an id is never copied before a message is made. The number of holes is part of the type, so that `say` can require
// the same number of arguments.
template <std::size_t Holes>
struct Sentence {
  consteval Sentence(const char* text) : id(text) {  // NOLINT(google-explicit-constructor)
    if (message_detail::holes(text) != Holes) message_detail::the_holes_are_not_as_many_as_the_arguments();
  }
  const char* id;
};

// A sentence without holes, for constexpr tables; converts to a Message. `term` makes one from a literal, so that
// scripts find its words like those of `say`. The default is empty: no sentence.
struct Term {
  const char* id = "";
};
consteval Term term(Sentence<0> text) { return {text.id}; }

// Owns its text and copies of its arguments, so it can outlive them. As large as a string, and moved like one. Only its
// text is allocated.
class Message {
 public:
  Message() = default;
  // Defined in one file: thousands of sentences live until the end of their line.
  Message(const Message&);
  Message(Message&&) noexcept;
  Message& operator=(const Message&);
  Message& operator=(Message&&) noexcept;
  ~Message();
  // The sentence of the term.
  Message(Term term);  // NOLINT(google-explicit-constructor)
  // Text without a translation: a layout, a name, the output of another tool. An empty text is the empty message.
  static Message verbatim(std::string_view text);

  // The empty message: the default of an optional sentence.
  bool empty() const { return code_.empty(); }
  void clear() { code_.clear(); }
  // The same sentence with the same arguments, in any language; a verbatim text never equals a sentence with the same
  // words.
  bool operator==(const Message&) const = default;

 private:
  friend class MessagePart;
  friend struct MessageRenderer;
  friend Message compose(const char* id, const class MessagePart* parts, std::size_t count);

  // One node: 't', a length and a text; 'i' and an integer; 's', an id in the form of a text, a count and that many
  // nodes. Empty: no message. Flat, so that a message moves like a string and a nested sentence is copied once. Lengths
  // and integers are in the machine's byte order: a message for another process is written as JSON (message_json.h).
  std::string code_;
};

// The argument of a hole. It refers to the text or the message, and lives as long as the expression that names it.
// Booleans and doubles do not compile, since they have no form that every language shares; write them with
// core/base/number_text.h.
//
//   text, std::string, literal   as it is
//   integer                      its digits, and the number that the next {one|many} goes by
//   char                         that character
//   Message, Term                its own sentence, in the same language
class MessagePart {
 public:
  // A verbatim text. A text of digits also counts as the number before a `{one|many}`.
  MessagePart(std::string_view text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  // A part from a std::string, like that from a literal.
  MessagePart(const std::string& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  MessagePart(const char* text) : text_(text) {}         // NOLINT(google-explicit-constructor)
  // A nested sentence, in its own translation.
  MessagePart(const Message& message)
      : text_(message.code_), kind_(Kind::message) {}  // NOLINT(google-explicit-constructor)
  // A sentence without holes, in its own translation.
  MessagePart(Term term) : text_(term.id), kind_(Kind::term) {}  // NOLINT(google-explicit-constructor)
  MessagePart(std::nullptr_t) = delete;
  // One character of text, not its number. Only for char: booleans, doubles and enumerators would convert to it.
  template <std::same_as<char> T>
  MessagePart(T c) : number_(c), kind_(Kind::character) {}  // NOLINT(google-explicit-constructor)
  template <Whole T>
  MessagePart(T number)  // NOLINT(google-explicit-constructor)
      : number_(static_cast<std::int64_t>(number)), kind_(Kind::integer) {}

  // Appends its node to `code`.
  void append_to(std::string& code) const;

 private:
  enum class Kind : std::uint8_t { text, message, term, character, integer };
  std::string_view text_;
  std::int64_t number_ = 0;
  Kind kind_ = Kind::text;
};

// The function behind `say`. pre: `id` has `count` holes, at most 127. The id is copied.
Message compose(const char* id, const MessagePart* parts, std::size_t count);

// The message of a sentence with its arguments: `say("stride {} does not fit", 100)`.
inline Message say(Sentence<0> sentence) { return Term{sentence.id}; }

// pre: the arguments live until the message is made, like temporaries in the call.
template <class... Args>
requires(sizeof...(Args) > 0) Message say(Sentence<sizeof...(Args)> sentence, const Args&... args) {
  const MessagePart all[] = {args...};
  return compose(sentence.id, all, sizeof...(args));
}

// A list of messages, "a, b, c" or "a; b", each in its own translation; empty for an empty list.
Message comma_list(const std::vector<Message>& items);
// As comma_list, for parts that contain commas.
Message semicolon_list(const std::vector<Message>& items);

// The sentences of a language by their ids. Without any sentence it is English, whose sentences are the ids. Sentences
// that a language lacks are shown in English.
class Catalog {
 public:
  Catalog() = default;
  // Pairs of an id and its translation, in any order; sorted once. pre: each id occurs once.
  explicit Catalog(std::vector<std::pair<std::string, std::string>> sentences);
  // Null if the language lacks the sentence. Logarithmic; the pointer is valid while the catalog lives.
  const std::string* find(std::string_view id) const;
  // True for the catalog without translations: English.
  bool empty() const { return sentences_.empty(); }

 private:
  std::vector<std::pair<std::string, std::string>> sentences_;  // by id
};

// The words of a message in a language, or in English. Linear in the output; a hole without an argument, as in a faulty
// translation, is omitted.
std::string render(const Message& message, const Catalog& catalog);
// The words in English, the language of the ids.
std::string english(const Message& message);
// The catalog without sentences, for callers without a language. Lives as long as the program.
const Catalog& english_catalog();
// For tests: compares the English words.
bool operator==(const Message& message, std::string_view text);

}  // namespace stridescope
