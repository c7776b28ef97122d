// Lists a trace's contents for an open file: the accesses of each launch with the recovered layouts, the cause of their
// cost and its fix, and the shared memory of its blocks over time.
#include <algorithm>
#include <map>
#include <optional>

#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/files/open_file.h"
#include "core/trace/advice.h"
#include "core/trace/hazards.h"
#include "core/trace/pinned.h"
#include "core/trace/shared_timeline.h"

namespace stridescope::app {
namespace {

enum TraceList : std::size_t { accesses_list, advice_list, order_list, timeline_list, counted_list };
constexpr std::string_view trace_list_words[] = {"accesses", "advice", "order", "timeline", "counted"};

// Budget of steps for all launches of a trace: about a second.
constexpr std::uint64_t open_steps = std::uint64_t{1} << 27;
constexpr std::size_t most_items = 8192;         // per list
constexpr std::size_t most_argument_bytes = 12;  // at either end of template arguments

// A kernel's name with its template arguments, which tell instances apart, without return type, namespaces and
// parameters. Long arguments keep both ends, where instances differ most often.
std::string short_name(std::string_view kernel) {
  std::size_t end = 0;
  std::size_t begin = 0;
  int depth = 0;
  constexpr std::string_view unnamed = "(anonymous namespace)";
  for (; end < kernel.size() && (depth > 0 || kernel[end] != '(' || kernel.substr(end).starts_with(unnamed)); ++end) {
    if (kernel[end] == '(' && depth == 0) end += unnamed.size() - 1;
    depth += kernel[end] == '<' ? 1 : kernel[end] == '>' ? -1 : 0;
    if (kernel[end] == ' ' && depth == 0) begin = end + 1;
  }
  const std::string_view whole = kernel.substr(begin, end - begin);
  const std::size_t space = whole.substr(0, whole.find('<')).rfind("::");
  std::string out(whole.substr(space == std::string_view::npos ? 0 : space + 2));
  const std::size_t arguments = std::min(out.find('<'), out.size());
  if (out.size() - arguments > 2 * most_argument_bytes) {
    const std::size_t first = character_begin(out, arguments + most_argument_bytes);
    const std::size_t last = character_end(out, out.size() - most_argument_bytes);
    out = cat(std::string_view(out).substr(0, first), "\xE2\x80\xA6", std::string_view(out).substr(last));
  }
  return out;
}

class TraceLists {
 public:
  TraceLists(const Trace& trace, const NcuReport* counts) : out_(counts == nullptr ? 4 : 5), counts_(counts) {
    static constexpr Term titles[] = {term("Accesses"), term("Advice"), term("Order of shared memory"),
                                      term("Shared memory in time"), term("Measured next to predicted")};
    for (std::size_t i = 0; i < out_.size(); ++i) {
      out_[i].word = trace_list_words[i];
      out_[i].title = titles[i];
      out_[i].ranked = i == advice_list || i == order_list;
    }
    Budget budget(open_steps, 0);
    for (const TracedLaunch& launch : trace.launches) {
      add(launch, budget);
      ++launch_;
    }
  }

  std::vector<FileList> take() { return std::move(out_); }

 private:
  void add(const TracedLaunch& launch, Budget& budget);
  void add_accesses(const TracedLaunch& launch, const LaunchReport& report);
  void add_advice(const LaunchReport& report, const Advice& advice);
  void add_order(const TracedLaunch& launch, const LaunchReport& report, const SharedOrder& order);
  void add_timeline(const TracedLaunch& launch, std::size_t block, const SharedTimeline& timeline,
                    const SharedOrder& order);
  void add_counted(const TracedLaunch& launch, const LaunchReport& report);
  // Null if the list is full.
  FileItem* add_item(TraceList list, std::string place = {});
  void link(FileItem& from, TraceList to_list, std::int64_t to, Message label) {
    from.links.push_back({std::string(trace_list_words[to_list]), to, std::move(label)});
  }
  // Links an access and its findings in both directions.
  void link_access(FileItem& item, TraceList list, std::uint32_t instruction, const Message& told);

