// The page, opened from the window. A child serves it on the loopback (`stridescope-runner serve --page-only`) from the
// first wish on, and xdg-open shows a place of it in the user's browser. The child ends with the window, also where the
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

// The command that builds the page in a checkout and serves it, and where it does.
inline constexpr std::string_view page_command = "./dev run";
inline constexpr std::string_view page_address = "http://127.0.0.1:8080/";

class PageServer {
 public:
  // The result of the last wish.
  enum class State : std::uint8_t {
    idle,  // no wish yet
    waiting,
    opened,
    no_page,     // a built page is missing next to the runner
    no_server,   // the child does not serve: `why`
    no_browser,  // xdg-open is missing or failed: `why`
  };

  explicit PageServer(const std::function<void()>& wake);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  // For tests: the commands of the server, to which the port is added, and of the browser, to which the link is added.
  void use(std::vector<std::string> server, std::vector<std::string> browser);
  // Opens a place of the page, such as "#reference=coalesce". A newer wish replaces one that waits.
  void open(const std::string& place);
  // Takes the result; true when there is one.
  bool update() { return worker_.drain(); }

  State state = State::idle;
  // Link for the user: of this server, else of `page_command`.
  std::string link;
  Message why;
  // Tried first, 0: any. A browser keeps the progress of the course by address, so the window asks for the port of its
  // last start. If it is in use, another port is taken and stored here.
  int port = 0;

 private:
  struct Served {
    State state = State::no_server;
    std::string address;
    Message why;
  };
  // Both run on the worker, on which the child lives and dies.
  Served serve(int wanted);
  Message show(const std::string& address) const;  // empty when the browser has it

  std::vector<std::string> server_;
  std::vector<std::string> browser_ = {"xdg-open"};
  std::unique_ptr<gpu::Child> child_;
  std::string address_;  // of the child
  std::atomic<bool> ending_ = false;
  Worker worker_;
};

// As scripts read it.
std::string_view name_of(PageServer::State state);

}  // namespace stridescope::desktop
