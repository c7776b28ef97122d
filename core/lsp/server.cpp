// The life of a server: reads messages, keeps documents in step with the editor, and asks for answers.
#include "core/lsp/server.h"

#include <algorithm>
#include <optional>

#include "core/app/languages.h"
#include "core/base/json_rpc.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope::lsp {
namespace {

// The protocol's own codes.
constexpr int not_initialized = -32002;
constexpr int request_canceled = -32800;

// A method of this server: the picture at a position.
constexpr std::string_view picture_method = "stridescope/picture";

// Capabilities of the server.
constexpr std::string_view capabilities = R"({"positionEncoding":"utf-16",)"
                                          R"("textDocumentSync":{"openClose":true,"change":2},)"
                                          R"("hoverProvider":true,"inlayHintProvider":true,)"
                                          R"("completionProvider":{"triggerCharacters":[]},)"
                                          R"("signatureHelpProvider":{"triggerCharacters":["(",",","<"]},)"
                                          R"("codeActionProvider":{"codeActionKinds":["quickfix"]}})";

// A name of the client in a message, cut.
std::string_view shown(std::string_view text) {
  return text.substr(0, character_begin(text, std::min<std::size_t>(text.size(), 200)));
}

std::optional<std::uint32_t> number_in(const JsonValue& json) {
  constexpr std::int64_t most = 0x7fffffff;
  if (!json.is_whole() || json.integer() < 0 || json.integer() > most) return std::nullopt;
  return static_cast<std::uint32_t>(json.integer());
}

// A position of the protocol; or what is wrong with it.
std::optional<Position> position_in(const JsonValue& json, std::string_view name, std::string& why) {
  const auto line = number_in(json["line"]);
  const auto character = number_in(json["character"]);
  if (line && character) return Position{*line, *character};
  why = cat("'", name, ".", line ? "character" : "line", "' is ", json.is_null() ? "missing" : "invalid",
            "; expected a whole number from 0 to 2147483647");
  return std::nullopt;
}

std::optional<Span> range_in(const JsonValue& json, const Document& document, std::string& why) {
  const auto begin = position_in(json["start"], "range.start", why);
  if (!begin) return std::nullopt;
  const auto end = position_in(json["end"], "range.end", why);
  if (!end) return std::nullopt;
  const Span out = {document.byte(*begin), document.byte(*end)};
  if (out.begin <= out.end) return out;
  why = cat("'range' ends at ", end->line, ":", end->character, " before it starts at ", begin->line, ":",
            begin->character);
  return std::nullopt;
}

bool lists(const JsonValue& json, std::string_view word) {
  return std::any_of(json.items().begin(), json.items().end(),
                     [&](const JsonValue& one) { return one.string() == word; });
}

// A message without an answer; `members` writes those of its parameters.
template <class Members>
std::string notification(std::string_view method, Members members) {
  std::string out;
  JsonWriter to(out);
  to.open_object();
  to.field("jsonrpc", "2.0");
  to.field("method", method);
  to.key("params");
  to.open_object();
  members(to);
  to.close_object();
  to.close_object();
  return out;
}

}  // namespace

void Server::send(std::string& out, std::string_view message) const { out += framed(message); }

void Server::log(std::string& out, std::string_view text) const {
  send(out, notification("window/logMessage", [&](JsonWriter& to) {
         to.field("type", 1);
         to.field("message", text);
       }));
}

void Server::take(std::string_view bytes) {
  frames_.take(bytes);
  while (auto frame = frames_.next()) {
    Waiting one;
    one.bytes = frame->text.size() + 64;
    if (!frame->fault.empty()) {
      one.refusal = rpc::Reply(JsonValue()).error(rpc::parse_error, frame->fault);
    } else if (auto json = rpc::parse_message(frame->text, one.refusal)) {
      one.json = std::move(*json);
      if (one.json["method"].string() == "$/cancelRequest") {
        const JsonValue& id = one.json["params"]["id"];
        for (Waiting& other : waiting_) {
          const JsonValue& its = other.json["id"];
          const bool same = id.is_string() ? its.is_string() && its.string() == id.string()
                                           : rpc::is_id(id) && its.is_number() && its.integer() == id.integer();
          if (same && other.json.has("method")) other.canceled = true;
        }
        continue;
      }
    }
    waiting_bytes_ += one.bytes;
    waiting_.push_back(std::move(one));
  }
}

bool Server::work(std::string& out) {
  if (ended_) return false;
  if (!waiting_.empty()) {
    const Waiting one = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= one.bytes;
    if (!one.refusal.empty()) {
      send(out, one.refusal);
    } else if (one.canceled) {
      send(out, rpc::Reply(one.json["id"]).error(request_canceled, "the request was canceled"));
    } else {
      handle(one.json, out);
    }
    return true;
  }
  if (shut_down_) return false;
  const auto stale = std::find_if(documents_.begin(), documents_.end(),
                                  [](const auto& one) { return one.second.stale && !one.second.lost; });
  if (stale == documents_.end()) return false;
  // In two steps, so that a hover does not wait for the lint.
  if (!stale->second.reading)
    reading_of(stale->first, stale->second).declared();
  else
    publish(stale->first, stale->second, out);
  return true;
}

void Server::handle(const JsonValue& json, std::string& out) {
  rpc::Envelope message = rpc::envelope(json);
  switch (message.kind) {
    case rpc::Kind::refused:
      return send(out, message.refusal);
    case rpc::Kind::request:
      return send(out, answer(message.id, message.method, message.params));
    case rpc::Kind::notification:
      return notice(message.method, message.params, out);
    case rpc::Kind::response:
      return;
  }
}

std::string Server::answer(const JsonValue& id, std::string_view method, const JsonValue& params) {
  rpc::Reply reply(id);
  if (method == "initialize") return initialize(id, params);
  if (!initialized_) return reply.error(not_initialized, "the server waits for 'initialize'");
  if (shut_down_) return reply.error(rpc::invalid_request, "the server was shut down; expected 'exit'");
  if (method == "shutdown") {
    shut_down_ = true;
    reply.result().raw("null");
    return reply.finish();
  }
  if (method.starts_with("textDocument/") || method == picture_method) return answer_document(id, method, params);
  return reply.error(rpc::method_not_found, cat("unknown method '", shown(method), "'"));
}

std::string Server::initialize(const JsonValue& id, const JsonValue& params) {
  rpc::Reply reply(id);
  if (initialized_) return reply.error(rpc::invalid_request, "'initialize' came twice; expected it once");
  const JsonValue& wishes = params["initializationOptions"];
  const JsonValue& ints = wishes["ints"];
  const auto* mode = std::find(std::begin(integer_mode_names), std::end(integer_mode_names), ints.string());
  if (!ints.is_null() && mode == std::end(integer_mode_names)) {
    return reply.error(rpc::invalid_params,
                       cat("'initializationOptions.ints' is '", shown(ints.string()), "'; expected teaching or cute"));
  }
  if (!ints.is_null()) options_.mode = static_cast<IntegerMode>(mode - std::begin(integer_mode_names));
  options_.page = wishes["page"].string();
  constexpr std::size_t most_folders = 16;
  for (const JsonValue& folder : params["workspaceFolders"].items()) {
    if (folders_.size() < most_folders) folders_.push_back(folder["uri"].string());
  }
  if (folders_.empty() && !params["rootUri"].string().empty()) folders_.push_back(params["rootUri"].string());
  const JsonValue& client = params["capabilities"];
  const JsonValue& formats = client["textDocument"]["hover"]["contentFormat"];
  options_.markdown = lists(formats, "markdown");
  options_.versioned_edits = client["workspace"]["workspaceEdit"]["documentChanges"].boolean();
  options_.related_places = client["textDocument"]["publishDiagnostics"]["relatedInformation"].boolean();
  options_.literal_actions = client["textDocument"]["codeAction"].has("codeActionLiteralSupport");
  // zh-CN is zh.
  const std::string& locale = params["locale"].string();
  if (const Catalog* words = catalog_of(locale.substr(0, locale.find_first_of("-_")))) catalog_ = words;
  initialized_ = true;
  JsonWriter& to = reply.result();
  to.open_object();
  to.key("capabilities");
  to.raw(capabilities);
  to.key("serverInfo");
  to.open_object();
  to.field("name", "stridescope");
  to.field("version", version);
  to.close_object();
  to.close_object();
  return reply.finish();
}

Reading& Server::reading_of(const std::string& uri, Open& one) {
  one.used = ++uses_;
  if (one.reading) return *one.reading;
  std::size_t kept = 0;
  Open* oldest = nullptr;
  for (auto& [address, other] : documents_) {
    if (!other.reading) continue;
    ++kept;
    if (oldest == nullptr || other.used < oldest->used) oldest = &other;
  }
  if (kept >= max_readings) oldest->reading.reset();
  one.reading = std::make_unique<Reading>(one.document.text(), one.language, options_.mode,
                                          includes_ ? includes_(uri, folders_) : IncludeReader());
  return *one.reading;
}

std::string Server::answer_document(const JsonValue& id, std::string_view method, const JsonValue& params) {
  struct Method {
    std::string_view name;
    void (*at)(JsonWriter&, const Asked&, Position);
    void (*in)(JsonWriter&, const Asked&, Span);
  };
  static constexpr Method methods[] = {
      {"textDocument/hover", write_hover, nullptr},           {picture_method, write_picture, nullptr},
      {"textDocument/completion", write_completion, nullptr}, {"textDocument/signatureHelp", write_signatures, nullptr},
      {"textDocument/inlayHint", nullptr, write_hints},       {"textDocument/codeAction", nullptr, write_actions},
  };
  rpc::Reply reply(id);
  const auto* known =
      std::find_if(std::begin(methods), std::end(methods), [&](const Method& one) { return one.name == method; });
  if (known == std::end(methods))
    return reply.error(rpc::method_not_found, cat("unknown method '", shown(method), "'"));
  const JsonValue& uri = params["textDocument"]["uri"];
  if (!uri.is_string()) return reply.error(rpc::invalid_params, "'textDocument.uri' is missing; expected text");
  const auto found = documents_.find(uri.string());
  if (found == documents_.end()) {
    return reply.error(rpc::invalid_params,
                       cat("document '", shown(uri.string()), "' is not open; expected 'textDocument/didOpen' before"));
  }
  Open& one = found->second;
  std::string why;
  std::optional<Position> at;
  std::optional<Span> in;
  if (known->at != nullptr)
    at = position_in(params["position"], "position", why);
  else
    in = range_in(params["range"], one.document, why);
  if (!at && !in) return reply.error(rpc::invalid_params, why);
  JsonWriter& to = reply.result();
  if (one.lost) {
    to.raw("null");
    return reply.finish();
  }
  const Asked asked{options_, *catalog_, found->first, one.version, one.document, reading_of(found->first, one)};
  if (at)
    known->at(to, asked, *at);
  else
    known->in(to, asked, *in);
  return reply.finish();
}

void Server::notice(std::string_view method, const JsonValue& params, std::string& out) {
  if (method == "exit") {
    ended_ = true;
  } else if (!initialized_ || shut_down_) {
    return;
  } else if (method == "textDocument/didOpen") {
    open(params, out);
  } else if (method == "textDocument/didChange") {
    change(params, out);
  } else if (method == "textDocument/didClose") {
    close(params, out);
  }
}

void Server::open(const JsonValue& params, std::string& out) {
  const JsonValue& given = params["textDocument"];
  const std::string& uri = given["uri"].string();
  const JsonValue& text = given["text"];
  if (uri.empty() || !text.is_string())
    return log(out, cat("didOpen: 'textDocument.", uri.empty() ? "uri" : "text", "' is missing; expected text"));
  if (documents_.size() >= max_documents && documents_.find(uri) == documents_.end())
    return log(out, cat("didOpen: ", max_documents, " documents are open; expected fewer"));
  Open& one = documents_[uri];
  one = Open();
  one.version = given["version"].integer();
  one.language = language_of_document(uri, given["languageId"].string());
  one.lost = text.string().size() > max_document_bytes;
  if (one.lost) {
    return log(out, cat("didOpen: '", shown(uri), "' has ", text.string().size(), " bytes; expected at most ",
                        max_document_bytes));
  }
  one.document.reset(text.string());
}

std::string Server::apply(Open& one, const JsonValue& change, std::uint64_t& work) {
  const JsonValue& text = change["text"];
  if (!text.is_string()) return "'text' is missing; expected text";
  const std::string& old = one.document.text();
  if (!change.has("range")) {
    if (text.string().size() > max_document_bytes)
      return cat("the document has ", text.string().size(), " bytes; expected at most ", max_document_bytes);
    one.lost = false;
    one.document.reset(text.string());
    return {};
  }
  if (one.lost) return "the document is not known; expected its whole text";
  std::string why;
  const auto range = range_in(change["range"], one.document, why);
  if (!range) return why;
  const std::size_t size = old.size() - (range->end - range->begin) + text.string().size();
  if (size > max_document_bytes) return cat("the document has ", size, " bytes; expected at most ", max_document_bytes);
  work += old.size() + text.string().size() + 64;
  if (work > max_change_work) return "the changes are too many; expected the whole text";
  one.document.replace(*range, text.string());
  return {};
}

void Server::change(const JsonValue& params, std::string& out) {
  const JsonValue& given = params["textDocument"];
  const auto found = documents_.find(given["uri"].string());
  if (found == documents_.end())
    return log(out, cat("didChange: document '", shown(given["uri"].string()), "' is not open"));
  Open& one = found->second;
  // The values of the earlier version are void, whether or not the change is right.
  one.reading.reset();
  one.stale = true;
  one.version = given["version"].integer();
  std::uint64_t work = 0;
  for (const JsonValue& change : params["contentChanges"].items()) {
    const std::string why = apply(one, change, work);
    if (why.empty()) continue;
    one.lost = true;
    one.document.reset({});
    return log(out, cat("didChange: '", shown(found->first), "': ", why));
  }
}

void Server::close(const JsonValue& params, std::string& out) {
  const auto found = documents_.find(params["textDocument"]["uri"].string());
  if (found == documents_.end())
    return log(out, cat("didClose: document '", shown(params["textDocument"]["uri"].string()), "' is not open"));
  send(out, notification("textDocument/publishDiagnostics", [&](JsonWriter& to) {
         to.field("uri", found->first);
         to.key("diagnostics");
         to.raw("[]");
       }));
  documents_.erase(found);
}

void Server::publish(const std::string& uri, Open& one, std::string& out) {
  one.stale = false;
  send(out, notification("textDocument/publishDiagnostics", [&](JsonWriter& to) {
         to.field("uri", uri);
         to.field("version", one.version);
         to.key("diagnostics");
         write_diagnostics(to, {options_, *catalog_, uri, one.version, one.document, reading_of(uri, one)});
       }));
}

}  // namespace stridescope::lsp
