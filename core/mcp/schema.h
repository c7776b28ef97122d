// JSON Schema of a record, from the description of its members.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/archive.h"
#include "core/base/json.h"

namespace stridescope::mcp {

// Visits an empty record and collects its schema: an object without further members.
class SchemaArchive final : public Archive {
 public:
  // JSON.
  std::string text() const { return "{" + schema_ + "}"; }

 private:
  struct Open {
    std::string properties;
    std::string required;
  };
  struct Member {
    std::string_view name;
    std::string_view about;
    Need need = Need::always;
  };

  static std::string quoted(std::string_view text);

  bool describe(std::string_view, std::string_view) override { return true; }
  bool open_member(std::string_view name, std::string_view about, Need need, bool present) override;
  void close_member() override;
  void open_record() override { open_.emplace_back(); }
  void close_record() override;
  std::size_t open_list(std::size_t) override { return 1; }
  void item(std::size_t) override {}
  void close_list() override { schema_ = R"("type":"array","items":{)" + schema_ + "}"; }
  void open_map(std::vector<std::string>& keys) override { keys = {"key"}; }
  void key(const std::string&, std::size_t) override {}
  void close_map() override { schema_ = R"("type":"object","additionalProperties":{)" + schema_ + "}"; }
  void boolean(bool&) override { schema_ = R"("type":"boolean")"; }
  void integer(std::int64_t& value, std::int64_t least, std::int64_t most) override;
  void number(double&) override { schema_ = R"("type":"number")"; }
  void text(std::string& value) override;
  void message(Message&) override { schema_ = R"("type":"string")"; }
  void view(std::string_view) override { schema_ = R"("type":"string")"; }
  void word(std::size_t& index, std::span<const std::string_view> names) override;
  void span(Span&) override { schema_ = R"("type":"array","items":{"type":"integer"})"; }
  void array(NumberArray&) override { schema_ = R"("type":"array","items":{"type":"number"})"; }
  void raw(RawJson&) override { schema_.clear(); }
  // Adds the default of a member that can be omitted.
  void add_default(const std::string& json);

  std::string schema_;  // schema of the last visited member, without the braces
  std::vector<Open> open_;
  std::vector<Member> members_;
};

template <class T>
std::string schema_of() {
  T record;
  SchemaArchive archive;
  static_cast<Archive&>(archive).visit(record);
  return archive.text();
}

}  // namespace stridescope::mcp