  std::vector<FileList> out_;
  const NcuReport* counts_;
  std::size_t launch_ = 0;  // index of the launch that is being added
  // For that launch: the rows and names of its accesses by instruction.
  std::multimap<std::uint32_t, std::int64_t> rows_;
  std::map<std::uint32_t, std::string> names_;
  std::vector<std::int64_t> row_of_;  // by access of the report; -1: omitted
};

FileItem* TraceLists::add_item(TraceList index, std::string place) {
  FileList& list = out_[index];
  if (list.items.size() >= most_items) {
    ++list.left_out;
    return nullptr;
  }
  FileItem& item = list.items.emplace_back();
  item.row.index = static_cast<std::int64_t>(list.items.size()) - 1;
  item.row.kind = list.kinds.size() - 1;
  item.row.place = std::move(place);
  ++list.kinds.back().count;
  return &item;
}

void TraceLists::link_access(FileItem& item, TraceList list, std::uint32_t instruction, const Message& told) {
  const auto [begin, end] = rows_.equal_range(instruction);
  for (auto at = begin; at != end; ++at) {
    FileItem& access = out_[accesses_list].items[static_cast<std::size_t>(at->second)];
    link(item, accesses_list, at->second, say("{}: {}", access.row.place, access.row.name));
    link(access, list, item.row.index, told);
  }
}

void TraceLists::add_accesses(const TracedLaunch& launch, const LaunchReport& report) {
  for (const TracedAccess& access : report.accesses) {
    const TracedInstruction& i = launch.instructions[access.layout.instruction];
    names_.try_emplace(access.layout.instruction, access.name);
    FileItem* item = add_item(accesses_list, place_of(i));
    row_of_.push_back(item == nullptr ? -1 : item->row.index);
    if (item == nullptr) continue;
    rows_.emplace(access.layout.instruction, item->row.index);
    item->row.name = access.name;
    item->row.text = access.expression.empty() ? i.sass : access.expression;
    if (!access.expression.empty() && !access.running.empty()) append_all(item->row.text, " o ", access.running);
    item->row.sentence = cost_of(access);
    item->row.excess = access.costs.excess();
    item->row.grade = access.costs.excess() > 0 ? FileGrade::warning
                      : access.layout.exact()   ? FileGrade::plain
                                                : FileGrade::note;
    item->code = i.sass;
    item->program = program_of(launch, access);
    if (!item->program.empty()) item->program.pop_back();
    item->row.becomes_card = !item->program.empty();
    item->sentences = facts_of(launch, access);
  }
}

void TraceLists::add_advice(const LaunchReport& report, const Advice& advice) {
  for (const AccessWaste& waste : advice.wastes) {
    FileItem* item = add_item(advice_list);
    if (item == nullptr) continue;
    const AdviceWords words = to_words(report, waste);
    const TracedAccess& access = report.accesses[waste.access];
    item->row.name = access.name;
    item->row.sentence = words.what;
    item->row.grade = FileGrade::warning;
    item->row.excess = access.costs.excess();
    item->sentences = words.fixes;
    link_access(*item, advice_list, access.layout.instruction, words.what);
  }
  for (const SharedTile& tile : advice.tiles) {
    FileItem* item = add_item(advice_list, cat(tile.begin));
    if (item == nullptr) continue;
    const AdviceWords words = to_words(report, tile);
    item->row.sentence = words.what;
    item->row.grade = tile.has_change() ? FileGrade::warning : FileGrade::note;
    item->row.excess = tile.wavefronts - tile.best_wavefronts;
    item->sentences = words.fixes;
    if (!words.cute.empty()) item->sentences.push_back(words.cute);
    if (!words.arithmetic.empty()) item->sentences.push_back(words.arithmetic);
    item->program = tile_program(report, tile);
    if (!item->program.empty()) item->program.pop_back();
    item->row.becomes_card = !item->program.empty();
    for (const std::size_t a : tile.accesses)
      link_access(*item, advice_list, report.accesses[a].layout.instruction,
                  words.fixes.empty() ? words.what : words.fixes.front());
  }
}

void TraceLists::add_order(const TracedLaunch& launch, const LaunchReport& report, const SharedOrder& order) {
  const auto is_unread = [](const SharedHazard& hazard) { return hazard.kind == HazardKind::unread; };
  const auto unread = std::count_if(order.hazards.begin(), order.hazards.end(), is_unread);
  std::optional<std::int64_t> unread_row;
  for (const SharedHazard& hazard : order.hazards) {
    // Writes that are never read are often many: they share a row.
    const Message sentence = to_message(report, hazard);
    if (is_unread(hazard) && unread_row) {
      FileItem& item = out_[order_list].items[static_cast<std::size_t>(*unread_row)];
      item.sentences.push_back(sentence);
      link_access(item, order_list, hazard.first, sentence);
      continue;
    }
    FileItem* item = add_item(order_list, place_of(launch.instructions[hazard.first]));
    if (item == nullptr) continue;
    item->row.sentence = sentence;
    item->row.grade = is_unread(hazard) ? FileGrade::warning : FileGrade::error;
    if (is_unread(hazard) && unread > 1) {
      unread_row = item->row.index;
      item->row.sentence = say("{} {access writes|accesses write} shared memory that is never read", unread);
      item->sentences.push_back(sentence);
    }
    link_access(*item, order_list, hazard.first, sentence);
    if (hazard.second != hazard.first) link_access(*item, order_list, hazard.second, item->row.sentence);
  }
  if (launch.shared_bytes == 0) return;
  for (Message& one : unjudged(order)) {
    FileItem* item = add_item(order_list);
    if (item == nullptr) continue;
    item->row.sentence = std::move(one);
    item->row.grade = FileGrade::note;
  }
}

void TraceLists::add_timeline(const TracedLaunch& launch, std::size_t block, const SharedTimeline& timeline,
                              const SharedOrder& order) {
  const bool ordered = order.judged(HazardKind::unordered);  // the trace contains the barriers, and all waits
  std::vector<std::int64_t> rows;
  const auto name = [&](std::size_t event) -> const std::string& { return names_[timeline.events[event].instruction]; };
  for (const SharedEvent& event : timeline.events) {
    FileItem* item = add_item(timeline_list, cat(timeline.block, ':', event.phase));
    rows.push_back(item == nullptr ? -1 : item->row.index);
    if (item == nullptr) continue;
    item->row.name = names_[event.instruction];
    item->moment = {launch_, block, rows.size() - 1};
    std::vector<Message> what;
    if (event.loaded > 0) what.push_back(say("loads {} {byte|bytes} of global memory", event.loaded));
    if (event.written > 0) what.push_back(say("writes {} {byte|bytes}", event.written));
    if (event.read > 0) what.push_back(say("reads {} {byte|bytes}", event.read));
    item->row.sentence = comma_list(what);
    item->code = launch.instructions[event.instruction].sass;
    if (ordered)
      item->sentences.push_back(event.phase == 0 ? say("before the first barrier of block {}", timeline.block)
                                                 : say("after barrier {} of block {}", event.phase, timeline.block));
    if (event.again > 0) {
      item->row.grade = FileGrade::note;
      item->sentences.push_back(say("the block had already loaded {} {byte|bytes} of it", event.again));
    }
    if (event.unwritten > 0 && order.judged(HazardKind::unwritten)) {
      item->row.grade = FileGrade::error;
      item->sentences.push_back(say("{} {byte of it was|bytes of it were} not initialized", event.unwritten));
    }
    link_access(*item, timeline_list, event.instruction,
                say("phase {} of block {}: {}", event.phase, timeline.block, item->row.sentence));
  }
  for (const SharedFlow& flow : timeline.flows) {
    if (rows[flow.from] < 0 || rows[flow.to] < 0) continue;
    FileItem& writer = out_[timeline_list].items[static_cast<std::size_t>(rows[flow.from])];
    FileItem& reader = out_[timeline_list].items[static_cast<std::size_t>(rows[flow.to])];
    const bool barrier = timeline.events[flow.from].phase != timeline.events[flow.to].phase;
    const bool others = flow.other_warps > 0;
    const Message between =
        barrier    ? say("separated by a barrier")
        : !others  ? say("by the same warps")
        : !ordered ? say("the trace does not show whether they wait for each other")
                   : say("no barrier in between, and {} {byte|bytes} belong to other warps", flow.other_warps);
    if (!barrier && others && ordered) reader.row.grade = writer.row.grade = FileGrade::error;
    link(writer, timeline_list, rows[flow.to],
         say("{} reads {} {byte|bytes} of it: {}", name(flow.to), flow.bytes, between));
    link(reader, timeline_list, rows[flow.from],
         say("{} {byte of it was|bytes of it were} written by {}: {}", flow.bytes, name(flow.from), between));
  }
}

void TraceLists::add_counted(const TracedLaunch& launch, const LaunchReport& report) {
  const auto pinned = pin_counts(launch, report, *counts_);
  if (!pinned) return;
  const NcuKernel& kernel = counts_->kernels[pinned->kernel];
  if (FileItem* head = add_item(counted_list)) head->row.sentence = to_message(kernel, *pinned);
  for (const PinnedAccess& one : pinned->accesses) {
    const TracedAccess& access = report.accesses[one.access];
    FileItem* item = add_item(counted_list, place_of(launch.instructions[access.layout.instruction]));
    if (item == nullptr) continue;
    item->row.name = access.name;
    item->row.sentence = to_message(access, one);
    item->row.grade =
        one.state == PinState::differs || one.state == PinState::uneven ? FileGrade::warning : FileGrade::plain;
    item->code = kernel.instructions[one.instruction].sass;
    item->sentences.push_back(counts_of(kernel.instructions[one.instruction]));
    link_access(*item, counted_list, access.layout.instruction, item->row.sentence);
  }
}

void TraceLists::add(const TracedLaunch& launch, Budget& budget) {
  rows_.clear();
  names_.clear();
  row_of_.clear();
  const std::string kernel = cat(short_name(launch.kernel), " #", launch.number);
  for (FileList& list : out_) list.kinds.push_back({kernel, Message::verbatim(kernel), 0});
  const LaunchReport report = report_launch(launch, budget);
  add_accesses(launch, report);
  if (counts_ != nullptr) add_counted(launch, report);
  add_advice(report, advise(launch, report, budget));
  const SharedOrder order = shared_order(launch, budget);
  add_order(launch, report, order);
  if (launch.shared_bytes == 0) return;
  for (std::size_t i = 0; i < launch.blocks.size(); ++i)
    add_timeline(launch, i, shared_timeline(launch, i, budget), order);
}

Message title_of(const Trace& trace) {
  if (trace.launches.size() == 1) return to_message(trace.launches.front());
  return say("{} {launch|launches} of {}, traced by {}", trace.launches.size(), trace.device, trace.tracer);
}

}  // namespace

OpenFile open_trace(std::string_view letters, std::string name) {
  OpenFile out;
  out.name = std::move(name);
  const auto refuse = [&](const Error& error) {
    out.refused = error.hint.empty() ? error.message : say("{}; {}", error.message, error.hint);
    return std::move(out);
  };
  const auto bytes = decode_base64(letters, Base64::standard);
  if (!bytes) return refuse(bytes.error());
  const auto sections = sections_of(*bytes);
  if (!sections) return refuse(sections.error());
  auto trace = read_trace_payload(*sections);
  if (!trace) return refuse(trace.error());
  out.title = title_of(*trace);
  out.lists = trace_lists(*trace, nullptr);
  if (trace->launches.empty()) out.refused = say("no launch was traced");
  out.trace = std::make_shared<const Trace>(std::move(*trace));
  return out;
}

std::vector<FileList> trace_lists(const Trace& trace, const NcuReport* counts) {
  return TraceLists(trace, counts).take();
}

}  // namespace stridescope::app
