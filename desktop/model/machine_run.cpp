// Passes calls to the debugger, one after another.
#include "desktop/model/machine_run.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/debugger/kept_ptx.h"

namespace stridescope::desktop {

namespace {

bool same_kernel(const debugger::LaunchForm& a, const debugger::LaunchForm& b) {
  return a.kernel == b.kernel &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const auto& x, const auto& y) { return x.name == y.name; });
}

}  // namespace

template <class Request, class Answer, class Take>
void MachineRun::ask(Worker& worker, Result<Answer> (debugger::Debugger::*method)(Request&), Request asked, Take take) {
  ++waiting;
  worker.post(0,
              [self = shared_from_this(), in = debugger_, method, asked = std::move(asked),
               take = std::move(take)]() mutable -> Worker::Done {
                auto answer = std::make_shared<Result<Answer>>((*in.*method)(asked));
                return [self, answer, take, line = *answer ? 0 : in->line_of(answer->error())] {
                  --self->waiting;
                  self->wrong_line = line;
                  self->problem.clear();
                  if (*answer) return take(std::move(**answer));
                  const Error& error = answer->error();
                  self->problem = error.hint.empty() ? error.message : say("{}: {}", error.message, error.hint);
                };
              });
}

std::shared_ptr<MachineRun> MachineRun::open_kernel(Worker& worker, std::string name, std::string_view json) {
  const auto kernel = JsonValue::parse(json);
  if (!kernel) return std::make_shared<MachineRun>();
  std::string cuda = (*kernel)["text"].string();
  const std::string_view ptx = debugger::kept_ptx(cuda);
  if (!ptx.empty()) {
    debugger::LaunchShape shape{
        {(*kernel)["blocks"].integer()}, {(*kernel)["threads"].integer()}, (*kernel)["shared_bytes"].integer()};
    for (const JsonValue& one : (*kernel)["maps"].items())
      shape.maps.push_back({one["type"].string(), one["layout"].string(), one["map"].string()});
    for (const auto& [key, to] : {std::pair("tensors", &shape.tensors), std::pair("tiles", &shape.tiles)}) {
      for (const JsonValue& one : (*kernel)[key].items()) to->push_back(one.string());
    }
    return open(worker, std::move(name), std::string(ptx), shape);
  }
  auto self = std::make_shared<MachineRun>();
  self->wanted = std::move(name);
  self->cuda = std::move(cuda);
  return self;
}

std::shared_ptr<MachineRun> MachineRun::open(Worker& worker, std::string name, std::string text,
                                             const std::optional<debugger::LaunchShape>& shape) {
  auto self = std::make_shared<MachineRun>();
  self->name = std::move(name);
  self->shape = shape;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    self->lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  self->ask(worker, &debugger::Debugger::read, {std::move(text), shape}, [run = self.get()](debugger::PtxRead answer) {
    // Edited PTX keeps the launch of a kernel with the same parameters.
    const debugger::LaunchForm kept = std::move(run->form);
    run->form = answer.kernels.front().form;
    for (const debugger::KernelRead& one : answer.kernels) {
      if (same_kernel(one.form, kept)) run->form = kept;
    }
    run->read = std::move(answer);
  });
  return self;
}

void MachineRun::edit() {
  edited.emplace();
  for (const std::string& line : lines) append_all(*edited, line, '\n');
  edited->pop_back();
}

std::shared_ptr<MachineRun> MachineRun::take_edited(Worker& worker) const {
  auto out = open(worker, name, *edited, shape);
  out->form = form;
  out->form.order.clear();
  return out;
}

void MachineRun::begin(Worker& worker) {
  ask(worker, &debugger::Debugger::begin, form, [this](debugger::MachineState begun) {
    findings = begun.findings;
    state = std::move(begun);
    waits.reset();
    view = View::state;
  });
  if (!breakpoints.lines.empty() || !breakpoints.watched.empty()) send_breakpoints(worker);
}

void MachineRun::send_look(Worker& worker) { act(worker, {.look = look}); }
void MachineRun::send_breakpoints(Worker& worker) { act(worker, {.breakpoints = breakpoints}); }

void MachineRun::act(Worker& worker, debugger::MachineAction action) {
  ask(worker, &debugger::Debugger::act, std::move(action),
      [this](debugger::MachineState answer) { state = std::move(answer); });
}

void MachineRun::ask_waits(Worker& worker, std::int64_t iteration, std::int64_t iterations) {
  ask(worker, &debugger::Debugger::waits, {iteration, iterations},
      [this](debugger::WaitsShown answer) { waits = std::move(answer); });
}

void MachineRun::search_orders(Worker& worker) {
  debugger::LaunchForm asked = form;
  asked.order.clear();
  ask(worker, &debugger::Debugger::orders, asked, [this, asked](debugger::OrdersFound answer) {
    searched_ = asked;
    orders_ = std::move(answer);
  });
}

const debugger::OrdersFound* MachineRun::orders() const {
  debugger::LaunchForm now = form;
  now.order.clear();
  return orders_ && now == searched_ ? &*orders_ : nullptr;
}

void MachineRun::trace(Worker& worker, std::function<void(std::string)> done) {
  ask(worker, &debugger::Debugger::trace, {},
      [done = std::move(done)](debugger::TraceText text) { done(std::move(text.base64)); });
}

}  // namespace stridescope::desktop
