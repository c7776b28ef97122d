// The program: highlighted, with the result at the end of each line, errors below their lines, and completion.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/app/highlight.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/records/shown.h"
#include "desktop/model/find.h"
#include "desktop/panels/app.h"
#include "desktop/panels/context_menu.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/editor.h"
#include "desktop/view/fonts.h"
#include "desktop/view/lines.h"
#include "desktop/view/theme.h"
#include "desktop/view/token_color.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float least_result = 170;  // width of a result that does not fit at the end of its line

struct Line {
  float y = 0;
  float rows = 0;    // height of its rows
  float errors = 0;  // height of the texts below the line
};

struct View {
  App& app;
  TextBuffer& text;
  EditorState& state;
  ImFont* font;
  float size;
  float line_height;
  float gutter;
  ImVec2 origin;  // screen position of line 0, without the gutter
  float left;     // left edge of the text
  float width;    // width of the text
  std::vector<Line> lines;
  std::vector<std::vector<const door::Problem*>> errors;  // by line
  float total = 0;

  const SoftWrap& wrap() const { return state.wrap; }

  // Screen position of a character: its upper left corner.
  ImVec2 at(std::size_t position) const {
    const std::size_t row = wrap().row_of(text, position);
    return {origin.x + wrap().x_of(text, row, position), row_y(row)};
  }
  float row_y(std::size_t row) const {
    const std::size_t line = wrap().rows()[row].line;
    return origin.y + lines[line].y + flt(row - wrap().first_of(line)) * line_height;
  }

  // Row below the pointer; texts under a line belong to its last row.
  std::size_t row_at(float screen_y) const {
    const float y = screen_y - origin.y;
    const auto after = std::upper_bound(lines.begin(), lines.end(), y, [](float v, const Line& l) { return v < l.y; });
    const std::size_t line = after == lines.begin() ? 0 : static_cast<std::size_t>(after - lines.begin()) - 1;
    const std::size_t last = wrap().end_of(line) - wrap().first_of(line) - 1;
    const float down = std::max(0.0F, (y - lines[line].y) / line_height);
    return wrap().first_of(line) + (down < flt(last) ? static_cast<std::size_t>(down) : last);
  }
  std::size_t hit(ImVec2 mouse) const { return wrap().at(text, row_at(mouse.y), mouse.x - origin.x); }

  // Draws the parts of a range, one per row: the left and right edge on the screen, and the upper edge of the row.
  template <class Draw>
  void each_part(std::size_t line, std::size_t from, std::size_t to, const Draw& draw) const {
    for (std::size_t row = wrap().row_of(text, from); row < wrap().end_of(line); ++row) {
      const TextBuffer::Range here = wrap().rows()[row].text;
      const bool last = row + 1 == wrap().end_of(line);
      if (here.begin > to) break;
      const std::size_t begin = std::max(from, here.begin);
      const std::size_t end = std::min(to, here.end);
      if (begin > end || (begin == end && (from != to || (begin == here.end && !last)))) continue;
      draw(origin.x + wrap().x_of(text, row, begin), origin.x + wrap().x_of(text, row, end), row_y(row));
    }
  }
};

