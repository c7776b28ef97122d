// Below the picture: the core's description of the inspected cell and, on demand, the swizzles, the derivation and the
// analysis of the value; above it, the verdict.
#include <algorithm>

#include "core/base/text.h"
#include "core/records/shown.h"
#include "core/records/swizzle_words.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/machine_checks.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
void draw_fact(std::string_view name, std::string_view value, bool as_code) {
  if (value.empty()) return;
  muted(tr(name));
  ImGui::SameLine(0, px(6));
  (as_code ? wrapped_code : wrapped)(value, theme().text);
}

bool readout_in_tools(const Card& card, float width) { return card.place == app::Place::stage && width >= px(520); }

void draw_readout(App& app, const Card& card, float width) {
  if (!app.session.inspection || card.stale) return;
  const auto found = app.session.inspection->described.find(card.binding.id);
  if (found == app.session.inspection->described.end()) return;
  float used = 0;
  for (const Property& row : found->second.rows) {
    const char* name = tr(row.name);
    const char* shown = tr(row.value);
    const float room = text_width(name) + px(5) + code_width(shown) + (used > 0 ? px(14) : 0);
    if (used + room > width) break;
    if (used > 0) ImGui::SameLine(0, px(14));
    used += room;
    muted(name);
    ImGui::SameLine(0, px(5));
    code(shown, theme().text);
  }
}

namespace {

void draw_step(const Step& step, int depth, int& number) {
  const Theme& t = theme();
  if (depth > 12 || number > 400) return;
  ImGui::PushID(number++);
  ImGui::BeginGroup();
  plain(tr(step.rule), depth == 0 ? t.accent : t.text);
  if (!step.statement.empty()) tooltip(tr(step.statement));
  ImGui::SameLine(0, px(8));
  wrapped_code(step.expression + " = " + step.value, t.text);
  if (!step.why.empty()) wrapped(tr(step.why), t.muted);
  ImGui::EndGroup();
  ImGui::Indent(px(14));
  for (const Step& operand : step.operands) draw_step(operand, depth + 1, number);
  for (const Step& part : step.steps) draw_step(part, depth + 1, number);
  if (step.cut) muted(tr("some steps are not shown"));
  ImGui::Unindent(px(14));
  ImGui::PopID();
}

void draw_swizzles(App& app, const Card& card, const door::Swizzles& trials, float width) {
  const Theme& t = theme();
  if (trials.candidates.empty()) return;
  const auto take = [&](const door::SwizzleChoice& one) { app.session.replace(trials.span, one.prefix + trials.rest); };
  const auto& best = trials.candidates.front();
  std::int64_t most = 1;
  for (const auto& one : trials.candidates) most = std::max(most, one.wavefronts);
  plain(tr(app::swizzles_summary(trials)), t.text);
  if (best.wavefronts < trials.wavefronts) {
    if (button("take_best:" + card.binding.key,
               std::string(tr("Take the best")) + ": " + (best.name.empty() ? tr("none") : best.name),
               ButtonKind::primary)) {
      take(best);
    }
  } else {
    plain(std::string("\xE2\x9C\x93 ") + tr("no swizzle is better"), t.good);
  }
  // A row: a name, a bar, its number, and the engines that support it, within the given width.
  ImGui::PushFont(fonts().small_ui);
  const float known = text_width(tr("supported by TMA and wgmma"));
  ImGui::PopFont();
  const float row = std::min(width, px(320) + known);
  const float longest = std::clamp(row - px(160) - known, px(24), px(150));
  std::size_t shown = 0;
  for (const auto& one : trials.candidates) {
    const bool current = one.current;
    const std::string& name = one.name;
    if (shown >= 6 && !current && !name.empty()) continue;
    ++shown;
    ImGui::PushID(static_cast<int>(shown));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float line = fonts().code->FontSize + px(5);
    if (ImGui::InvisibleButton("take", {row, line})) take(one);
    note_item("swizzle:" + card.binding.key + "/" + (name.empty() ? "none" : name));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() || current)
      list.AddRectFilled(corner, {corner.x + row, corner.y + line}, t.active, px(3));
    const float y = corner.y + px(2);
    list.AddText(fonts().code, fonts().code->FontSize, {corner.x + px(6), y}, current ? t.accent : t.text,
                 name.empty() ? tr("none") : name.c_str());
    const float left = corner.x + px(110);
    const float bar = longest * flt(one.wavefronts) / flt(most);
    list.AddRectFilled({left, y + px(3)}, {left + std::max(px(2), bar), y + line - px(7)},
                       one.wavefronts <= trials.ideal ? t.good : t.warn, px(2));
    list.AddText(fonts().code, fonts().code->FontSize, {left + longest + px(8), y}, t.text,
                 std::to_string(one.wavefronts).c_str());
    if (one.hardware && !name.empty())
      list.AddText(fonts().small_ui, fonts().small_ui->FontSize, {corner.x + row - known, y + px(1)}, t.muted,
                   tr("supported by TMA and wgmma"));
    ImGui::PopID();
  }
  if (const Message padding = app::padding_summary(trials); !padding.empty()) muted(tr(padding));
}

}  // namespace

