// Debugging of thread-value layouts: who owns an element, what a thread has, whether all is covered, how two layouts
// differ and convert, why an access is not wider, which banks it meets. Each question is a program; the core answers.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

enum What : int { who_owns, what_has, coverage, compare, convert, vectorise, banks };

struct Named {
  std::string key;
  std::string label;
  std::string expression;
};

// Values that a question can be about, with how a program names them.
std::vector<Named> layouts_of(const App& app) {
  std::vector<Named> out;
  for (const Card& card : app.session.cards) {
    if (card.stale || card.data.name.empty() || card.data.key != card.data.name) continue;
    const std::string& kind = card.data.kind;
    if (kind == "layout" || kind == "composed layout" || kind == "tensor") {
      out.push_back({card.data.key, card.data.name, card.data.name});
    } else if (kind == "tiled MMA" || kind == "MMA atom" || kind.find("mma") != std::string::npos ||
               kind.find("MMA") != std::string::npos) {
      for (const char* part : {"A", "B", "C"})
        out.push_back(
            {card.data.key, card.data.name + " " + part, cat("get_layout", part, "_TV(", card.data.name, ")")});
    } else if (kind.find("copy") != std::string::npos && !card.data.is_kernel()) {
      for (const char* part : {"S", "D"})
        out.push_back(
            {card.data.key, card.data.name + " " + part, cat("get_layout", part, "_TV(", card.data.name, ")")});
    }
  }
  return out;
}

void put(App& app, std::string shown, const std::vector<std::pair<std::string, std::string>>& statements) {
  Question& question = app.dock.question;
  std::string program = app.session.text.text() + "\n";
  for (const auto& [title, expression] : statements) append_all(program, expression, "\n");
  if (question.program == program) return;
  question.program = program;
  question.shown = std::move(shown);
  question.asked = true;
  app.session.sketch(60, program, "", [&app, program, statements](const Sketch& sketch) {
    Question& q = app.dock.question;
    if (q.program != program) return;
    q.asked = false;
    q.answers.clear();
    q.picture = sketch.picture;
    const auto& cards = sketch.report.bindings;
    const auto& errors = sketch.report.diagnostics;
    // The question's statements are the last ones; each gives a value or an error in its place.
    std::size_t begin = program.size();
    std::vector<std::size_t> starts;
    for (std::size_t i = statements.size(); i-- > 0;) {
      begin -= statements[i].second.size() + 1;
      starts.insert(starts.begin(), begin);
    }
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const std::size_t end = starts[i] + statements[i].second.size() + 1;
      std::string answer;
      for (const door::Binding& card : cards) {
        if (card.span.begin >= starts[i] && card.span.end <= end) answer = told_text(card);
      }
      for (const door::Problem& d : errors) {
        if (d.span.begin >= starts[i] && d.span.begin < end && answer.empty())
          answer = std::string(tr(d.message)) + (d.hint.empty() ? "" : "\n" + std::string(tr(d.hint)));
      }
      q.answers.emplace_back(statements[i].first, answer);
    }
  });
}

void draw_answers(App& app) {
  const Theme& t = theme();
  const Question& question = app.dock.question;
  for (const auto& [title, answer] : question.answers) {
    if (!title.empty()) muted(tr(title));
    ImGui::PushFont(fonts().code);
    // What is seen of the pane, which scrolls both ways.
    ImGui::PushTextWrapPos(ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - px(6));
    plain(answer, t.text);
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    note_item("answer:" + title);
  }
  if (question.asked) muted("\xE2\x80\xA6");
}

bool number(const char* name, int& value, float width = 70) {
  ImGui::SetNextItemWidth(px(width));
  const bool changed = ImGui::InputInt((std::string("##") + name).c_str(), &value, 0, 0);
  note_item(name);
  value = std::max(0, value);
  return changed;
}

int pick(const char* name, const char* label, const std::vector<Named>& all, int& chosen) {
  std::vector<std::string> labels;
  labels.reserve(all.size());
  for (const Named& one : all) labels.push_back(one.label);
  choice(name, label, labels, chosen, px(120));
  return std::clamp(chosen, 0, static_cast<int>(all.size()) - 1);
}

// What compare(A, B) of the question draws, or tv_coverage.
void draw_compared(App& app) {
  const Question& question = app.dock.question;
  if (!question.picture || !question.picture->refused.empty()) {
    if (question.picture) wrapped(tr(question.picture->refused), theme().muted);
    return;
  }
  wrapped(tr(question.picture->scene.note), theme().text);
  note_item("differ");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  draw_scene_legend(question.picture->scene, room.x);
  PictureFrame frame;
  frame.width = room.x;
  frame.height = std::max(px(80), ImGui::GetContentRegionAvail().y - px(4));
  frame.fill = true;
  draw_picture("compared", app.pictures["compared"], question.picture, frame, {});
  note_item("compared");
}

}  // namespace

