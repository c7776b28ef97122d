// The HTTP and WebSocket server on the loopback, by Boost.Beast, all on one thread. Who may do what is decided before
// anything is read: host, origin, token, and how many strangers there are.
#include "gpu_runner/serve.h"

#include <sys/random.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "core/base/json.h"
#include "core/base/standard_streams.h"
#include "core/workspace/workspace.h"
#include "gpu_runner/job_queue.h"
#include "gpu_runner/site.h"
#include "gpu_runner/temporary_folder.h"
#include "gpu_runner/trace_folder.h"

namespace stridescope::gpu {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Failure = beast::error_code;

// Limit of unread output for a slow or silent reader, before its connection is closed.
constexpr std::size_t max_unread_bytes = 64 << 20;

// Time limits of a client without the token: to send a request, and to leave when refused.
constexpr auto request_deadline = std::chrono::seconds(5);
constexpr auto refused_deadline = std::chrono::seconds(2);
constexpr std::size_t max_strangers = 64;
constexpr auto accept_pause = std::chrono::milliseconds(50);

std::string make_token() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) return {};
  std::string out;
  for (const unsigned char b : bytes) {
    out.push_back("0123456789abcdef"[b >> 4]);
    out.push_back("0123456789abcdef"[b & 15]);
  }
  return out;
}

// In constant time, so that the time does not show how much of it was right.
bool same_token(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// "localhost:8181" names this machine whatever a name server says.
bool is_loopback(std::string_view host) {
  const std::size_t colon = host.find_last_of(':');
  if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) host = host.substr(0, colon);
  return host == "127.0.0.1" || host == "localhost" || host == "[::1]";
}

// Limit of clients without the token. A new one is let in, and the one that was silent longest is closed, so that they
// cannot keep out clients with the token.
class Strangers {
 public:
  std::uint64_t enter(std::function<void()> close) {
    if (closers_.size() >= max_strangers) drop_oldest();
    closers_.emplace(++number_, std::move(close));
    return number_;
  }
  void leave(std::uint64_t place) { closers_.erase(place); }
  // Closes the one that was silent longest, if there is one.
  void drop_oldest() {
    if (closers_.empty()) return;
    const auto oldest = closers_.begin();
    const auto shut = std::move(oldest->second);
    closers_.erase(oldest);
    shut();
  }
  // Marks the client as the newest, since it has sent something. Returns its new place.
  std::uint64_t stir(std::uint64_t place) {
    auto node = closers_.extract(place);
    if (node.empty()) return place;
    node.key() = ++number_;
    closers_.insert(std::move(node));
    return number_;
  }

 private:
  std::map<std::uint64_t, std::function<void()>> closers_;  // connections, oldest first
  std::uint64_t number_ = 0;
};

struct Server {
  const ServeOptions& options;
  std::string root;    // root of the site; empty: none
  std::string traces;  // folder of those that are offered; empty: none
  std::string token;
  JobQueue* queue;  // null with page_only, which opens no sockets
  int members = 0;  // sockets that have shown the token
  Strangers strangers = {};
  std::uint64_t sockets = 0;
  asio::io_context io{1};  // destroyed first: its handlers use the other members
};