std::string dense(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

// An error that follows from another one takes one line, its message with the hint.
bool in_one_line(const door::Problem& d) { return app::is_consequent(d) && !d.hint.empty(); }
Message message_of(const door::Problem& d) { return in_one_line(d) ? say("{}: {}", d.message, d.hint) : d.message; }
bool has_hint(const door::Problem& d) { return !d.hint.empty() && !in_one_line(d) && !app::is_hint_in_fix(d); }

float error_height(const door::Problem& d, float width) {
  const float wrap = width - px(22);
  const auto high = [&](const Message& text) {
    return ImGui::CalcTextSize(in_lines(tr(text), wrap).c_str(), nullptr, false, wrap).y;
  };
  float height = high(message_of(d)) + px(12);
  if (has_hint(d)) height += high(d.hint) + px(2);
  height += static_cast<float>(d.fixes().size()) * (ImGui::GetFontSize() + px(4));
  return height;
}

void lay_out(View& view) {
  const TextBuffer& text = view.text;
  const auto& snapshot = view.app.session.snapshot;
  view.errors.assign(text.line_count(), {});
  if (snapshot) {
    const TextMap map(snapshot->program);
    std::size_t shown = 0;
    std::uint32_t number = 0;
    for (const door::Problem& d : snapshot->diagnostics) {
      const auto& typed = view.state.call;
      const std::uint32_t at = number++;
      if (typed && std::find(typed->held.begin(), typed->held.end(), at) != typed->held.end()) continue;
      if (++shown > 60) break;
      const std::size_t end = d.span.end > d.span.begin ? d.span.end - 1 : d.span.end;
      const std::size_t line = map.place(static_cast<std::uint32_t>(end)).line - 1;
      view.errors[std::min(line, text.line_count() - 1)].push_back(&d);
    }
  }
  view.lines.resize(text.line_count());
  float y = 0;
  for (std::size_t i = 0; i < view.lines.size(); ++i) {
    view.lines[i] = {y, flt(view.wrap().end_of(i) - view.wrap().first_of(i)) * view.line_height, 0};
    for (const door::Problem* d : view.errors[i]) view.lines[i].errors += error_height(*d, view.width) + px(4);
    y += view.lines[i].rows + view.lines[i].errors;
  }
  view.total = y;
}

void squiggle(ImDrawList& list, float x0, float x1, float y, ImU32 color) {
  const float step = px(2.5F);
  std::vector<ImVec2> points;
  int n = 0;
  for (float x = x0; x < x1 + step && n < 400; x += step) points.emplace_back(x, y + (n++ % 2 == 0 ? 0 : px(2.2F)));
  if (points.size() > 1) list.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, px(1.2F));
}

void draw_errors(View& view, ImDrawList& list, std::size_t line) {
  const Theme& t = theme();
  float y = view.origin.y + view.lines[line].y + view.lines[line].rows;
  for (const door::Problem* d : view.errors[line]) {
    const float height = error_height(*d, view.width);
    const bool error = d->severity == Severity::error;
    const ImVec2 a = {view.left, y};
    const ImVec2 b = {view.left + view.width - px(8), y + height};
    list.AddRectFilled(a, b, error ? t.bad_soft : t.warn_soft, px(4));
    list.AddRectFilled(a, {a.x + px(3), b.y}, error ? t.bad : t.warn, px(1));
    const float wrap = view.width - px(22);
    float at = y + px(6);
    const auto say_here = [&](const Message& text, ImU32 color) {
      const std::string lines = in_lines(tr(text), wrap);
      list.AddText(fonts().ui, fonts().ui->FontSize, {a.x + px(12), at}, color, lines.c_str(), nullptr,
                   lines.size() > most_wrapped ? 0 : wrap);
      at += ImGui::CalcTextSize(lines.c_str(), nullptr, false, wrap).y + px(2);
    };
    say_here(message_of(*d), in_one_line(*d) ? t.muted : t.text);
    if (has_hint(*d)) say_here(d->hint, t.muted);
    for (const std::string& fix : d->fixes()) {
      const std::string words = fitted_words(fix_text(fix, d->span), wrap);
      const ImVec2 size = ImGui::CalcTextSize(words.c_str());
      const ImVec2 corner = {a.x + px(12), at};
      const ImVec2 end = {corner.x + size.x, corner.y + size.y};
      const bool over = ImGui::IsMouseHoveringRect(corner, end);
      list.AddText(corner, t.accent, words.c_str());
      note_rect("mend", corner, end);
      if (over) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        list.AddLine({corner.x, end.y}, end, t.accent);
        if (ImGui::IsMouseClicked(0) && ImGui::IsWindowHovered()) view.app.session.replace(d->span, fix);
      }
      at += size.y + px(4);
    }
    y += height + px(4);
  }
}

// Finds lines that begin inside a comment: once for each text.
void note_comments(View& view) {
  EditorState& state = view.state;
  if (state.in_comment_version == view.text.version() && state.in_comment.size() == view.text.line_count()) return;
  state.in_comment_version = view.text.version();
  state.in_comment.assign(view.text.line_count(), false);
  bool in_comment = false;
  for (std::size_t i = 0; i < state.in_comment.size(); ++i) {
    state.in_comment[i] = in_comment;
    (void)app::highlight(view.text.line(i), in_comment);
  }
}

