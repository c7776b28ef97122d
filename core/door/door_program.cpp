// The methods of a program and its values.

#include <algorithm>
#include <span>

#include "core/app/sketch.h"
#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/door/door.h"
#include "core/forms/kernel_form.h"
#include "core/workspace/edit.h"
#include "core/workspace/offset_table.h"

namespace stridescope::door {
namespace {

template <class T>
std::optional<T> kept(Result<T> result) {
  return result ? std::optional<T>(std::move(*result)) : std::nullopt;
}

}  // namespace

void Door::speak(Catalog catalog) {
  catalog_ = std::move(catalog);
  app_.speak(catalog_);
}

void Door::evaluate(std::string_view program, IntegerMode mode) {
  scene_binding_ = -1;
  app_.evaluate_alone(program, mode);
}

app::Changes Door::act(ActionRecord& action) {
  const std::uint64_t before = app_.state().serial;
  app::Changes changes = app_.act(action.take());
  if (app_.state().serial != before) scene_binding_ = -1;
  return changes;
}

Result<Door::Shown> Door::show(int binding, std::string_view words) {
  auto view = workspace().view(binding, words);
  if (!view) return failure(std::move(view.error()));
  if (const CardPicture* picture = app_.picture_of(binding); picture != nullptr && picture->view == *view)
    return Shown{*view, &picture->scene};
  if (binding != scene_binding_ || words != scene_view_) {
    auto scene = workspace().scene(binding, *view);
    if (!scene) return failure(std::move(scene.error()));
    scene_ = std::move(*scene);
    scene_binding_ = binding;
    scene_view_ = words;
  }
  return Shown{*view, &scene_};
}

Result<const app::Raster*> Door::paint(int binding, std::string_view words, const app::Viewport& viewport) {
  const auto shown = show(binding, words);
  if (!shown) return failure(shown.error());
  auto made = app::make_raster(workspace(), binding, shown->view, *shown->scene, viewport);
  if (!made) return failure(std::move(made.error()));
  raster_ = std::move(*made);
  return &raster_;
}

Result<Version> version(Door&, Nothing&) { return Version{stridescope::version}; }

Result<Nothing> speak(Door& door, Language& asked) {
  std::vector<std::pair<std::string, std::string>> sentences;
  for (auto& [id, translated] : asked.sentences) sentences.emplace_back(id, std::move(translated));
  door.speak(Catalog(std::move(sentences)));
  return Nothing{};
}

Result<Report> evaluate(Door& door, Program& asked) {
  door.evaluate(asked.program, asked.mode);
  return report_of(door.workspace(), asked.limit);
}

Result<ChangesRecord> act(Door& door, ActionRecord& asked) {
  if (asked.caret >= 0) app::caret_to_bytes(asked, door.app().state().program);
  return app::changes_of(door.app(), door.act(asked));
}

Result<StateRecord> state(Door& door, Nothing&) { return app::state_of(door.app()); }

Result<PlayedStep> played_step(Door& door, PlayRequest& asked) {
  return app::played_step(door.workspace(), asked.binding, asked.at, door.catalog());
}

Result<SceneHeader> scene(Door& door, PictureRequest& asked) {
  const auto shown = door.show(asked.binding, asked.view);
  if (!shown) return failure(shown.error());
  return SceneHeader{shown->scene, true};
}

Result<RasterRecord> raster(Door& door, RasterRequest& asked) {
  const auto made = door.paint(asked.binding, asked.view, asked.viewport);
  if (!made) return failure(made.error());
  return RasterRecord{*made};
}

Result<Text> emit(Door& door, EmitRequest& asked) {
  if (asked.strict) {
    if (auto checked = door.workspace().check_view(asked.binding, asked.view); !checked)
      return failure(std::move(checked.error()));
  }
  const auto view = door.workspace().view(asked.binding, asked.view);
  if (!view) return failure(view.error());
  auto text = door.workspace().emit(asked.binding, asked.format, *view, door.catalog());
  if (!text) return failure(std::move(text.error()));
  return Text{std::move(*text)};
}

Result<Offsets> offsets(Door& door, BindingRequest& asked) {
  const auto bound = door.workspace().bound(asked.binding);
  if (!bound) return failure(bound.error());
  auto table = offset_table((*bound)->value);
  if (!table) return failure(std::move(table.error()));
  door.offsets() = std::move(table->offsets);
  return Offsets{std::move(table->extents), NumberArray(door.offsets())};
}

Result<Described> describe(Door& door, CellRequest& asked) {
  return door.workspace().describe(asked.binding, asked.cell);
}

Result<Linked> linked(Door& door, CellRequest& asked) { return door.workspace().linked(asked.binding, asked.cell); }

Result<ProgramEdit> move_arrow(Door& door, ArrowRequest& asked) {
  return door.workspace().move_arrow(asked.binding, asked.cell, asked.target);
}

Result<Step> explain(Door& door, BindingRequest& asked) { return door.workspace().explain(asked.binding); }

Result<Verdicts> verdict(Door& door, BindingRequest& asked) {
  auto calls = door.workspace().verdict(asked.binding);
  if (!calls) return failure(std::move(calls.error()));
  return Verdicts{std::move(*calls)};
}

Result<Analysis> analyze(Door& door, AnalyzeRequest& asked) {
  return asked.type.empty() ? door.workspace().analyze(asked.binding)
                            : door.workspace().analyze(asked.binding, asked.type);
}

Result<Swizzles> swizzles(Door& door, BindingRequest& asked) {
  const auto trials = door.workspace().swizzle_trials(asked.binding);
  if (!trials) return failure(trials.error());
  return swizzles_of(*trials, door.workspace().report().mode);
}

Result<Completions> complete(Door& door, PositionRequest& asked) {
  return door.workspace().complete(asked.program, TextMap(asked.program).to_byte(asked.position));
}

Result<Source> format(Door&, Source& asked) { return Source{format_program(asked.program)}; }

Result<Source> pasted(Door&, PasteRequest& asked) {
  return Source{pasted_lines(asked.program, asked.fills, asked.text)};
}

Result<Xray> xray(Door&, Source& asked) { return xray_of(asked.program); }

Result<ShownFile> file(Door& door, FileWindow& asked) {
  const auto& open = door.app().file();
  return open ? app::shown_file(*open, asked, door.catalog()) : ShownFile{};
}

Result<Source> named(Door&, Source& asked) { return Source{with_named_value(asked.program, "K")}; }

Result<Sketch> sketch(Door& door, SketchRequest& asked) {
  Workspace workspace;
  app::Sketch made = app::sketch(workspace, asked.program, asked.mode, asked.view);
  Sketch out = {std::move(made.report), std::move(made.analysis), {}};
  if (made.picture && made.picture->refused.empty())
    out.svg = kept(workspace.emit(made.pictured, "svg", made.picture->view, door.catalog())).value_or("");
  return out;
}

Result<Annotated> annotate(Door& door, Program& asked) {
  door.evaluate(asked.program, asked.mode);
  const stridescope::Report& report = door.workspace().report();
  std::vector<const Diagnostic*> errors;
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity == Severity::error) errors.push_back(&one);
  }
  sort_stable(std::span(errors),
              [](const Diagnostic* a, const Diagnostic* b) { return a->span.begin < b->span.begin; });
  Annotated out;
  std::size_t above = 0;                      // statements that end above the line
  std::size_t code = std::string_view::npos;  // the last line that is not a comment
  for (std::string_view rest = asked.program; !rest.empty();) {
    const std::string_view line = cut_line(rest);
    const auto from = static_cast<std::size_t>(line.data() - asked.program.data());
    const std::string_view comment = trimmed(line);
    const std::string_view sign = comment.substr(0, comment.starts_with('#') ? 1 : 2);
    std::string_view view = trimmed(comment.substr(sign.size()));
    std::string value;
    if (sign != "#" && sign != "//") {
      if (!comment.empty()) code = from;
    } else if (view.starts_with("^?")) {
      while (above < report.bindings.size() && report.bindings[above].span.end <= from) ++above;
      int binding = static_cast<int>(above) - 1;
      const std::size_t end = above > 0 ? report.bindings[above - 1].span.end : 0;
      if (above > 0) value = report.bindings[above - 1].text;
      // The error of a statement that is not complete is at the next one, below the comment.
      const auto below = std::lower_bound(errors.begin(), errors.end(), from,
                                          [](const Diagnostic* one, std::size_t at) { return one->span.begin < at; });
      const Diagnostic* wrong = nullptr;
      if (below != errors.begin() && below[-1]->span.begin >= end)
        wrong = below[-1];
      else if (below != errors.end() && code < from && code >= end)
        wrong = *below;
      if (wrong != nullptr) {
        binding = -1;
        value = render(wrong->message, door.catalog());
      }
      view = trimmed(view.substr(2));
      if (binding < 0)
        ++out.errors;
      else if (!view.empty())
        out.pictures.push_back({binding, std::string(view == "picture" ? "" : view)});
    }
    if (value.empty()) append_all(out.text, line, '\n');
    const std::string_view indent = line.substr(0, line.find(sign));
    for (std::string_view left = value; !left.empty();) append_all(out.text, indent, sign, ' ', cut_line(left), '\n');
  }
  if (!asked.program.ends_with('\n') && !out.text.empty()) out.text.pop_back();
  return out;
}

