// The tools that show: values, derivations, pictures.
#include "core/mcp/tools.h"

#include "core/base/text.h"
#include "core/lint/lint.h"
#include "core/mcp/asked.h"
#include "core/workspace/no_picture.h"

namespace stridescope::mcp {

Result<Evaluated> evaluate(const ProgramRequest& r, std::string_view page) {
  Asked asked;
  if (auto done = asked.ask(r, {}); !done) return failure(std::move(done.error()));
  Evaluated out;
  for (const ReportBinding& b : asked.report().bindings) out.values.push_back({b.name, b.source, b.text});
  for (const Diagnostic& d : asked.report().diagnostics) out.notes.push_back(english(d.message));
  if (!asked.report().left_out.empty()) out.notes.push_back(english(asked.report().left_out));
  out.picture = asked.picture(page);
  return out;
}

Result<Claim> lint(const LintRequest& r, std::string_view page) {
  const auto found = lint::lint(r.text);
  if (!found) return failure(found.error());
  Claim out;
  out.claim = "the layouts of the source have no fault";
  for (const lint::Finding& one : found->findings) {
    const std::string what = cat("line ", one.line, ": ", english(one.what));
    std::string fact = one.fix.empty() ? what : cat(what, "; ", english(one.fix));
    for (const lint::FindingPlace& place : one.related)
      append_all(fact, "; line ", place.line, ": ", english(place.what));
    if (out.facts.size() < 32) out.facts.push_back({std::string(lint::row_of(one.rule).id), std::move(fact)});
    if (out.counterexample) continue;
    out.counterexample = Counterexample{};
    out.counterexample->why = what;
    out.picture = one.program.empty() ? std::string() : link_to(one.program, IntegerMode::teaching, page);
  }
  out.status = out.counterexample ? Status::refuted : Status::unknown;
  out.text = out.counterexample ? out.counterexample->why
                                : cat("no rule finds a fault in the ", found->values, " values that the text gives");
  return out;
}

Result<Written> explain(const ProgramRequest& r, std::string_view page) {
  Asked asked;
  if (auto done = asked.ask(r, {}); !done) return failure(std::move(done.error()));
  const auto step = asked.workspace.explain(asked.last());
  if (!step) return failure(step.error());
  return Written{explain_text(*step), {}, asked.picture(page)};
}

Result<Written> render(const RenderRequest& r, std::string_view page) {
  Asked asked;
  if (auto done = asked.ask(r.in, {}); !done) return failure(std::move(done.error()));
  const Workspace& workspace = asked.workspace;
  const int last = asked.last();
  if (auto checked = workspace.check_view(last, r.view); !checked) return failure(std::move(checked.error()));
  const auto view = workspace.view(last, r.view);
  if (!view) return failure(view.error());
  const bool svg = r.format == PictureForm::svg;
  auto drawn = workspace.emit(last, svg ? "figure" : r.view.empty() ? "ascii" : "text", *view);
  if (!drawn && !svg && r.view.empty()) drawn = workspace.emit(last, "text", *view);
  if (!drawn) {
    Message why = no_picture(workspace, last);
    return why.empty() ? failure(std::move(drawn.error())) : failure(ErrorCode::unsupported, std::move(why));
  }
  Written out;
  (svg ? out.svg : out.text) = std::move(*drawn);
  if (svg) out.text = workspace.title(last);
  out.picture = asked.picture(page);
  return out;
}

}  // namespace stridescope::mcp