// The letters of a line, row by row; skips invisible rows.
void draw_letters(View& view, ImDrawList& list, std::size_t line) {
  const std::string_view here = view.text.line(line);
  const std::size_t begin = view.text.line_begin(line);
  const float inset = (view.line_height - view.size) / 2;
  const ImVec2 from = list.GetClipRectMin();
  const ImVec2 to = list.GetClipRectMax();
  // Longer lines have one color: users do not read them, and each frame would scan them again.
  constexpr std::size_t coloured = 20'000;
  std::vector<app::Token> tokens;
  if (here.size() <= coloured) {
    bool in_comment = view.state.in_comment[line];
    tokens = app::highlight(here, in_comment);
  } else {
    tokens.push_back({0, here.size(), app::TokenKind::plain});
  }
  std::size_t first = 0;
  for (std::size_t row = view.wrap().first_of(line); row < view.wrap().end_of(line); ++row) {
    const float y = view.row_y(row);
    if (y > to.y) break;
    if (y + view.line_height < from.y) continue;
    const SoftWrap::Row& r = view.wrap().rows()[row];
    const std::size_t row_begin = r.text.begin - begin;
    const std::size_t row_end = r.text.end - begin;
    while (first < tokens.size() && tokens[first].end <= row_begin) ++first;
    for (std::size_t i = first; i < tokens.size() && tokens[i].begin < row_end; ++i) {
      const std::size_t a = std::max(tokens[i].begin, row_begin);
      const std::size_t b = std::min(tokens[i].end, row_end);
      const float x = view.origin.x + view.wrap().x_of(view.text, row, begin + a);
      list.AddText(view.font, view.size, {std::floor(x), std::floor(y + inset)}, color_of(tokens[i].kind),
                   here.data() + a, here.data() + b);
    }
  }
}

// The result at the end of its line, in the remaining room.
void draw_result(View& view, ImDrawList& list, std::size_t line) {
  const float room = view.width - px(10);
  const std::size_t last = view.wrap().end_of(line) - 1;
  const float end = view.wrap().x_of(view.text, last, view.text.line_end(line));
  const float base = std::floor(view.row_y(last) + (view.line_height - view.size) / 2);
  for (const Card& card : view.app.session.cards) {
    if (card.stale || card.binding.line != line + 1) continue;
    const std::string brief = tr(card.binding.brief);
    const std::string& result = brief.empty() ? card.binding.text : brief;
    if (result.find('\n') != std::string::npos) continue;
    if (card.binding.name.empty() ? card.binding.source == card.binding.text
                                  : dense(card.binding.source) == dense(card.binding.text))
      continue;
    // The first letters alone say nothing.
    const float left = room - end - px(24);
    if (left < std::min(code_width(result), px(least_result))) continue;
    const std::string shown = fitted(result, left);
    const float width = view.font->CalcTextSizeA(view.size, 1e9F, 0, shown.c_str()).x;
    const ImVec2 at = {std::floor(view.origin.x + room - width), base};
    list.AddText(view.font, view.size, at, theme().faint, shown.c_str());
    note_rect(cat("result:", line + 1), at, {at.x + width, at.y + view.size});
  }
}

