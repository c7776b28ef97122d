// The Language Server Protocol (3.17) over a stream: documents of the editor, and answers about their layouts. Nothing
// is read from files or sent anywhere.
//
// Input is taken as a whole before work is done, so that a request can be canceled while others wait. Documents are
// evaluated when no message waits, once a version; a request that comes first waits for that.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/json_value.h"
#include "core/lsp/answers.h"
#include "core/lsp/document.h"
#include "core/lsp/frames.h"
#include "core/lsp/reading.h"

namespace stridescope::lsp {

inline constexpr std::size_t max_documents = 512;
// Versions whose values are kept, of the documents that were asked about last.
inline constexpr std::size_t max_readings = 8;
// The number of waiting messages from which on no more input is read. Each cancellation looks at all of them.
inline constexpr std::size_t max_waiting = 1000;
// Bytes of changes of one message, each counted with the document that it changes.
inline constexpr std::uint64_t max_change_work = std::uint64_t{1} << 33;

class Server {
 public:
  // The reader of the files that a document includes, by its address and those of the editor's folders.
  using IncludesOf = std::function<IncludeReader(const std::string& uri, const std::vector<std::string>& folders)>;

  // `words`: the language of messages, unless the editor asks for another known one. Without `includes` no file is
  // read.
  explicit Server(const Catalog& words, IncludesOf includes = {}) : catalog_(&words), includes_(std::move(includes)) {}

  void take(std::string_view bytes);
  // False while many messages wait: work is to be done first.
  bool takes() const { return waiting_bytes_ < max_message_bytes && waiting_.size() < max_waiting; }
  // Handles the next message or works on a document, and appends what is to be sent. False if nothing is to be done.
  bool work(std::string& out);
  // True after `exit`. status: 0, or 1 if no shutdown preceded it.
  bool ended() const { return ended_; }
  int status() const { return shut_down_ ? 0 : 1; }

 private:
  struct Open {
    Document document;
    Language language = Language::source;
    std::int64_t version = 0;
    // Out of step with the editor, or too long: without answers until it is opened or replaced as a whole.
    bool lost = false;
    // The published diagnostics belong to an earlier version.
    bool stale = true;
    std::uint64_t used = 0;
    std::unique_ptr<Reading> reading;
  };
  struct Waiting {
    JsonValue json;
    std::string refusal;
    std::size_t bytes = 0;
    bool canceled = false;
  };

  void handle(const JsonValue& json, std::string& out);
  std::string answer(const JsonValue& id, std::string_view method, const JsonValue& params);
  std::string initialize(const JsonValue& id, const JsonValue& params);
  std::string answer_document(const JsonValue& id, std::string_view method, const JsonValue& params);
  void notice(std::string_view method, const JsonValue& params, std::string& out);
  void open(const JsonValue& params, std::string& out);
  void change(const JsonValue& params, std::string& out);
  // The fault of a change; empty after it was made.
  std::string apply(Open& one, const JsonValue& change, std::uint64_t& work);
  void close(const JsonValue& params, std::string& out);
  void publish(const std::string& uri, Open& one, std::string& out);
  Reading& reading_of(const std::string& uri, Open& one);
  void send(std::string& out, std::string_view message) const;
  // A message of the editor's log: the answer to a notification that is wrong.
  void log(std::string& out, std::string_view text) const;

  const Catalog* catalog_;
  IncludesOf includes_;
  std::vector<std::string> folders_;  // folders of the editor
  Frames frames_;
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::map<std::string, Open, std::less<>> documents_;
  std::uint64_t uses_ = 0;
  Options options_;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool ended_ = false;
};

}  // namespace stridescope::lsp
