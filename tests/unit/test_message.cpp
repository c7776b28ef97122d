// Sentences as values: their text in English and in another language.
#include <doctest/doctest.h>

#include "core/app/languages.h"
#include "core/base/archive_json.h"
#include "core/base/message.h"
#include "core/base/message_json.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

TEST_CASE("a message says its sentence with its arguments") {
  CHECK(say("a sentence") == "a sentence");
  CHECK(say("{} of {}: {}", 3, std::string("(4,8)"), 'x') == "3 of (4,8): x");
  CHECK(say("{} {element|elements}", 1) == "1 element");
  CHECK(say("{} {element|elements} of {} {row|rows}", 0, -1) == "0 elements of -1 rows");
  CHECK(say("{} {row|rows} of {} {element|elements}", 1, "65,536") == "1 row of 65,536 elements");
  CHECK(say("{} {row|rows} of {} {element|elements}", 2, "_1") == "2 rows of _1 element");
  CHECK(say("launch {}: {} {block|blocks} of {} {thread|threads}", 1, "4 x 4 x 1", "1 x 1 x 1") ==
        "launch 1: 4 x 4 x 1 blocks of 1 x 1 x 1 thread");
  CHECK(say("{} {element|elements} of {}: {} {is|are} held", 4, "4:1", 1) == "4 elements of 4:1: 1 is held");
  CHECK(say("Int<4>{{}} and {}", "}") == "Int<4>{} and }");
  CHECK(say("{}{}", std::numeric_limits<std::int64_t>::min(), Message()) == "-9223372036854775808");
  CHECK(Message::verbatim("{} {0} }{") == "{} {0} }{");
  CHECK(Message().empty());
  CHECK(Message() == "");
  CHECK(Message::verbatim("").empty());
  CHECK(Message(term("fixed")) == say("fixed"));
}

// A type without a form that every language shares fits no hole and no text: it would be a character.
enum Unscoped { unscoped };
static_assert(!std::is_convertible_v<bool, MessagePart> && !std::is_convertible_v<double, MessagePart> &&
              !std::is_convertible_v<Unscoped, MessagePart> && !std::is_convertible_v<std::nullptr_t, MessagePart> &&
              !std::is_convertible_v<void*, MessagePart> && !std::is_convertible_v<wchar_t, MessagePart>);
static_assert(!std::is_convertible_v<bool, TextPart> && !std::is_convertible_v<double, TextPart> &&
              !std::is_convertible_v<Unscoped, TextPart> && !std::is_convertible_v<std::nullptr_t, TextPart> &&
              !std::is_convertible_v<void*, TextPart> && !std::is_convertible_v<wchar_t, TextPart>);
static_assert(std::is_convertible_v<char, MessagePart> && std::is_convertible_v<std::size_t, MessagePart> &&
              std::is_convertible_v<std::int8_t, MessagePart> && std::is_convertible_v<char, TextPart> &&
              std::is_convertible_v<std::uint8_t, TextPart>);

TEST_CASE("sentences stand in sentences, and are the same only if all of them are") {
  const Message inner = say("mode {}", 2);
  CHECK(say("{}: {}", inner, say("not {}", inner)) == "mode 2: not mode 2");
  CHECK(say("{}", inner) == say("{}", say("mode {}", 2)));
  CHECK_FALSE(say("{}", inner) == inner);
  CHECK_FALSE(say("mode {}", 2) == say("mode {}", "2"));
  CHECK(comma_list({inner, say("mode {}", 3), say("x")}) == "mode 2, mode 3, x");
  CHECK(semicolon_list({inner}) == "mode 2");
  CHECK(semicolon_list({}).empty());
}

TEST_CASE("a message crosses to another process as JSON, and any JSON is read without harm") {
  const auto back = [](const Message& message) {
    const auto json = JsonValue::parse(message_json(message));
    REQUIRE(json);
    return read_message(*json);
  };
  for (const Message& message :
       {say("a \"sentence\""), say("{} of {}: {}", -3, std::string("(4,8)\n"), 'x'), Message::verbatim("{} }{"),
        say("{}; {}", say("mode {}", std::int64_t{1} << 40), say("left")), say("{} {element|elements}", 1)}) {
    CHECK(back(message) == message);
  }
  CHECK(back(Message()).empty());
  CHECK(message_json(say("mode {}", 2)) == R"({"id":"mode {}","arguments":[2]})");
  // A message that `say` would refuse is not a message: holes by number could make a sentence of any length.
  for (const std::string_view text :
       {R"({"id":"{} {}","arguments":[1]})", R"({"id":"{0}{0}","arguments":["a"]})", R"({"id":"{","arguments":[]})",
        R"({"id":"}","arguments":[]})", R"({"id":"","arguments":[]})", R"({"id":7})", R"({"id":"{"})", "[]", "7",
        "null", R"({"id":"{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}","arguments":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]})"}) {
    CAPTURE(text);
    CHECK(read_message(*JsonValue::parse(text)).empty());
  }
  CHECK(read_message(*JsonValue::parse(R"({"id":"{}","arguments":[{}]})")) == "");
}

TEST_CASE("another language has its own order, plurals and punctuation") {
  const Catalog catalog({{"{} of {}", "{1} 的 {0}"},
                         {"mode {}", "模式 {}"},
                         {"{}, {}", "{}，{}"},
                         {"{} {element|elements}", "{} 个元素"},
                         {"lost", "{9}{0"}});
  CHECK(render(say("{} of {}", say("mode {}", 1), "A"), catalog) == "A 的 模式 1");
  CHECK(render(comma_list({say("mode {}", 1), say("{} {element|elements}", 2)}), catalog) == "模式 1，2 个元素");
  CHECK(render(say("what {} has no translation", say("mode {}", 7)), catalog) == "what 模式 7 has no translation");
  CHECK(render(Message::verbatim("mode {}"), catalog) == "mode {}");
  // A damaged catalog loses texts, and does no other harm.
  CHECK(render(say("lost"), catalog) == "");
  CHECK(english(say("mode {}", 1)) == "mode 1");
}

TEST_CASE("records carry messages in the language that is asked for") {
  CHECK(catalog_of("en")->empty());
  CHECK(catalog_of("fr") == nullptr);
  const Catalog* chinese = catalog_of("zh");
  REQUIRE(chinese != nullptr);
  REQUIRE_FALSE(chinese->empty());
  CHECK(render(say("value {} does not exist", 3), *chinese) == "没有值 3");
  CHECK(render(say("{} takes {} {argument|arguments}, not {}", "size", say("{} or {}", 1, 2), 3), *chinese) ==
        "size 需要 1 或 2 个参数，而不是 3 个");
}

}  // namespace
}  // namespace stridescope
