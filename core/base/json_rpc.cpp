// Reads envelopes and writes answers of JSON-RPC.
#include "core/base/json_rpc.h"

#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope::rpc {
namespace {

const JsonValue& null_id() {
  static const JsonValue null;
  return null;
}

}  // namespace

Reply::Reply(const JsonValue& id) {
  json_.open_object();
  json_.field("jsonrpc", "2.0");
  json_.key("id");
  // Spelled anew: the parser also accepts numbers that JSON does not have.
  if (id.is_string())
    json_.string(id.string());
  else if (id.is_number())
    json_.number(id.integer());
  else
    json_.raw("null");
}

std::string Reply::error(int code, std::string_view message, std::string_view data) {
  json_.key("error");
  json_.open_object();
  json_.field("code", code);
  json_.field("message", message);
  if (!data.empty()) {
    json_.key("data");
    json_.raw(data);
  }
  json_.close_object();
  return finish();
}

JsonWriter& Reply::result() {
  json_.key("result");
  return json_;
}

std::string Reply::finish() {
  json_.close_object();
  return std::move(out_);
}

bool is_id(const JsonValue& id) {
  if (id.is_string()) return true;
  return id.is_whole() && static_cast<double>(id.integer()) == id.number();
}

std::optional<JsonValue> parse_message(std::string_view text, std::string& refusal) {
  if (!is_utf8(text)) {
    refusal = Reply(null_id()).error(parse_error, "the message is not UTF-8");
    return std::nullopt;
  }
  bool too_deep = false;
  auto json = JsonValue::parse_shallow(text, too_deep);
  if (!json) {
    refusal = Reply(null_id()).error(parse_error, "the message is not JSON");
  } else if (too_deep) {
    const JsonValue& id = (*json)["id"];
    refusal = Reply(is_id(id) ? id : null_id())
                  .error(invalid_request, cat("the message nests deeper than ", max_json_depth, " levels"));
    json.reset();
  }
  return json;
}

Envelope envelope(const JsonValue& json) {
  const bool called = json.has("id");
  const JsonValue& id = called && is_id(json["id"]) ? json["id"] : null_id();
  Envelope out{Kind::refused, id, json["method"].string(), json["params"]};
  const auto refuse = [&](int code, std::string_view why) { out.refusal = Reply(id).error(code, why); };
  if (!json.is_object()) {
    refuse(invalid_request, "the message is not an object");
  } else if (json["jsonrpc"].string() != "2.0") {
    refuse(invalid_request, "'jsonrpc' is not \"2.0\"");
  } else if (!json.has("method") && (json.has("result") || json.has("error"))) {
    out.kind = Kind::response;
  } else if (!json["method"].is_string()) {
    refuse(invalid_request, "'method' is missing; expected text");
  } else if (!called) {
    out.kind = Kind::notification;
  } else if (id.is_null()) {
    refuse(invalid_request, "'id' is invalid; expected text or a whole number");
  } else if (!out.params.is_null() && !out.params.is_object()) {
    refuse(invalid_params, "'params' is invalid; expected an object");
  } else {
    out.kind = Kind::request;
  }
  return out;
}

}  // namespace stridescope::rpc