void draw_line(View& view, ImDrawList& list, std::size_t line, bool current_snapshot) {
  const Theme& t = theme();
  const TextBuffer& text = view.text;
  const std::size_t begin = text.line_begin(line);
  const std::size_t line_end = text.line_end(line);
  const float y = view.origin.y + view.lines[line].y;
  const float inset = (view.line_height - view.size) / 2;
  const float bottom = y + view.lines[line].rows;
  const bool caret_here = text.line_of(text.caret()) == line;
  if (caret_here) {
    list.AddRectFilled({view.left - view.gutter, y}, {view.left + view.width + px(6), bottom}, t.active);
  }
  const std::string number = std::to_string(line + 1);
  const float number_width = view.font->CalcTextSizeA(view.size, 1e9F, 0, number.c_str()).x;
  list.AddText(view.font, view.size, {view.left - px(14) - number_width, std::floor(y + inset)},
               caret_here ? t.muted : t.faint, number.c_str());
  list.PushClipRect({view.left - px(3), y}, {view.left + view.width + px(4), bottom + px(3)}, true);
  const TextBuffer::Range selection = text.selection();
  if (selection.begin != selection.end && selection.begin <= line_end && selection.end > begin) {
    const std::size_t to = std::min(selection.end, line_end);
    const float more = selection.end > line_end ? px(6) : 0;
    const float last = view.row_y(view.wrap().end_of(line) - 1);
    view.each_part(line, std::max(selection.begin, begin), to, [&](float x0, float x1, float top) {
      list.AddRectFilled({x0, top + px(1)}, {x1 + (top == last ? more : 0), top + view.line_height - px(1)},
                         t.selection, px(2));
    });
  }
  if (view.app.find.open && !view.app.find.word.empty()) {
    for (const TextBuffer::Range& r : find_all(text.line(line), view.app.find.word)) {
      view.each_part(line, begin + r.begin, begin + r.end, [&](float x0, float x1, float top) {
        list.AddRect({x0 - 1, top + px(1)}, {x1 + 1, top + view.line_height - px(1)}, t.lit, px(2));
      });
    }
  }
  draw_letters(view, list, line);
  if (view.app.session.snapshot) draw_result(view, list, line);
  if (current_snapshot) {
    for (const door::Problem* d : view.errors[line]) {
      const std::size_t from = std::clamp<std::size_t>(d->span.begin, begin, line_end);
      const std::size_t to = std::clamp<std::size_t>(d->span.end, from, line_end);
      view.each_part(line, from, to, [&](float x0, float x1, float top) {
        squiggle(list, x0, to > from ? x1 : x0 + px(8), std::floor(top + inset) + view.size + px(1),
                 d->severity == Severity::error ? t.bad : t.warn);
      });
    }
  }
  if (caret_here && view.state.focused) {
    const double phase = std::fmod(ImGui::GetTime() - view.state.moved_at, 1.06);
    if (phase < 0.53 || view.app.window->headless()) {
      const ImVec2 at = view.at(text.caret());
      const float x = std::floor(at.x);
      list.AddRectFilled({x, at.y + px(2)}, {x + std::max(1.0F, px(1.6F)), at.y + view.line_height - px(2)}, t.text);
    }
  }
  list.PopClipRect();
  draw_errors(view, list, line);
}