std::string answer_text(const std::string& text, const std::vector<AnalysisRow>& rows, const Message& brief) {
  if (rows.empty()) return text;
  std::string lines;
  for (const AnalysisRow& row : rows) {
    append_all(lines, lines.empty() ? "" : "\n", tr(row.name), row.name.empty() ? "" : ": ", tr(row.value));
    if (!row.explanation.empty()) append_all(lines, row.name.empty() ? ": " : ", ", tr(row.explanation));
  }
  // The result comes first.
  const std::string first = tr(brief);
  return first.empty() || lines.starts_with(first) ? lines : cat(first, "\n", lines);
}

void draw_analysis(const Analysis& analysis, float width) {
  const Theme& t = theme();
  for (const AnalysisSection& section : analysis.sections) {
    plain(tr(section.title), t.accent);
    for (const AnalysisRow& row : section.rows) {
      if (!row.name.empty()) {
        muted(tr(row.name));
        ImGui::SameLine(0, px(6));
      }
      const std::string why = row.explanation.empty() ? std::string() : cat(": ", tr(row.explanation));
      plain(cat(tr(row.value), why), t.text, std::max(px(140), width - text_width(tr(row.name)) - px(10)));
    }
    if (!section.text.empty()) {
      code(section.text.substr(0, 6000), t.text);
    }
  }
}

void draw_verdicts(App& app, Card& card, float width) {
  using app::SectionKind;
  if (!card.stale && !card.unfolded.contains(SectionKind::verdict))
    app.session.unfold(card, SectionKind::verdict, true);
  const auto* verdicts = card.answer<std::vector<app::VerdictLine>>(SectionKind::verdict);
  if (verdicts == nullptr) return;
  const Theme& t = theme();
  Flow flow(width, 6);
  static std::string open;
  const app::VerdictLine* shown = nullptr;
  struct Look {
    const char* sign;
    ImU32 ink, ground;
  };
  // In the order of LawStatus.
  const Look looks[] = {
      {"\xE2\x9C\x93 ", t.good, t.good_soft}, {"\xE2\x9C\x97 ", t.bad, t.bad_soft}, {"? ", t.warn, t.warn_soft}};
  ImGui::PushFont(fonts().small_ui);
  for (const app::VerdictLine& line : *verdicts) {
    if (!app.settings.details && !app::is_always_shown(line)) continue;
    const std::string id = cat("verdict:", card.binding.key, "/", &line - verdicts->data());
    const auto press = [&](const std::string& name, const std::string& words, ImU32 ink, ImU32 ground) {
      flow.next(std::min(text_width(words) + px(18), width));
      if (pill(name, words, ink, ground, width)) open = open == id ? "" : id;
    };
    const Look& look = looks[static_cast<std::size_t>(line.status)];
    press(id, cat(look.sign, line.function, ": ", tr(line.text)), look.ink, look.ground);
    if (line.other && app.settings.details)
      press(id + "/forms", cat(tr(line.other->name), ": ", tr(line.other->value)), t.warn, t.warn_soft);
    if (open == id) shown = &line;
  }
  ImGui::PopFont();
  if (shown == nullptr) return;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  for (const auto& fact : shown->facts) draw_fact(tr(fact.name), tr(fact.value), fact.code);
  ImGui::PopTextWrapPos();
  if (shown->counterexample && button("counterexample:" + card.binding.key, tr(shown->counterexample->title)))
    app.session.toggle(card, shown->counterexample->at);
}

void draw_derivation(const Step& step) {
  int number = 0;
  draw_step(step, 0, number);
}