Result<Functions> functions(Door&, Nothing&) { return Functions{functions()}; }

Result<PictureQuestions> pictures(Door&, Nothing&) { return PictureQuestions{picture_questions()}; }

Result<TextForms> text_forms(Door&, Nothing&) { return TextForms{text_forms()}; }

Result<Elements> elements(Door&, Nothing&) {
  return Elements{{app::element_types().begin(), app::element_types().end()}};
}

Result<Atoms> atoms(Door&, AtomSearch& asked) {
  app::AtomsFound found = app::find_atoms(asked);
  return Atoms{std::move(found.atoms), std::move(found.note), std::move(found.instead), app::offered_architectures()};
}

Result<Form> atom_form(Door&, AtomFormRequest& asked) { return app::atom_form(asked.kind, asked.atom, asked.values); }

Result<QuestionShown> question(Door& door, QuestionRequest& asked) {
  QuestionShown out;
  out.form = app::question_form(door.workspace().report(), asked.question, asked.values,
                                app::staged_name(door.app().state().cards));
  Workspace workspace;
  const app::Answers made =
      app::answers_of(workspace, door.workspace().program(), door.workspace().report().mode, out.form, door.catalog());
  out.answers = made.answers;
  if (made.picture && made.picture->refused.empty())
    out.svg = kept(workspace.emit(made.pictured, "svg", made.picture->view, door.catalog())).value_or("");
  return out;
}

Result<KernelFields> kernel_form(Door& door, BindingRequest& asked) {
  return KernelFields{app::kernel_fields(door.workspace(), asked.binding)};
}

Result<Gallery> gallery(Door&, Nothing&) { return Gallery{entries()}; }

Result<Svg> gallery_picture(Door& door, EntryRequest& asked) {
  auto picture = stridescope::gallery_picture(asked.id, {}, IntegerMode::teaching, door.catalog());
  if (!picture) return failure(std::move(picture.error()));
  return Svg{std::move(*picture)};
}

}  // namespace stridescope::door