// One WebSocket. All of it runs on the thread of the I/O context.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(beast::tcp_stream stream, Server& server)
      : stream_(std::move(stream)), server_(server), number_(++server.sockets) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    server_.queue->leave(number_);
    if (member_) --server_.members;
    if (place_ != 0) server_.strangers.leave(place_);
  }

  void run(const http::request<http::empty_body>& request, websocket::close_reason refused) {
    refused_ = std::move(refused);
    if (refused_.code == websocket::close_code::none) {
      member_ = true;
      ++server_.members;
      stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    } else {
      place_ = server_.strangers.enter([this] { beast::get_lowest_layer(stream_).close(); });
      stream_.set_option(websocket::stream_base::timeout{refused_deadline, refused_deadline, false});
    }
    stream_.read_message_max(0);  // see read
    stream_.async_accept(request, [self = shared_from_this()](Failure e) { self->accepted(e); });
  }

 private:
  void accepted(Failure e) {
    if (e) return;
    if (refused_.code != websocket::close_code::none) {
      stream_.async_close(refused_, [self = shared_from_this()](Failure) {});
      return;
    }
    stream_.text(true);
    read();
  }

  // In parts, so that what is too long is closed in order, and the peer learns why.
  void read() {
    stream_.async_read_some(buffer_, max_line_bytes + 1 - buffer_.size(),
                            [self = shared_from_this()](Failure e, std::size_t) { self->taken(e); });
  }

  void close(websocket::close_code code, std::string_view reason) {
    stream_.async_close({code, {reason.data(), reason.size()}}, [self = shared_from_this()](Failure) {});
  }

  void taken(Failure e) {
    if (e) {
      server_.queue->leave(number_);
      return;
    }
    if (!stream_.got_text()) return close(websocket::close_code::unknown_data, "text messages only");
    if (buffer_.size() > max_line_bytes) return close(websocket::close_code::too_big, "the message is too long");
    if (!stream_.is_message_done()) return read();
    const std::string message = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    // Answers come from the queue's thread, perhaps when this connection is gone.
    server_.queue->take(number_, message, [weak = weak_from_this(), &io = server_.io](std::string line) {
      asio::post(io, [weak, line = std::move(line)]() mutable {
        if (const auto self = weak.lock()) self->say(std::move(line));
      });
    });
    read();
  }

  void say(std::string line) {
    unread_ += line.size();
    if (unread_ > max_unread_bytes) {
      beast::get_lowest_layer(stream_).cancel();
      return;
    }
    lines_.push_back(std::move(line));
    if (lines_.size() == 1) write();
  }

  void write() {
    stream_.async_write(asio::buffer(lines_.front()), [self = shared_from_this()](Failure e, std::size_t) {
      if (e) return;
      self->unread_ -= self->lines_.front().size();
      self->lines_.pop_front();
      if (!self->lines_.empty()) self->write();
    });
  }

  websocket::stream<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
  Server& server_;
  bool member_ = false;
  std::uint64_t place_ = 0;  // place among the strangers, for one that is refused
  std::uint64_t number_;
  websocket::close_reason refused_;
  std::deque<std::string> lines_;
  std::size_t unread_ = 0;
};

