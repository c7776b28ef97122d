// With libedit: history, completion, Emacs or vi keys as ~/.editrc says.
#include <histedit.h>
#include <sys/select.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cwchar>

#include "core/base/state_folder.h"
#include "core/cli/line_editor.h"

namespace stridescope::cli {
namespace {

constexpr int max_history = 1000;
constexpr std::size_t max_listed = 60;
constexpr std::size_t columns = 80;

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) { interrupted = 1; }

// SIGINT is let through only while a key is waited for: it never falls between a look at the flag and the wait.
sigset_t while_waiting;

// One character of the terminal; 0 at the end, -1 after Ctrl-C.
int read_key(EditLine*, wchar_t* key) {
  std::mbstate_t decoding = {};
  for (;;) {
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    if (pselect(STDIN_FILENO + 1, &input, nullptr, nullptr, nullptr, &while_waiting) < 0) {
      if (errno == EINTR && interrupted == 0) continue;  // another signal
      return -1;
    }
    // With a key and a signal both there, pselect tells of the key.
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &while_waiting, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, nullptr);
    if (interrupted != 0) {
      errno = EINTR;
      return -1;
    }
    char byte = 0;
    const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got <= 0) return static_cast<int>(got);
    const std::size_t length = std::mbrtowc(key, &byte, 1, &decoding);
    if (length == static_cast<std::size_t>(-2)) continue;  // more bytes to come
    if (length == static_cast<std::size_t>(-1)) {
      decoding = {};
      continue;
    }
    return 1;
  }
}

// Empty where there is no folder for it.
std::string history_file() {
  const std::string folder = made_state_folder();
  return folder.empty() ? folder : folder + "/history";
}

}  // namespace

bool at_terminal() { return isatty(STDIN_FILENO) != 0; }

struct LineEditor::State {
  EditLine* editor = nullptr;
  History* history = nullptr;
  std::string file;
  const char* prompt = "";
  Complete complete = nullptr;
  void* context = nullptr;
};

namespace {

// The longest text that all words start with.
std::string common_start(const std::vector<std::string>& words) {
  std::string out = words.front();
  for (const std::string& word : words) {
    const auto end = std::mismatch(out.begin(), out.end(), word.begin(), word.end()).first;
    out.erase(end, out.end());
  }
  return out;
}

void list(const std::vector<std::string>& words) {
  std::size_t width = 1;
  for (const std::string& word : words) width = std::max(width, word.size() + 2);
  const std::size_t per_line = std::max<std::size_t>(1, columns / width);
  std::fputc('\n', stdout);
  for (std::size_t i = 0; i < std::min(words.size(), max_listed); ++i) {
    std::fprintf(stdout, "%-*s%s", static_cast<int>(width), words[i].c_str(), (i + 1) % per_line == 0 ? "\n" : "");
  }
  std::fputs(words.size() > max_listed ? "...\n" : "\n", stdout);
  std::fflush(stdout);
}

}  // namespace

LineEditor::LineEditor(Complete complete, void* context) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.complete = complete;
  state.context = context;
  // ⊘ and ⊗ can be typed in any locale that knows UTF-8.
  if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
  state.editor = el_init("stridescope", stdin, stdout, stderr);
  if (state.editor == nullptr) return;
  el_set(state.editor, EL_CLIENTDATA, &state);
  el_set(
      state.editor, EL_PROMPT, +[](EditLine* editor) {
        State* self = nullptr;
        el_get(editor, EL_CLIENTDATA, &self);
        return const_cast<char*>(self->prompt);
      });
  el_set(state.editor, EL_EDITOR, "emacs");
  el_set(
      state.editor, EL_ADDFN, "stridescope-complete", "Complete the word", +[](EditLine* editor, int) -> unsigned char {
        State* self = nullptr;
        el_get(editor, EL_CLIENTDATA, &self);
        const LineInfo* line = el_line(editor);
        const Offer offer =
            self->complete(self->context, {line->buffer, static_cast<std::size_t>(line->cursor - line->buffer)});
        if (offer.words.empty()) return CC_REFRESH_BEEP;
        const std::string text = common_start(offer.words);
        if (text.size() > offer.replace) {
          // The words are ASCII: bytes are characters.
          el_deletestr(editor, static_cast<int>(offer.replace));
          el_insertstr(editor, text.c_str());
          return CC_REFRESH;
        }
        if (offer.words.size() == 1) return CC_REFRESH;
        list(offer.words);
        return CC_REDISPLAY;
      });
  el_set(state.editor, EL_BIND, "^I", "stridescope-complete", nullptr);
  el_set(state.editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  state.history = history_init();
  if (state.history != nullptr) {
    HistEvent event;
    history(state.history, &event, H_SETSIZE, max_history);
    history(state.history, &event, H_SETUNIQUE, 1);
    state.file = history_file();
    if (!state.file.empty()) history(state.history, &event, H_LOAD, state.file.c_str());
    el_set(state.editor, EL_HIST, history, state.history);
  }
  el_source(state.editor, nullptr);  // ~/.editrc
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupt, &while_waiting);
  sigdelset(&while_waiting, SIGINT);
  el_set(state.editor, EL_GETCFN, read_key);
}

LineEditor::~LineEditor() {
  State& state = *state_;
  if (state.history != nullptr) {
    HistEvent event;
    if (!state.file.empty()) history(state.history, &event, H_SAVE, state.file.c_str());
    history_end(state.history);
  }
  if (state.editor != nullptr) el_end(state.editor);
}

LineRead LineEditor::read(const char* prompt, std::string& line) {
  State& state = *state_;
  line.clear();
  if (state.editor == nullptr) {
    std::fputs(prompt, stdout);
    std::fflush(stdout);
    return read_plain_line(line);
  }
  state.prompt = prompt;
  el_resize(state.editor);
  interrupted = 0;
  int count = 0;
  errno = 0;
  const char* text = el_gets(state.editor, &count);
  if (interrupted != 0) {
    std::fputs("^C\n", stdout);
    el_reset(state.editor);
    return LineRead::interrupted;
  }
  if (text == nullptr || count <= 0) {
    std::fputc('\n', stdout);
    return LineRead::end;
  }
  if (static_cast<std::size_t>(count) > max_line_bytes) return LineRead::too_long;
  line.assign(text, static_cast<std::size_t>(count));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  return LineRead::line;
}

void LineEditor::remember(const std::string& line) {
  if (state_->history == nullptr || line.empty()) return;
  HistEvent event;
  history(state_->history, &event, H_ENTER, line.c_str());
}

}  // namespace stridescope::cli
