// Opens the page from the window. A child serves it on the loopback interface (`stridescope-runner serve --page-only`)
// from the first request on, and xdg-open shows it in the user's browser. The child ends with the window, even if the
// window is killed.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "desktop/model/worker.h"
#include "gpu_runner/child.h"

namespace stridescope::desktop {

// The command that builds and serves the page in a checkout.
inline constexpr std::string_view page_command = "./dev run";
inline constexpr std::string_view page_address = "http://127.0.0.1:8080/";

class PageServer {
 public:
  // The result of the last request.
  enum class State : std::uint8_t {
    idle,  // no request yet
    waiting,
    opened,
    no_page,     // the built page is missing next to the runner
    no_server,   // the child does not serve; `why` has the reason
    no_browser,  // xdg-open is missing or failed; `why` has the reason
  };

  explicit PageServer(const std::function<void()>& wake);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  // For tests: the commands of the server, which gets the port, and of the browser, which gets the link.
  void use(std::vector<std::string> server, std::vector<std::string> browser);
  // Opens a place of the page, such as "#reference=coalesce". A newer request replaces a waiting one.
  void open(const std::string& place);
  // Receives the result; true if there is one.
  bool update() { return worker_.drain(); }

  State state = State::idle;
  // A link for the user: of this server, else of `page_command`.
  std::string link;
  Message why;
  // The preferred port; 0: any. A browser stores the progress of the course by address, so the window requests the port
  // of its last start. If it is in use, another port is chosen and stored here.
  int port = 0;

 private:
  struct Served {
    State state = State::no_server;
    std::string address;
    Message why;
  };
  // Both functions run on the worker, which owns the child.
  Served serve(int wanted);
  Message show(const std::string& address) const;  // empty on success

  std::vector<std::string> server_;
  std::vector<std::string> browser_ = {"xdg-open"};
  std::unique_ptr<gpu::Child> child_;
  std::string address_;  // address of the child
  std::atomic<bool> ending_ = false;
  Worker worker_;
};

// The name of a state in scripts.
std::string_view name_of(PageServer::State state);

}  // namespace stridescope::desktop