// One HTTP connection.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, Server& server) : stream_(std::move(socket)), server_(server) {
    place_ = server_.strangers.enter([this] { stream_.close(); });
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { server_.strangers.leave(place_); }

  void read() {
    parser_.emplace();
    parser_->header_limit(16 << 10);
    stream_.expires_after(request_deadline);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](Failure e, std::size_t) { self->answer(e); });
  }

 private:
  using Response = http::response<http::string_body>;

  Response made(http::status status, std::string_view type, std::string body) {
    Response out(status, 11);
    out.set(http::field::content_type, {type.data(), type.size()});
    out.set("X-Content-Type-Options", "nosniff");
    // The token can be in the address of the page.
    out.set("Referrer-Policy", "no-referrer");
    out.set("Cross-Origin-Resource-Policy", "same-origin");
    out.set(http::field::cache_control, "no-cache");
    out.body() = std::move(body);
    return out;
  }
  Response plain(http::status status, std::string text) {
    return made(status, "text/plain; charset=utf-8", std::move(text) + "\n");
  }

  Response page(std::string_view target) {
    if (!server_.options.page_only && target.substr(0, target.find('?')) == "/runner.json") {
      return made(http::status::ok, "application/json", about_runner());
    }
    if (!server_.traces.empty() && target.substr(0, 7) == "/traces") return trace(target);
    if (server_.root.empty()) {
      return plain(http::status::not_found,
                   "The explorer is not next to this runner: build it with ./dev build, or name its folder with "
                   "--site DIR.\nThe protocol is at /run all the same.");
    }
    auto file = site_file(server_.root, target);
    if (!file) return plain(http::status::not_found, "not found");
    Response out = made(http::status::ok, file->type, std::move(file->bytes));
    if (file->immutable) out.set(http::field::cache_control, "public, max-age=31536000, immutable");
    return out;
  }

  std::string about_runner() const {
    std::string out;
    JsonWriter json(out);
    json.open_object();
    json.field("runner", "stridescope");
    json.field("version", version);
    json.field("protocol", protocol_version);
    json.field("socket", "/run");
    if (!server_.traces.empty()) json.field("traces", true);
    if (server_.options.allow_programs) json.field("programs", true);
    json.close_object();
    return out + "\n";
  }

  Response trace(std::string_view target) {
    if (!same_token(query_value(target, "token"), server_.token))
      return plain(http::status::forbidden, "the token is missing or wrong");
    if (target.substr(0, target.find('?')) == "/traces.json")
      return made(http::status::ok, "application/json", trace_list(server_.traces));
    auto bytes = trace_bytes(server_.traces, target);
    if (!bytes) return plain(http::status::not_found, "not found");
    return made(http::status::ok, "application/octet-stream", std::move(*bytes));
  }

  websocket::close_reason refusal(const http::request<http::empty_body>& request) {
    const std::string_view host = view(request[http::field::host]);
    const std::string_view origin = view(request[http::field::origin]);
    const auto& origins = server_.options.origins;
    if (!origin.empty() && origin != "http://" + std::string(host) &&
        std::find(origins.begin(), origins.end(), origin) == origins.end()) {
      return {static_cast<websocket::close_code>(4403), "this origin may not attach; --allow-origin ORIGIN allows it"};
    }
    if (!same_token(query_value(view(request.target()), "token"), server_.token)) {
      return {static_cast<websocket::close_code>(4401), "the token is missing or wrong"};
    }
    if (server_.members >= max_connections) {
      return {static_cast<websocket::close_code>(4429), "too many connections"};
    }
    return {};
  }

  void answer(Failure e) {
    if (e == http::error::header_limit) return send(plain(http::status::request_header_fields_too_large, "too long"));
    if (e == http::error::unexpected_body || e == http::error::body_limit) {
      return send(plain(http::status::payload_too_large, "requests have no body"));
    }
    if (e) return;
    place_ = server_.strangers.stir(place_);
    const auto& request = parser_->get();
    keep_alive_ = request.keep_alive();
    if (!is_loopback(view(request[http::field::host]))) {
      return send(plain(http::status::forbidden, "this server answers to 127.0.0.1 and localhost only"));
    }
    if (websocket::is_upgrade(request)) {
      if (server_.options.page_only) return send(plain(http::status::not_found, "this server has the page alone"));
      const std::string_view target = view(request.target());
      if (target.substr(0, target.find('?')) != "/run")
        return send(plain(http::status::not_found, "the socket is /run"));
      stream_.expires_never();
      auto socket = std::make_shared<Socket>(std::move(stream_), server_);
      socket->run(request, refusal(request));
      return;
    }
    const bool head = request.method() == http::verb::head;
    if (!head && request.method() != http::verb::get) {
      Response out = plain(http::status::method_not_allowed, "GET and HEAD only");
      out.set(http::field::allow, "GET, HEAD");
      return send(std::move(out));
    }
    Response out = page(view(request.target()));
    if (head) {
      const std::size_t size = out.body().size();
      out.body().clear();
      out.content_length(size);
      return send(std::move(out), false);
    }
    send(std::move(out));
  }

  void send(Response response, bool prepare = true) {
    response_ = std::move(response);
    response_.keep_alive(keep_alive_);
    if (prepare) response_.prepare_payload();
    stream_.expires_after(std::chrono::seconds(30));
    serializer_.emplace(response_);
    const auto done = [self = shared_from_this()](Failure e, std::size_t) {
      if (e) return;
      if (self->keep_alive_) {
        self->read();
        return;
      }
      Failure ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    };
    if (prepare) {
      http::async_write(stream_, *serializer_, done);
    } else {
      http::async_write_header(stream_, *serializer_, done);
    }
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  Response response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  bool keep_alive_ = false;
  Server& server_;
  std::uint64_t place_ = 0;  // place among the strangers
};

class Listener {
 public:
  explicit Listener(Server& server) : acceptor_(server.io), pause_(server.io), server_(server) {}

  // The port, or 0 with the reason.
  int open(int port, std::string& why) {
    const tcp::endpoint at(asio::ip::address_v4::loopback(), static_cast<unsigned short>(port));
    Failure e;
    acceptor_.open(at.protocol(), e);
    if (!e) acceptor_.set_option(asio::socket_base::reuse_address(true), e);
    if (!e) acceptor_.bind(at, e);
    if (!e) acceptor_.listen(asio::socket_base::max_listen_connections, e);
    if (e) {
      why = e.message();
      return 0;
    }
    return acceptor_.local_endpoint(e).port();
  }