void draw_threads(App& app) {
  DockState& dock = app.dock;
  const std::vector<Named> all = layouts_of(app);
  if (all.empty()) {
    wrapped(tr("Name a thread-value layout, an MMA or a copy in the program: questions are asked of it here."),
            theme().muted);
    if (button("threads/example", "Add one")) {
      app.session.append(app.session.fresh_name("TV") + " = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
    }
    return;
  }
  const float height = ImGui::GetContentRegionAvail().y;
  ImGui::BeginChild("threads/what", {px(290), height});
  static const char* const titles[] = {"Who owns (m,n)?", "What has thread t?",     "Is everything covered?",
                                       "Compare two",     "Convert one to another", "Why not wider?",
                                       "Bank conflicts"};
  static const char* const ids[] = {"who", "what", "coverage", "compare", "convert", "vectorise", "banks"};
  Flow flow(px(280), 2);
  for (int i = 0; i < 7; ++i) {
    flow.next(text_width(tr(titles[i])) + px(14));
    if (segment(std::string("ask/") + ids[i], titles[i], dock.what == i)) dock.what = i;
  }
  ImGui::Spacing();
  const bool two = dock.what == compare || dock.what == convert || dock.what == vectorise || dock.what == banks;
  const Named& a = all[static_cast<std::size_t>(pick("tv", two ? "A" : "of", all, dock.tv))];
  // A value beside itself is nothing to compare: it is another one until the reader says which.
  if ((dock.what == compare || dock.what == convert) && dock.tv_b == dock.tv)
    dock.tv_b = (dock.tv + 1) % static_cast<int>(all.size());
  const Named& b = all[static_cast<std::size_t>(two ? pick("tv_b", "B", all, dock.tv_b) : 0)];
  const bool tiled = dock.what == who_owns || dock.what == what_has || dock.what == coverage;
  if (tiled) {
    ImGui::AlignTextToFramePadding();
    muted(tr("tile (0: none)"));
    ImGui::SameLine(0, px(6));
    number("tile/m", dock.tile[0], 56);
    ImGui::SameLine(0, px(4));
    number("tile/n", dock.tile[1], 56);
  }
  const bool tile = dock.tile[0] > 0 && dock.tile[1] > 0;
  const std::string tile_text = cat("(_", dock.tile[0], ",_", dock.tile[1], ")");
  switch (dock.what) {
    case who_owns: {
      ImGui::AlignTextToFramePadding();
      muted(tile ? "(m,n)" : tr("element"));
      ImGui::SameLine(0, px(6));
      number("m", dock.row);
      if (tile) {
        ImGui::SameLine(0, px(4));
        number("n", dock.col);
      }
      const std::string element = tile ? cat("(", dock.row, ",", dock.col, "), ", tile_text) : cat(dock.row);
      put(app, "", {{"(thread, value) pairs that hold it", cat("tv_owners(", a.expression, ", ", element, ")")}});
      break;
    }
    case what_has: {
      ImGui::AlignTextToFramePadding();
      muted(tr("thread"));
      ImGui::SameLine(0, px(6));
      number("thread", dock.thread);
      ImGui::SameLine(0, px(10));
      muted(tr("value"));
      ImGui::SameLine(0, px(6));
      number("value", dock.value);
      const std::string more = tile ? ", " + tile_text : "";
      put(app, "",
          {{"the thread's elements, value by value",
            cat("print_tensor(tv_thread(", a.expression, ", ", dock.thread, more, "))")},
           {"the value's elements, thread by thread", cat("tv_value(", a.expression, ", ", dock.value, more, ")")}});
      break;
    }
    case coverage:
      put(app, "", {{"", cat("tv_coverage(", a.expression, tile ? ", " + tile_text : "", ")")}});
      break;
    case compare:
      put(app, "",
          {{"as thread-value layouts", cat("tv_compare(", a.expression, ", ", b.expression, ")")},
           {"as functions", cat("first_difference(", a.expression, ", ", b.expression, ")")},
           {"from A to B", cat("tv_convert(", a.expression, ", ", b.expression, ")")},
           {"", cat("compare(", a.expression, ", ", b.expression, ")")}});
      break;
    case convert:
      put(app, "", {{"", cat("tv_convert(", a.expression, ", ", b.expression, ")")}});
      break;
    case vectorise: {
      static const std::vector<std::string> widths = {"4", "8", "16", "32", "64"};
      choice("bits", "bits of an element", widths, dock.bits);
      put(app, "",
          {{"copying A to B", cat("vectorization<", widths[static_cast<std::size_t>(dock.bits)], ">(", a.expression,
                                  ", ", b.expression, ")")}});
      break;
    }
    default: {
      static const std::vector<std::string> widths = {"4", "8", "16", "32", "64"};
      choice("bits", "bits of an element", widths, dock.bits);
      muted(tr("A: tile in shared memory, B: (thread, value) \xE2\x86\x92 element"));
      const std::string call = cat("bank_conflicts<", widths[static_cast<std::size_t>(dock.bits)], ">(", a.expression,
                                   ", ", b.expression, ")");
      put(app, "", {{"", call}});
      if (button("banks/add", "Add to the program and play it", ButtonKind::primary)) {
        const std::string name = app.session.fresh_name("banks");
        app.session.append(name + " = " + call);
        app.session.choose(name, "kind=lanes");
        app.scroll_to = name;
      }
    }
  }
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pictures = dock.what == compare || dock.what == coverage;
  ImGui::BeginChild("threads/answer", {pictures ? width * 0.4F : width, height}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  draw_answers(app);
  ImGui::EndChild();
  if (!pictures) return;
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("threads/pictures", {0, height});
  draw_compared(app);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
