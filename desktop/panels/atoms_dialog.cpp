// The atoms by name, and the forms that build a tiling of one. A form writes program text; what is shown of it is what
// the core says of that text.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/workspace/atom_architectures.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

const std::vector<std::string> types = {"half_t", "bfloat16_t",   "float",  "tfloat32_t",
                                        "double", "float_e4m3_t", "int8_t", "uint8_t"};
// The first is no choice, the last that of atoms which every GPU has: the core calls it "any".
const std::vector<std::string>& architectures() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out = {"any"};
    for (const std::string_view one : atom_architectures()) out.emplace_back(one == "any" ? "universal" : one);
    return out;
  }();
  return all;
}
constexpr std::size_t most_troubles = 3;

// What is picked begins with the same forms each time, as on the page.
void pick(DialogState& form, const std::string& name) {
  if (form.atom == name) return;
  const DialogState fresh;
  form.atom = name;
  form.tiled = false;
  form.n = -1;
  std::copy(std::begin(fresh.counts), std::end(fresh.counts), form.counts);
  std::copy(std::begin(fresh.tile), std::end(fresh.tile), form.tile);
  std::copy(std::begin(fresh.threads), std::end(fresh.threads), form.threads);
  std::copy(std::begin(fresh.values), std::end(fresh.values), form.values);
  form.order = 0;
  form.type = 0;
}

void list_atoms(App& app) {
  DialogState& form = app.form;
  std::vector<std::string> words = {form.mma ? "mma" : "copy"};
  if (!form.architecture.empty()) words.push_back(form.architecture == "universal" ? "any" : form.architecture);
  std::string word;
  for (const char c : form.search + " ") {
    if (c != ' ')
      word.push_back(c);
    else if (!word.empty() && words.size() < 8)
      words.push_back(std::move(word)), word.clear();
  }
  std::string key;
  for (const std::string& one : words) key += one + " ";
  if (key == form.atoms_asked) return;
  form.atoms_asked = key;
  app.session.atoms(words, [&app, key](const Result<std::vector<door::ListedAtom>>& found) {
    if (app.form.atoms_asked != key) return;
    app.form.atoms.clear();
    if (!found) return;
    for (const door::ListedAtom& atom : *found) {
      app.form.atoms.emplace_back(atom.name, std::vector<int>(atom.n.begin(), atom.n.end()));
    }
    // The first of those that there are, where the one before is not among them.
    DialogState& now = app.form;
    const bool there =
        std::any_of(now.atoms.begin(), now.atoms.end(), [&](const auto& a) { return a.first == now.atom; });
    if (!there) pick(now, now.atoms.empty() ? std::string() : now.atoms.front().first);
  });
}

std::string layout(std::vector<int> shape, std::vector<int> stride) {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) append_all(out, i > 0 ? "," : "", "_", shape[i]);
  out += "):(";
  for (std::size_t i = 0; i < stride.size(); ++i) append_all(out, i > 0 ? "," : "", "_", stride[i]);
  return out + ")";
}

std::string text_of(const DialogState& form, const std::string& name) {
  if (form.mma) {
    if (!form.tiled) return name;
    const int m = form.counts[0];
    const int n = form.counts[1];
    std::string out = cat("make_tiled_mma(", name, ", ",
                          layout({m, n, form.counts[2]},
                                 form.order == 0 ? std::vector<int>{1, m, m * n} : std::vector<int>{n, 1, m * n}));
    if (form.tile[0] > 0 || form.tile[1] > 0 || form.tile[2] > 0) {
      out += ", <";
      for (int i = 0; i < 3; ++i)
        append_all(out, i > 0 ? "," : "", form.tile[i] > 0 ? cat("_", form.tile[i]) : std::string("_"));
      out += ">";
    }
    return out + ")";
  }
  std::string atom = cat("Copy_Atom<", name, ",", types[static_cast<std::size_t>(form.type)], ">");
  if (!form.tiled) return atom;
  return cat("make_tiled_copy(", atom, ", ",
             layout({form.threads[0], form.threads[1]},
                    form.order == 0 ? std::vector<int>{form.threads[1], 1} : std::vector<int>{1, form.threads[0]}),
             ", ", layout({form.values[0], form.values[1]}, {form.values[1], 1}), ")");
}

void numbers(const char* title, const char* name, int* values, int count, int least) {
  ImGui::AlignTextToFramePadding();
  muted(tr(title));
  for (int i = 0; i < count; ++i) {
    ImGui::SameLine(0, px(6));
    ImGui::SetNextItemWidth(px(46));
    ImGui::InputInt((std::string("##") + name + std::to_string(i)).c_str(), &values[i], 0, 0);
    note_item(std::string(name) + "/" + std::to_string(i));
    values[i] = std::clamp(values[i], least, 4096);
  }
}