  void accept() {
    acceptor_.async_accept([this](Failure e, tcp::socket socket) {
      if (e == asio::error::operation_aborted) return;
      if (e) return wait();
      std::make_shared<Session>(std::move(socket), server_)->read();
      accept();
    });
  }

 private:
  // Descriptors are short: makes room, and lets connections end before it tries again.
  void wait() {
    server_.strangers.drop_oldest();
    pause_.expires_after(accept_pause);
    pause_.async_wait([this](Failure e) {
      if (!e) accept();
    });
  }

  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  Server& server_;
};

// Serves until it is stopped. Where descriptors are short, a handler throws: that costs its own connection alone.
void run(asio::io_context& io) {
  while (!io.stopped()) {
    try {
      io.run();
    } catch (const std::exception& e) {
      std::fprintf(stderr, "error: %s\n", e.what());
    }
  }
}

}  // namespace

int serve_http(const ServeOptions& options) {
  std::string root = options.site.empty() ? find_site() : site_root(options.site);
  if (root.empty() && !options.site.empty()) {
    std::fprintf(stderr, "error: %s is not a folder with an index.html\n", options.site.c_str());
    return 2;
  }
  std::string traces = options.traces.empty() ? std::string() : trace_folder(options.traces);
  if (traces.empty() && !options.traces.empty()) {
    std::fprintf(stderr, "error: %s is not a readable folder\n", options.traces.c_str());
    return 2;
  }
  std::optional<TemporaryFolder> own;
  if (options.allow_programs && traces.empty()) traces = trace_folder(own.emplace().path);
  if (options.page_only && root.empty()) {
    std::printf("%s: ./dev run builds it, --site DIR names its folder\n", std::string(no_site_line).c_str());
    std::fflush(stdout);
    return 1;
  }
  std::string token;
  std::optional<JobQueue> queue;
  if (!options.page_only) {
    token = make_token();
    if (token.empty()) {
      std::fputs("error: no random numbers for a token\n", stderr);
      return 1;
    }
    ClientOptions runner;
    runner.command = options.runner;
    runner.silence_seconds = options.watchdog_seconds + 30;
    runner.spare = true;
    queue.emplace(std::move(runner), Programs{options.allow_programs, traces, options.tracer});
  }
  Server server{options, std::move(root), std::move(traces), std::move(token), queue ? &*queue : nullptr};
  Listener listener(server);
  std::string why;
  const int port = listener.open(options.port, why);
  if (port == 0) {
    std::fprintf(stderr, "error: cannot listen on 127.0.0.1:%d: %s\n = --port takes another one, 0 a free one\n",
                 options.port, why.c_str());
    return 1;
  }
  listener.accept();
  asio::signal_set signals(server.io, SIGINT, SIGTERM);
  signals.async_wait([&](Failure, int) { server.io.stop(); });
  const std::string address = "http://127.0.0.1:" + std::to_string(port) + "/";
  std::printf("address  %s\n", address.c_str());
  if (!options.page_only) std::printf("token    %s\n", server.token.c_str());
  if (server.root.empty()) {
    std::printf("%s: build it with ./dev build, or name its folder with --site DIR\n",
                std::string(no_site_line).c_str());
  } else {
    std::printf("site     %s\n%s%s%s%s\n", server.root.c_str(), std::string(open_line).c_str(), address.c_str(),
                options.page_only ? "" : "?token=", server.token.c_str());
  }
  if (!server.traces.empty()) std::printf("traces   %s\n", server.traces.c_str());
  if (options.allow_programs) std::printf("programs run for every client with the token\n");
  for (const std::string& origin : options.origins) std::printf("origin   %s\n", origin.c_str());
  if (!output_written()) {
    std::fputs("error: the output could not be written: a client needs the address and the token\n", stderr);
    if (queue) queue->stop();
    return 1;
  }
  run(server.io);
  // The queue's thread posts to the I/O context, so it must end before the context does.
  if (queue) queue->stop();
  return 0;
}

}  // namespace stridescope::gpu
