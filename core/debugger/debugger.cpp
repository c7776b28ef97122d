// Converts a method's name and JSON to a call, and its answer to JSON.
#include "core/debugger/debugger.h"

#include <algorithm>

#include "core/base/archive_json.h"
#include "core/base/base64.h"
#include "core/base/text.h"

namespace stridescope::debugger {
namespace {

constexpr std::size_t most_ptx_bytes = std::size_t{1} << 24;
constexpr std::size_t most_kernels = 64;
constexpr std::size_t most_trials = 8;  // kernels whose buffers a trial sizes

void refuse(std::string& out, const Catalog& catalog, const Error& error, std::int64_t line = 0) {
  out = "{\"error\":";
  JsonWriter json(out);
  json.open_object();
  json.field("code", code_name(error.code));
  json.field("message", render(error.message, catalog));
  json.field("hint", render(error.hint, catalog));
  json.field("line", line);
  json.close_object();
  out += '}';
}

template <class Request, class Answer, Result<Answer> (Debugger::*method)(Request&)>
void answer(Debugger& debugger, std::string_view request, std::string& out, const Catalog& catalog) {
  const auto json = JsonValue::parse(request.empty() ? "{}" : request);
  if (!json) return refuse(out, catalog, {ErrorCode::arguments, say("the request is not JSON"), {}, {}, {}});
  Request asked;
  ReadArchive reader(*json);
  reader.visit(asked);
  if (!reader.problem().empty()) return refuse(out, catalog, {ErrorCode::arguments, reader.problem(), {}, {}, {}});
  Result<Answer> made = (debugger.*method)(asked);
  if (!made) return refuse(out, catalog, made.error(), debugger.line_of(made.error()));
  JsonArchive(out, nullptr, nullptr, catalog).visit(*made);
}

struct Row {
  std::string_view name;
  void (*answer)(Debugger&, std::string_view request, std::string& out, const Catalog&);
};

constexpr Row rows[] = {
#define METHOD(name, request, response, about) {#name, answer<request, response, &Debugger::name>},
#include "core/debugger/debugger.def"
#undef METHOD
};

}  // namespace

const std::string& Debugger::call(std::string_view method, std::string_view request) {
  answer_.clear();
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& one) { return one.name == method; });
  if (row == std::end(rows))
    refuse(answer_, catalog_, {ErrorCode::unknown_name, say("unknown method '{}'", method), {}, {}, {}});
  else
    row->answer(*this, request, answer_, catalog_);
  return answer_;
}

Result<Done> Debugger::speak(Tongue& asked) {
  std::vector<std::pair<std::string, std::string>> sentences;
  for (auto& [id, translated] : asked.sentences) sentences.emplace_back(id, std::move(translated));
  catalog_ = Catalog(std::move(sentences));
  return Done();
}

Error Debugger::at_line(Error error, std::string_view text) {
  wrong_line_ = 1 + std::count(text.begin(), text.begin() + error.span.begin, '\n');
  return error;
}

Result<PtxRead> Debugger::read(PtxText& asked) {
  if (asked.text.size() > most_ptx_bytes)
    return failure(ErrorCode::too_large, say("the PTX has more than {} bytes", most_ptx_bytes));
  auto text = machine::read_any_ptx(asked.text);
  if (!text) return failure(at_line(std::move(text.error()), asked.text));
  session_.reset();
  program_ = std::make_shared<const machine::Program>(std::move(text->program));
  PtxRead out;
  out.notes = std::move(text->notes);
  out.target = std::string(program_->target);
  const auto lines = static_cast<std::size_t>(std::count(program_->text->begin(), program_->text->end(), '\n'));
  out.source_lines.assign(lines + 2, 0);
  for (const machine::Function& function : program_->functions) {
    for (const machine::Instruction& one : function.instructions) {
      if (one.line < out.source_lines.size())
        out.source_lines[one.line] = static_cast<std::int32_t>(std::min<std::uint32_t>(one.source_line, INT32_MAX));
    }
    if (!function.kernel || !function.defined || out.kernels.size() >= most_kernels) continue;
    KernelRead& kernel = out.kernels.emplace_back();
    kernel.name = std::string(machine::source_function(function.name));
    if (!function.instructions.empty()) kernel.line = function.instructions.front().line;
    kernel.form = launch_form(*program_, function, asked.shape, out.kernels.size() <= most_trials ? limits_.trial : 0,
                              limits_.bytes);
  }
  for (const machine::Missing& one : machine::coverage_of(*program_).missing)
    out.missing.push_back({one.opcode, one.line, static_cast<std::int64_t>(one.count)});
  if (out.kernels.empty())
    return failure(ErrorCode::syntax, say("the PTX has no kernel"), say("expected a function that begins with .entry"));
  return out;
}

Result<MachineState> Debugger::begin(LaunchForm& asked) {
  if (program_ == nullptr) return failure(ErrorCode::arguments, say("no PTX is open"));
  auto session = Session::start(program_, asked, limits_);
  if (!session) return failure(at_line(std::move(session.error()), *program_->text));
  session_ = std::move(*session);
  look_ = {};
  seen_ = {};
  MachineState out = shown(*session_, look_, seen_);
  out.findings = session_->findings();
  return out;
}

Result<MachineState> Debugger::act(MachineAction& asked) {
  if (session_ == nullptr) return failure(ErrorCode::arguments, say("the debugger has not started a kernel"));
  if (asked.breakpoints) session_->set_breakpoints(std::move(*asked.breakpoints));
  if (asked.warp) {
    if (*asked.warp < 0 || static_cast<std::size_t>(*asked.warp) >= session_->execution().warp_count())
      return failure(ErrorCode::index_range,
                     say("warp {} does not exist; the block has {}", *asked.warp, session_->execution().warp_count()));
    session_->choose(static_cast<std::size_t>(*asked.warp));
  }
  if (asked.instant)
    session_->go_to(
        std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(*asked.instant, 0)), session_->length()));
  bool found = true;
  if (asked.move) found = session_->move(*asked.move);
  if (asked.look) look_ = *asked.look;
  MachineState out = shown(*session_, look_, seen_);
  if (!found) out.note = note_of(*asked.move, *session_);
  return out;
}

Result<WaitsShown> Debugger::waits(WaitsAsked& asked) {
  if (session_ == nullptr) return failure(ErrorCode::arguments, say("the debugger has not started a kernel"));
  WaitsShown out;
  out.chart = machine::wait_chart(session_->waits(), session_->program(), {asked.iteration, asked.iterations});
  out.svg = machine::chart_svg(out.chart, catalog_);
  return out;
}

Result<OrdersFound> Debugger::orders(LaunchForm& asked) {
  if (program_ == nullptr) return failure(ErrorCode::arguments, say("no PTX is open"));
  auto found = find_orders(*program_, asked, limits_.orders);
  if (!found) return failure(at_line(std::move(found.error()), *program_->text));
  return found;
}

Result<TraceText> Debugger::trace(Done&) {
  if (session_ == nullptr) return failure(ErrorCode::arguments, say("the debugger has not started a kernel"));
  return TraceText{encode_base64(cat(trace_magic, write_trace_payload(session_->trace())), Base64::standard)};
}

}  // namespace stridescope::debugger
