// Both children start on the worker, so no frame waits for the server or the browser.
#include "desktop/model/page_server.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "core/base/text.h"
#include "gpu_runner/client.h"
#include "gpu_runner/serve.h"

namespace stridescope::desktop {
namespace {

constexpr int wishes = 1;                // slot of the worker
constexpr double starting_seconds = 10;  // until the server reports its address
constexpr double opening_seconds = 3;    // if xdg-open runs longer, it has become the browser
constexpr int pause_ms = 20;

int port_of(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  return colon == std::string_view::npos ? 0 : std::atoi(std::string(address.substr(colon + 1)).c_str());
}

// Starts a process in a session of its own, without inherited files: a browser outlives the window.
int spawn_detached(const std::vector<std::string>& command, pid_t& pid) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&files, 0, 1);
  posix_spawn_file_actions_adddup2(&files, 0, 2);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  sigset_t ignored;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  const int failed = posix_spawnp(&pid, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failed;
}

}  // namespace

std::string_view name_of(PageServer::State state) {
  constexpr std::string_view names[] = {"idle", "waiting", "opened", "no_page", "no_server", "no_browser"};
  return names[static_cast<std::size_t>(state)];
}

PageServer::PageServer(const std::function<void()>& wake) : worker_(wake) {}

PageServer::~PageServer() { ending_ = true; }

void PageServer::use(std::vector<std::string> server, std::vector<std::string> browser) {
  server_ = std::move(server);
  browser_ = std::move(browser);
}

void PageServer::open(const std::string& place) {
  state = State::waiting;
  worker_.post(wishes, [this, place, wanted = port]() -> Worker::Done {
    Served served = serve(wanted);
    const bool serves = served.state == State::opened;
    std::string shown = cat(serves ? std::string_view(served.address) : page_address, place);
    if (serves) {
      served.why = show(shown);
      if (!served.why.empty()) served.state = State::no_browser;
    }
    return [this, serves, served, shown = std::move(shown)]() mutable {
      state = served.state;
      why = served.why;
      link = std::move(shown);
      if (serves) port = port_of(served.address);
    };
  });
}

PageServer::Served PageServer::serve(int wanted) {
  using Read = gpu::Child::Read;
  std::string line;
  // The child of an earlier request serves until its output ends.
  if (child_) {
    Read read = Read::line;
    while (read == Read::line) read = child_->read(line, 0);
    if (read == Read::nothing) return {State::opened, address_, {}};
  }
  Served out;
  for (const int tried : {wanted, 0}) {
    std::vector<std::string> command = server_;
    if (command.empty()) command = {gpu::find_runner(), "serve", "--page-only"};
    command.insert(command.end(), {"--port", std::to_string(tried)});
    child_ = std::make_unique<gpu::Child>();
    std::string failed;
    if (!child_->start(command, true, failed)) {
      out.why = Message::verbatim(cat(command[0], ": ", failed));
      break;
    }
    bool missing = false;
    const auto begin = gpu::Clock::now();
    while (!ending_ && gpu::seconds_since(begin) < starting_seconds) {
      const Read read = child_->read(line, pause_ms);
      if (read == Read::nothing) continue;
      if (read != Read::line) break;
      missing = missing || line.starts_with(gpu::no_site_line);
      if (!line.starts_with(gpu::open_line)) continue;
      address_ = line.substr(gpu::open_line.size());
      return {State::opened, address_, {}};
    }
    std::vector<pid_t> leaving;
    out.why = Message::verbatim(child_->end(0.5, leaving));
    out.state = missing ? State::no_page : State::no_server;
    if (missing || tried == 0) break;
  }
  child_.reset();
  return out;
}

Message PageServer::show(const std::string& address) const {
  std::vector<std::string> command = browser_;
  command.push_back(address);
  pid_t pid = 0;
  if (const int failed = spawn_detached(command, pid); failed != 0)
    return Message::verbatim(cat(command[0], ": ", std::strerror(failed)));
  const auto begin = gpu::Clock::now();
  while (!ending_ && gpu::seconds_since(begin) < opening_seconds) {
    int status = 0;
    const pid_t done = waitpid(pid, &status, WNOHANG);
    if (done < 0) return {};
    if (done == pid) {
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
      return say("{} found no browser: it ended with {}", command[0],
                 WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
  }
  // The process has become the browser: waits for it only to remove it from the process table.
  std::thread([pid] { waitpid(pid, nullptr, 0); }).detach();
  return {};
}

}  // namespace stridescope::desktop