void draw_card_details(App& app, Card& card, float width) {
  Session& session = app.session;
  if (!card.binding.views.empty() && !readout_in_tools(card, width)) {
    // Its space is reserved even if it is empty: hovering moves nothing.
    const ImVec2 place = ImGui::GetCursorPos();
    const bool told = app.session.inspection && app.session.inspection->described.contains(card.binding.id);
    // Without a legend this names the meaning of the colors, which can differ between two cards side by side.
    const bool without_legend = card.place == app::Place::operand && !card.expanded && card.picture;
    if (told) {
      draw_readout(app, card, width);
    } else if (without_legend && !card.picture->scene.title.empty()) {
      small(fitted_words(tr(card.picture->scene.title), width));
      note_item("colours:" + card.binding.key);
    }
    ImGui::SetCursorPos({place.x, place.y + fonts().code->FontSize});
    ImGui::Dummy({1, 0});
  }
  using app::SectionKind;
  const auto offered = app::offered_sections(card.binding);
  const float start = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(start - px(7));
  Flow flow(width, 2);
  const auto section = [&](SectionKind kind, const char* title) {
    if (std::find(offered.begin(), offered.end(), kind) == offered.end()) return;
    const bool open = card.unfolded.contains(kind);
    const std::string name(app::section_names[static_cast<std::size_t>(kind)]);
    flow.next(text_width(tr(title)) + px(30));
    const std::string label = std::string(open ? "\xE2\x96\xBE " : "\xE2\x96\xB8 ") + tr(title);
    if (segment(name + ":" + card.binding.key, label, open)) session.unfold(card, kind, !open);
  };
  ImGui::PushFont(fonts().small_ui);
  if (!app.settings.details && card.place == app::Place::stage) {
    flow.next(text_width(page_word("details.show")) + px(14));
    if (segment("details:" + card.binding.key, page_word("details.show"), false)) app.settings.details = true;
  }
  section(SectionKind::swizzles, "Try swizzles");
  section(SectionKind::derivation, "Derivation");
  section(SectionKind::analysis, "Analysis");
  // Shows an operation next to its operands.
  std::vector<std::string> operands;
  for (const int used : card.binding.uses) {
    const Card* other = session.card_of(used);
    if (other != nullptr && !other->binding.views.empty() && operands.size() < 3)
      operands.push_back(other->binding.key);
  }
  if (!operands.empty() && !card.binding.views.empty() && !card.stale) {
    flow.next(text_width(tr("Next to its operands")) + px(14));
    if (segment("operands:" + card.binding.key, "Next to its operands", false)) {
      app.cards.stage = operands;
      app.cards.stage.push_back(card.binding.key);
    }
  }
  if (card.binding.is_kernel() && !card.stale) {
    flow.next(text_width(page_word("machine.step")) + px(14));
    if (segment("step:" + card.binding.key, page_word("machine.step"), false)) step_through(app, card);
  }
  ImGui::PopFont();
  const auto waiting = [&](SectionKind kind) {
    const app::Section* open = card.section(kind);
    if (open != nullptr && !open->refused.empty())
      wrapped(tr(open->refused), theme().muted);
    else
      muted("\xE2\x80\xA6");
  };
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  if (card.unfolded.contains(SectionKind::swizzles)) {
    if (const auto* trials = card.answer<door::Swizzles>(SectionKind::swizzles))
      draw_swizzles(app, card, *trials, width);
    else
      waiting(SectionKind::swizzles);
  }
  if (card.unfolded.contains(SectionKind::derivation)) {
    if (const auto* step = card.answer<Step>(SectionKind::derivation))
      draw_derivation(*step);
    else
      waiting(SectionKind::derivation);
  }
  if (card.unfolded.contains(SectionKind::analysis)) {
    std::vector<app::FieldOption> types;
    for (const std::string_view type : app::element_types())
      types.push_back({std::string(type), Message::verbatim(type.empty() ? tr("not given") : type)});
    label("element");
    std::string type = session.element_type;
    if (draw_options("element_type:" + card.binding.key, types, type)) session.set_element_type(type);
    if (const auto* analysis = card.answer<Analysis>(SectionKind::analysis))
      draw_analysis(*analysis, width);
    else
      waiting(SectionKind::analysis);
  }
  ImGui::PopTextWrapPos();
}

}  // namespace stridescope::desktop
