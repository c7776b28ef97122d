// Messages of JSON-RPC 2.0, as the servers for agents and for editors exchange them: the envelope of a message, and its
// answer. Nothing is known here of methods.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/base/json_value.h"

namespace stridescope::rpc {

inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;

// Writes the answer to a request: a result or an error, once.
class Reply {
 public:
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  // null for an id that is neither text nor a number.
  explicit Reply(const JsonValue& id);
  // `data`: JSON, or empty.
  std::string error(int code, std::string_view message, std::string_view data = {});
  // One value follows, then finish().
  JsonWriter& result();
  std::string finish();

 private:
  std::string out_;
  JsonWriter json_{out_};
};

// True for text and for whole numbers that JavaScript holds exactly.
bool is_id(const JsonValue& id);

// The text as JSON; or empty, and `refusal` is the answer to it: it is not UTF-8, not JSON, or nests too deeply.
std::optional<JsonValue> parse_message(std::string_view text, std::string& refusal);

enum class Kind : std::uint8_t {
  request,
  notification,
  response,
  // `refusal` is the answer to it.
  refused,
};
// Refers to the JSON that it was made from.
struct Envelope {
  Kind kind = Kind::refused;
  const JsonValue& id;
  const std::string& method;
  // An object or null for a request; unchecked for a notification.
  const JsonValue& params;
  std::string refusal = {};
};
Envelope envelope(const JsonValue& message);

}  // namespace stridescope::rpc
