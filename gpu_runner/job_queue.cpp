// One thread takes the requests of all connections in order and runs them in a child; each trace has a child of its
// own. Cancelling removes a waiting request and interrupts a running one.
#include "gpu_runner/job_queue.h"

#include <algorithm>
#include <exception>
#include <filesystem>

#include "core/base/text.h"
#include "gpu_runner/command_words.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;

// A new file name: the program's name and a number.
std::string fresh_file(const std::string& folder, const TraceWish& wish) {
  const std::vector<std::string> words = command_words(wish.command);
  std::string name = words.empty() ? std::string() : fs::path(words[0]).stem().string();
  name.resize(std::min<std::size_t>(name.size(), 64));
  for (char& c : name) c = is_word(c) || c == '-' ? c : '_';
  std::error_code none;
  for (int i = 1;; ++i) {
    const fs::path file = fs::path(folder) / cat(name, '-', i, ".trace");
    if (!fs::exists(file, none)) return file.string();
  }
}

}  // namespace

RunResult refused_program() {
  return error_result("programs_refused", say("this server does not run programs"),
                      say("start it with stridescope-runner serve --allow-programs"));
}

JobQueue::JobQueue(ClientOptions options, Programs programs)
    : programs_(std::move(programs)), client_(std::move(options)), thread_([this] { work(); }) {}

JobQueue::~JobQueue() { stop(); }

void JobQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    waiting_.clear();
    if (running_) {
      running_->left = true;
      running_->cancelled = true;
    }
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void JobQueue::take(std::uint64_t connection, const std::string& message, const Say& say) {
  Request request = parse_request(message);
  switch (request.kind) {
    case RequestKind::bad:
      say(result_line(request.id, error_result("protocol", request.message)));
      return;
    case RequestKind::quit:
      say(result_line(
          request.id,
          error_result("protocol", stridescope::say("a runner in server mode cannot be ended from outside"))));
      return;
    case RequestKind::cancel:
      cancel(connection, request.id);
      return;
    case RequestKind::trace:
      if (programs_.allowed) break;
      say(result_line(request.id, refused_program()));
      return;
    case RequestKind::ping:
    case RequestKind::run:
      break;
  }
  auto job = std::make_shared<Job>();
  job->connection = connection;
  job->id = request.id;
  job->say = say;
  std::size_t before = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto own = std::count_if(waiting_.begin(), waiting_.end(),
                                   [&](const auto& other) { return other->connection == connection; });
    std::size_t bytes = message.size();
    for (const auto& other : waiting_) bytes += other->line.size();
    if (waiting_.size() >= max_waiting_jobs || static_cast<std::size_t>(own) >= max_waiting_of_one ||
        bytes > max_waiting_bytes) {
      say(result_line(
          request.id,
          error_result("busy", stridescope::say("the queue is full: {} {request waits|requests wait}", waiting_.size()),
                       stridescope::say("try again when one has ended"))));
      return;
    }
    job->number = ++number_;
    request.run.id = job->number;
    if (request.kind == RequestKind::trace) {
      job->trace = std::move(request.trace);
      job->language = std::move(request.language);
    } else {
      job->line = request.kind == RequestKind::ping ? ping_line(job->number) : request_line(request.run);
    }
    before = waiting_.size() + (running_ ? 1 : 0);
    // Under the lock, so that it precedes the output of the job.
    if (before > 0) say(event_line({request.id, "queue", std::to_string(before) + " before it"}));
    waiting_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void JobQueue::cancel(std::uint64_t connection, const RequestId& id) {
  const std::lock_guard lock(mutex_);
  if (running_ && running_->connection == connection && running_->id == id) {
    running_->cancelled = true;
    return;
  }
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const auto& job) { return job->connection == connection && job->id == id; });
  if (found == waiting_.end()) return;  // it has ended: its result was the answer
  (*found)->say(result_line(id, cancelled_result()));
  waiting_.erase(found);
}

void JobQueue::leave(std::uint64_t connection) {
  const std::lock_guard lock(mutex_);
  waiting_.erase(
      std::remove_if(waiting_.begin(), waiting_.end(), [&](const auto& job) { return job->connection == connection; }),
      waiting_.end());
  if (running_ && running_->connection == connection) {
    running_->left = true;
    running_->cancelled = true;
  }
}

void JobQueue::work() {
  for (;;) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
      if (ending_) return;
      job = waiting_.front();
      waiting_.pop_front();
      running_ = job;
    }
    const auto event = [&](const Answer& answer) {
      if (!job->left) job->say(event_line({job->id, answer.event, answer.text}));
    };
    std::string line;
    // Whatever a library throws, where threads or memory are short: that costs this request alone.
    try {
      line = job->trace ? trace(*job) : result_line(job->id, client_.send(job->line, job->number, event, [&] {
        return job->cancelled.load();
      }));
    } catch (const std::exception& e) {
      line = result_line(job->id, error_result("internal", Message::verbatim(e.what())));
    }
    {
      const std::lock_guard lock(mutex_);
      running_ = nullptr;
    }
    if (!job->left) job->say(line);
  }
}

std::string JobQueue::trace(const Job& job) const {
  const std::string file = fresh_file(programs_.traces, *job.trace);
  const auto said = [&](const std::string& line) {
    if (!job.left) job.say(event_line({job.id, "said", line}));
  };
  const TraceEnd end =
      trace_in_child(*job.trace, file, programs_.tracer, job.language, said, [&] { return job.cancelled.load(); });
  switch (end.status) {
    case TraceEnd::Status::cancelled:
      return result_line(job.id, cancelled_result());
    case TraceEnd::Status::failed:
      return result_line(job.id, error_result("not_traced", end.why, end.hint));
    case TraceEnd::Status::traced:
      break;
  }
  return traced_line(job.id, fs::path(file).filename().string());
}

}  // namespace stridescope::gpu
