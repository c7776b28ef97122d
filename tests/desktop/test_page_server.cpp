// The page's server next to the window: one child, on a free port, which ends with its owner.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/base/text.h"
#include "desktop/model/page_server.h"
#include "tests/environment.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;
using State = PageServer::State;
using Command = std::vector<std::string>;

// A folder with a page, and a browser that records its arguments.
struct Desk {
  fs::path folder = fs::temp_directory_path() / cat("stridescope-page-", getpid());
  std::string runner = environment("RUNNER");
  Command server = {runner, "serve", "--page-only", "--site", (folder / "site").string()};
  Command browser = {"sh", "-c", cat("echo \"$0\" >>", (folder / "opened").string())};

  Desk() {
    fs::create_directories(folder / "site");
    std::ofstream(folder / "site" / "index.html") << "<!doctype html><title>page</title>";
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk() { fs::remove_all(folder); }

  std::string opened() const {
    std::ostringstream out;
    out << std::ifstream(folder / "opened").rdbuf();
    return out.str();
  }
};

void open(PageServer& page, const std::string& place) {
  page.open(place);
  CHECK(page.state == State::waiting);
  for (int i = 0; i < 2000 && page.state == State::waiting; ++i) {
    page.update();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

bool listens(int port) {
  const int one = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in at = {};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(port));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool out = connect(one, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
  close(one);
  return out;
}

}  // namespace

TEST_CASE("page server: it starts once, keeps its port, and ends with its owner") {
  const Desk desk;
  int port = 0;
  {
    PageServer page({});
    page.use(desk.server, desk.browser);
    CHECK(page.state == State::idle);
    open(page, "#learn");
    REQUIRE(page.state == State::opened);
    port = page.port;
    CHECK(listens(port));
    CHECK(page.link == cat("http://127.0.0.1:", port, "/#learn"));
    open(page, "#reference=size");
    CHECK(page.port == port);
    CHECK(desk.opened() == cat("http://127.0.0.1:", port, "/#learn\nhttp://127.0.0.1:", port, "/#reference=size\n"));
    // A second window: the port is in use.
    PageServer other({});
    other.use(desk.server, desk.browser);
    other.port = port;
    open(other, "#learn");
    CHECK(other.state == State::opened);
    CHECK(other.port != port);
    CHECK(listens(other.port));
  }
  CHECK_FALSE(listens(port));
  PageServer later({});
  later.use(desk.server, desk.browser);
  later.port = port;
  open(later, "#learn");
  CHECK(later.port == port);
}

TEST_CASE("page server: no browser, no page, no server") {
  const Desk desk;
  PageServer page({});
  page.use(desk.server, {(desk.folder / "none").string()});
  open(page, "#learn");
  CHECK(page.state == State::no_browser);
  CHECK_FALSE(page.why.empty());
  CHECK(listens(page.port));
  CHECK(page.link == cat("http://127.0.0.1:", page.port, "/#learn"));
  page.use(desk.server, {"sh", "-c", "exit 3"});
  open(page, "#learn");
  CHECK(page.state == State::no_browser);
  CHECK(english(page.why).ends_with(" 3"));
  // This copy has no page next to it.
  fs::create_directories(desk.folder / "bin");
  fs::copy_file(desk.runner, desk.folder / "bin" / "runner");
  PageServer alone({});
  alone.use({(desk.folder / "bin" / "runner").string(), "serve", "--page-only"}, desk.browser);
  open(alone, "#learn");
  CHECK(alone.state == State::no_page);
  CHECK(alone.link == cat(page_address, "#learn"));
  PageServer none({});
  none.use({(desk.folder / "none").string()}, desk.browser);
  open(none, "#learn");
  CHECK(none.state == State::no_server);
  CHECK_FALSE(none.why.empty());
  CHECK(desk.opened().empty());
}

}  // namespace stridescope::desktop
