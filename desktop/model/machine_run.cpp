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

template <class T>
void MachineRun::take(Result<T> answer, std::optional<T>& to, std::int64_t line) {
  --waiting;
  wrong_line = line;
  if (answer) {
    to = std::move(*answer);
    problem.clear();
  } else {
    const Error& error = answer.error();
    problem = error.hint.empty() ? error.message : say("{}: {}", error.message, error.hint);
  }
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
  ++self->waiting;
  worker.post(0, [self, in = self->debugger_, text = std::move(text), shape]() -> Worker::Done {
    debugger::PtxText asked{text, shape};
    auto answer = std::make_shared<Result<debugger::PtxRead>>(in->read(asked));
    return [self, answer, line = in->wrong_line()] {
      self->take(std::move(*answer), self->read, line);
      if (!self->read) return;
      // Edited PTX keeps the launch of a kernel with the same parameters.
      const debugger::LaunchForm kept = std::move(self->form);
      self->form = self->read->kernels.front().form;
      for (const debugger::KernelRead& one : self->read->kernels) {
        if (same_kernel(one.form, kept)) self->form = kept;
      }
    };
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
  ++waiting;
  worker.post(0, [self = shared_from_this(), in = debugger_, asked = form]() mutable -> Worker::Done {
    auto answer = std::make_shared<Result<debugger::MachineState>>(in->begin(asked));
    return [self, answer, line = in->wrong_line()] {
      std::optional<debugger::MachineState> begun;
      self->take(std::move(*answer), begun, line);
      if (!begun) return;
      self->findings = begun->findings;
      self->state = std::move(begun);
      self->waits.reset();
      self->view = View::state;
    };
  });
  if (!breakpoints.lines.empty() || !breakpoints.watched.empty()) send_breakpoints(worker);
}

void MachineRun::send_look(Worker& worker) {
  debugger::MachineAction action;
  action.look = look;
  act(worker, std::move(action));
}

void MachineRun::send_breakpoints(Worker& worker) {
  debugger::MachineAction action;
  action.breakpoints = breakpoints;
  act(worker, std::move(action));
}

void MachineRun::act(Worker& worker, debugger::MachineAction action) {
  ++waiting;
  worker.post(0, [self = shared_from_this(), in = debugger_, action = std::move(action)]() mutable -> Worker::Done {
    auto answer = std::make_shared<Result<debugger::MachineState>>(in->act(action));
    return [self, answer] { self->take(std::move(*answer), self->state); };
  });
}

void MachineRun::ask_waits(Worker& worker, std::int64_t iteration, std::int64_t iterations) {
  ++waiting;
  worker.post(0, [self = shared_from_this(), in = debugger_, iteration, iterations]() -> Worker::Done {
    debugger::WaitsAsked asked{iteration, iterations};
    auto answer = std::make_shared<Result<debugger::WaitsShown>>(in->waits(asked));
    return [self, answer] { self->take(std::move(*answer), self->waits); };
  });
}

void MachineRun::search_orders(Worker& worker) {
  ++waiting;
  worker.post(0, [self = shared_from_this(), in = debugger_, asked = form]() mutable -> Worker::Done {
    asked.order.clear();
    auto answer = std::make_shared<Result<debugger::OrdersFound>>(in->orders(asked));
    return [self, answer, asked] {
      if (*answer) self->searched_ = asked;
      self->take(std::move(*answer), self->orders_);
    };
  });
}

const debugger::OrdersFound* MachineRun::orders() const {
  debugger::LaunchForm now = form;
  now.order.clear();
  return orders_ && now == searched_ ? &*orders_ : nullptr;
}

void MachineRun::trace(Worker& worker, std::function<void(std::string)> done) {
  ++waiting;
  worker.post(0, [self = shared_from_this(), in = debugger_, done = std::move(done)]() -> Worker::Done {
    debugger::Done asked;
    auto answer = std::make_shared<Result<debugger::TraceText>>(in->trace(asked));
    return [self, answer, done] {
      std::optional<debugger::TraceText> text;
      self->take(std::move(*answer), text);
      if (text) done(std::move(text->base64));
    };
  });
}

}  // namespace stridescope::desktop
