// `stridescope-runner serve`: the explorer and the protocol on 127.0.0.1.
//
//   GET /...                       the explorer's static files
//   GET /runner.json               {"runner":"stridescope","version":...,"protocol":1,"socket":"/run"}: no secret;
//                                  by it a page finds out whether it comes from a runner, and with "traces":true
//                                  whether that offers traces, with "programs":true whether programs may be traced
//   GET /traces.json?token=TOKEN   with --traces FOLDER: the traces that lie there (trace_folder.h)
//   GET /traces/NAME?token=TOKEN   one of them. Without the token: 403
//   ws://127.0.0.1:PORT/run?token=TOKEN
//
// Over the socket a text message is a line of the protocol (protocol.h), without the line break, in both directions:
// requests run, trace, cancel and ping; answers event and result, each with the request's id. Ids belong to the
// connection. Requests of all connections are done one after the other; one that must wait gets the event "queue"
// first. Result codes of the server's own: busy (the queue is full), protocol (no request, or quit), runner_died and
// runner_silent (the child that ran the kernel is gone; the next request gets a fresh one), programs_refused (a trace
// was asked for, and the server was not started with --allow-programs), not_traced. A connection that closes cancels
// its requests.
//
// A socket that is refused is opened and closed at once, so that a page can show the reason:
//   4401  the token is missing or wrong
//   4403  a page of that origin may not attach; --allow-origin ORIGIN allows it
//   4429  there are too many connections with the token, more than max_connections
//   1009  the message is longer than max_line_bytes;  1003  it is binary
// A page of the server itself (Origin is http:// and the request's Host) needs only the token; so does a program, which
// sends no Origin. A request whose Host is not a loopback name of this machine is answered 403, so that no foreign name
// can be pointed here. Clients without the token have few places and short deadlines: if all places are taken, a
// new client gets the place of the one that was silent longest, so that clients with the token always get in.
//
// With --page-only it serves the static files and nothing else: no token is made, no kernel runs, no GPU is opened.
// /runner.json, /traces and every WebSocket are answered 404, so that the page is as one from any web server. Stdout
// gets the lines "address", "site" and, last, "open"; without a built page "site     none" is the last line, and the
// status is 1. The window starts it so (desktop/model/page_server.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope::gpu {

inline constexpr int default_port = 8181;
inline constexpr int max_connections = 64;

// Beginnings of lines on stdout: the address of the page follows; the page is missing.
inline constexpr std::string_view open_line = "open     ";
inline constexpr std::string_view no_site_line = "site     none";

struct ServeOptions {
  int port = default_port;           // 0: a free one
  bool page_only = false;            // the static files alone
  std::string site;                  // folder of the explorer; empty: next to the program
  std::string traces;                // folder of traces that are offered; empty: none
  std::vector<std::string> origins;  // besides the server's own, "https://example.org"
  std::vector<std::string> runner;   // the child's command
  // Permission to run programs for clients, to trace them. Their traces go to the folder above, or to a temporary one
  // that is deleted with the server.
  bool allow_programs = false;
  std::vector<std::string> tracer;  // the command of `stridescope`; empty: next to the program
  double watchdog_seconds = 5;
};

// Prints address and token, and serves until SIGINT or SIGTERM. The status of the program.
int serve_http(const ServeOptions& options);

}  // namespace stridescope::gpu