void draw_list(View& view) {
  EditorState& state = view.state;
  if (!state.list_open) return;
  const Theme& t = theme();
  const std::size_t line = view.text.line_of(view.text.caret());
  const std::size_t from = std::min<std::size_t>(state.completions.from, view.text.text().size());
  const float x = view.at(std::max(from, view.text.line_begin(line))).x;
  ImGui::SetNextWindowPos({x, view.at(view.text.caret()).y + view.line_height + px(2)});
  ImGui::SetNextWindowSize({px(430), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  if (ImGui::Begin("##completions", nullptr,
                   ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoFocusOnAppearing |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav)) {
    const int count = static_cast<int>(state.completions.items.size());
    const int shown = std::min(count, 9);
    const int first = std::clamp(state.list_row - 4, 0, std::max(0, count - shown));
    for (int i = first; i < first + shown; ++i) {
      const Completion& item = state.completions.items[static_cast<std::size_t>(i)];
      const ImVec2 corner = ImGui::GetCursorScreenPos();
      if (i == state.list_row) {
        ImGui::GetWindowDrawList()->AddRectFilled({corner.x - px(2), corner.y - px(1)},
                                                  {corner.x + px(416), corner.y + fonts().code->FontSize + px(3)},
                                                  t.active, px(3));
      }
      code(item.label, item.kind == Completion::Kind::binding ? t.text : t.accent);
      const std::string detail = item.detail.substr(0, item.detail.find('\n'));
      const float left = px(410) - code_width(item.label) - px(16);
      if (!detail.empty() && left > px(60)) {
        ImGui::SameLine(0, px(12));
        code(fitted(detail, left), t.faint);
      }
    }
    const Completion& item =
        state.completions.items[static_cast<std::size_t>(std::clamp(state.list_row, 0, count - 1))];
    if (!item.info.empty()) {
      ImGui::Separator();
      wrapped(tr(item.info), t.muted);
    }
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

// Draws the signature of the typed call above its line, or below if it does not fit.
void draw_typed_call(View& view) {
  const EditorState& state = view.state;
  if (!state.call || !state.focused || state.call_hidden) return;
  const app::TypedCall& call = *state.call;
  const Theme& t = theme();
  const std::size_t line = view.text.line_of(std::min<std::size_t>(call.span.begin, view.text.text().size()));
  const auto [x, y] = view.at(std::max<std::size_t>(call.span.begin, view.text.line_begin(line)));
  const bool above = y > px(60) + flt(call.others.size() + 3) * view.line_height;
  if (!above && state.list_open) return;  // the completion list is there
  ImGui::SetNextWindowPos({x, above ? y - px(3) : y + view.line_height + px(3)}, ImGuiCond_Always,
                          {0, above ? 1.0F : 0.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(9), px(6)});
  if (ImGui::Begin("##typed-call", nullptr,
                   ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoFocusOnAppearing |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoInputs |
                       ImGuiWindowFlags_AlwaysAutoResize)) {
    ImGui::PushTextWrapPos(px(460));
    code(call.before, t.muted);
    if (!call.argument.empty()) {
      ImGui::SameLine(0, 0);
      code(call.argument, t.accent);
      ImGui::SameLine(0, 0);
      code(call.after, t.muted);
    }
    for (const std::string& other : call.others) code(other, t.faint);
    wrapped(call.about, t.text);
    ImGui::PopTextWrapPos();
    note_window("typed-call");
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

// Requested again if the text, its caret or its report changes.
void follow_typed_call(App& app) {
  EditorState& state = app.editor;
  const TextBuffer& text = app.session.text;
  const auto& snapshot = app.session.snapshot;
  const EditorState::CallPlace now = {text.version(), text.caret(), app.session.serial()};
  if (now == state.call_place) return;
  const bool edited = now.version != state.call_place.version;
  const bool moved = now.caret != state.call_place.caret;
  const std::vector<door::Problem> none;
  const auto& problems = snapshot ? snapshot->diagnostics : none;
  if (edited) state.call_hidden = false;
  // A newly opened text was not typed.
  const bool first = state.call_place.version == 0;
  state.call_place = now;
  if (first) return;
  // A new report updates the displayed call.
  const bool typing = edited || (!moved && state.call);
  state.call = typing ? app::typed_call(text.text(), now.caret, problems, catalog())
                      : app::typed_call_after_move(state.call, text.text(), now.caret, problems, catalog());
}

void hover_help(View& view) {
  if (typing() || !ImGui::IsWindowHovered() || view.state.list_open || ImGui::GetIO().MouseDown[0]) return;
  static double still = 0;
  if (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0) still = ImGui::GetTime();
  if (ImGui::GetTime() - still < 0.35) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::size_t at = view.hit(mouse);
  const std::size_t row = view.row_at(mouse.y);
  if (mouse.y > view.row_y(row) + view.line_height) return;
  if (mouse.x > view.origin.x + view.wrap().x_of(view.text, row, view.text.text().size()) || mouse.x < view.origin.x)
    return;
  TextBuffer copy = view.text;
  copy.select_word(at);
  const auto found = view.state.functions.find(copy.selected());
  if (found == view.state.functions.end()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(px(430));
  const std::size_t end = std::min(found->second.find("\n\n"), found->second.size());
  code(found->second.substr(0, end), theme().text);
  wrapped(std::string_view(found->second).substr(std::min(end + 2, found->second.size())), theme().muted);
  ImGui::PopTextWrapPos();
  note_window("function-help");
  ImGui::EndTooltip();
}

void learn_functions(App& app) {
  static std::string_view learnt;
  if (learnt == language()) return;
  learnt = language();
  app.session.side().post(0, [&app, &words = catalog()]() -> Worker::Done {
    std::map<std::string, std::string, std::less<>> found;
    for (const door::Function& f : door::functions()) {
      found[std::string(f.name)] = cat(f.signature, "\n\n", render(f.doc, words));
    }
    return [&app, found = std::move(found)] { app.editor.functions = found; };
  });
}

}  // namespace

void draw_editor(App& app, ImVec2 size) {
  const Theme& t = theme();
  learn_functions(app);
  begin_pane("editor", size, t.pane, {0, 0}, ImGuiWindowFlags_NoMove);
  EditorState& state = app.editor;
  if (state.want_focus) {
    ImGui::SetWindowFocus();
    state.want_focus = false;
  }
  state.focused = ImGui::IsWindowFocused() && app.dialog.now == Dialog::none;
  ImFont* font = fonts().code;
  View view = {
      app, app.session.text, state, font, font->FontSize, std::floor(font->FontSize * 1.6F), 0, {}, 0, 0, {}, {}, 0};
  const float digits = flt(std::max<std::size_t>(2, std::to_string(view.text.line_count()).size()));
  view.gutter = px(26) + digits * code_width("0");
  view.width = ImGui::GetContentRegionAvail().x - view.gutter - px(4);
  const auto page = static_cast<std::size_t>(std::max(1.0F, size.y / view.line_height - 2));
  const float room = view.width - px(14);
  // The font can differ from that of the last frame, at the same address.
  static std::tuple<const ImFont*, float, std::size_t> laid;
  const auto wrap = [&]() -> SoftWrap& {
    const std::tuple<const ImFont*, float, std::size_t> now = {font, font->FontSize, fonts().wide_count()};
    if (!state.wrap.is_of(view.text, room) || laid != now) {
      state.wrap.lay(view.text, room,
                     [](std::uint32_t c) { return fonts().code->GetCharAdvance(static_cast<ImWchar>(c)); });
      laid = now;
    }
    return state.wrap;
  };
  if (state.focused) edit_by_keys(app, page, wrap);
  wrap();
  follow_typed_call(app);
  lay_out(view);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  view.left = corner.x + view.gutter;
  view.origin = {view.left, corner.y + px(8)};
  note_window("editor");
  // The mouse.
  if (ImGui::IsWindowHovered()) {
    const bool text_area = ImGui::GetIO().MousePos.x < ImGui::GetWindowPos().x + size.x - px(14);
    if (text_area) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (text_area && ImGui::IsMouseDoubleClicked(0)) {
      view.text.select_word(view.hit(ImGui::GetIO().MousePos));
    } else if (text_area && ImGui::IsMouseClicked(0)) {
      view.text.place(view.hit(ImGui::GetIO().MousePos), ImGui::GetIO().KeyShift);
      state.selecting = true;
      state.moved_at = ImGui::GetTime();
      state.list_open = false;
      ImGui::SetWindowFocus();
    }
    if (text_area && ImGui::IsMouseClicked(1)) {
      // Outside the selection, the caret moves there first.
      const std::size_t at = view.hit(ImGui::GetIO().MousePos);
      const TextBuffer::Range chosen = view.text.selection();
      if (at < chosen.begin || at > chosen.end || !view.text.has_selection()) view.text.place(at, false);
      state.moved_at = ImGui::GetTime();
    }
    if (text_area) open_editor_context(app);
  }
  if (state.selecting && ImGui::IsMouseDown(0)) {
    if (ImGui::IsMouseDragging(0, 2)) view.text.place(view.hit(ImGui::GetIO().MousePos), true);
  } else {
    state.selecting = false;
  }
  // The user moved it, not another program.
  if (state.moved_at != state.reported_at) {
    state.reported_at = state.moved_at;
    app.session.move_caret();
  }
  note_comments(view);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool current = app.session.snapshot && app.session.snapshot->program == view.text.text();
  const float top = ImGui::GetScrollY() - view.line_height;
  const float bottom = ImGui::GetScrollY() + size.y;
  for (std::size_t i = 0; i < view.lines.size(); ++i) {
    const Line& line = view.lines[i];
    if (line.y + line.rows + line.errors < top || line.y > bottom) continue;
    draw_line(view, list, i, current);
  }
  if (view.text.text().empty()) {
    list.AddText(fonts().ui, fonts().ui->FontSize, {view.origin.x + px(8), view.origin.y + px(2)}, t.faint,
                 tr("Type a layout, or open an example from the gallery."));
  }
  hover_help(view);
  draw_list(view);
  draw_typed_call(view);
  ImGui::Dummy({1, view.total + px(8) + size.y * 0.3F});
  if (state.reveal) {
    state.reveal = false;
    const float y = view.at(view.text.caret()).y - view.origin.y;
    if (y < ImGui::GetScrollY()) ImGui::SetScrollY(std::max(0.0F, y - view.line_height));
    if (y + 2 * view.line_height > ImGui::GetScrollY() + size.y) ImGui::SetScrollY(y + 3 * view.line_height - size.y);
  }
  end_pane();
}

}  // namespace stridescope::desktop