void draw_atom(App& app) {
  const Theme& t = theme();
  DialogState& form = app.form;
  const auto found =
      std::find_if(form.atoms.begin(), form.atoms.end(), [&](const auto& a) { return a.first == form.atom; });
  if (form.atom.empty() || found == form.atoms.end()) {
    muted(tr("Pick an atom to see which thread holds what."));
    return;
  }
  std::string name = form.atom;
  if (!found->second.empty()) {
    std::vector<std::string> sizes;
    for (const int n : found->second) sizes.push_back(std::to_string(n));
    const int last = static_cast<int>(sizes.size()) - 1;
    form.n = form.n < 0 ? std::min(7, last) : std::min(form.n, last);
    choice("atoms/n", "N", sizes, form.n);
    ImGui::SameLine(0, px(12));
    const std::size_t at = name.find("xNx");
    if (at != std::string::npos) name.replace(at, 3, "x" + sizes[static_cast<std::size_t>(form.n)] + "x");
  }
  checkbox("atoms/tiled", form.mma ? "Build a TiledMMA" : "Build a TiledCopy", form.tiled);
  if (!form.mma) {
    ImGui::SameLine(0, px(12));
    choice("atoms/type", "element type", types, form.type);
  }
  if (form.tiled && form.mma) {
    numbers("atoms in M, N, K", "atoms/counts", form.counts, 3, 1);
    ImGui::SameLine(0, px(12));
    choice("atoms/order", "warps run along", {"M", "N"}, form.order);
    numbers("tile M, N, K (0: as many as the atoms)", "atoms/tile", form.tile, 3, 0);
  } else if (form.tiled) {
    numbers("threads down, across", "atoms/threads", form.threads, 2, 1);
    ImGui::SameLine(0, px(12));
    choice("atoms/order", "threads run along", {"rows", "columns"}, form.order);
    numbers("values of a thread down, across", "atoms/values", form.values, 2, 1);
  }
  const std::string text = text_of(form, name);
  if (text != form.asked) {
    form.asked = text;
    app.session.sketch(62, text, "kind=threads", [&app, text](const Sketch& sketch) {
      if (app.form.asked == text) app.form.sketch = sketch;
    });
  }
  ImGui::PushFont(fonts().code);
  wrapped(text, t.text);
  ImGui::PopFont();
  const Sketch& sketch = form.sketch;
  const bool good = sketch.program == text && sketch.made && sketch.report.diagnostics.empty();
  if (button("atoms/insert", "Add to the program", good ? ButtonKind::primary : ButtonKind::plain) && good) {
    const std::string wish = !form.tiled ? "atom" : form.mma ? "mma" : "copy";
    app.session.append(app.session.fresh_name(wish) + " = " + text);
    app.dialog = Dialog::none;
  }
  if (!sketch.made) return;
  std::size_t told = 0;
  for (const door::Problem& d : sketch.report.diagnostics) {
    if (++told > most_troubles) break;
    wrapped(std::string(tr(d.message)) + (d.hint.empty() ? std::string() : ": " + std::string(tr(d.hint))), t.bad);
  }
  if (!sketch.report.bindings.empty()) {
    Flow flow(ImGui::GetContentRegionAvail().x, 12);
    for (const auto& [key, value] : sketch.report.bindings.back().properties) flow.pair(tr(key), tr(value));
  }
  if (sketch.picture) {
    PictureFrame frame;
    frame.width = ImGui::GetContentRegionAvail().x;
    frame.height = std::max(px(200), ImGui::GetContentRegionAvail().y - px(10));
    if (!sketch.picture->refused.empty())
      wrapped(tr(sketch.picture->refused), t.muted);
    else
      draw_picture("sketch", app.pictures["sketch"], sketch.picture, frame, {});
  }
  if (sketch.analysis) draw_analysis(*sketch.analysis, ImGui::GetContentRegionAvail().x);
}

}  // namespace

void draw_atoms(App& app) {
  const Theme& t = theme();
  DialogState& form = app.form;
  if (segment("atoms/mma", "MMA", form.mma)) form.mma = true;
  ImGui::SameLine(0, 2);
  if (segment("atoms/copy", "copy", !form.mma)) form.mma = false;
  ImGui::SameLine(0, px(12));
  int chosen = 0;
  for (std::size_t i = 0; i < architectures().size(); ++i)
    chosen = architectures()[i] == form.architecture ? static_cast<int>(i) : chosen;
  if (choice("atoms/architecture", "architecture", architectures(), chosen))
    form.architecture = chosen == 0 ? "" : architectures()[static_cast<std::size_t>(chosen)];
  ImGui::SameLine(0, px(12));
  search_field(app, "atoms/search", form.search, "Words: F16, ldmatrix, 16x8x16");
  list_atoms(app);
  ImGui::BeginChild("names", {px(330), 0});
  for (std::size_t i = 0; i < form.atoms.size() && i < 1000; ++i) {
    ImGui::PushFont(fonts().code);
    if (ImGui::Selectable(form.atoms[i].first.c_str(), form.atoms[i].first == form.atom))
      pick(form, form.atoms[i].first);
    ImGui::PopFont();
    note_item("atom:" + form.atoms[i].first);
  }
  if (form.atoms.empty()) plain(tr("No atom has these words."), t.muted);
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("atom", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  draw_atom(app);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
