// Tests of a block's shared memory over time: compares the effect of each event on each line, for stored traces, with a
// separate computation for every byte; and the picture with its data.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/files/open_file.h"
#include "core/render/render.h"
#include "core/scene/block_memory.h"
#include "core/trace/shared_timeline.h"
#include "tests/unit/layouts.h"
#include "tests/unit/traces.h"

namespace stridescope {
namespace {

constexpr const char* kept[] = {"transpose.trace",        "traced.trace",           "triton.trace",  "torch.trace",
                                "tutorial_sgemm_1.trace", "tutorial_sgemm_2.trace", "run_copy.trace"};

// An access of one lane to a byte.
struct Touch {
  std::uint32_t phase;
  std::uint32_t instruction;
  std::uint32_t warp;
  bool reads, writes, atomic;
};

// All accesses to each byte, in the order of for_each_touch: by phases, and as recorded.
std::map<std::int64_t, std::vector<Touch>> touches_of(const TracedLaunch& launch, const TracedBlock& block) {
  std::map<std::int64_t, std::vector<Touch>> out;
  std::map<std::uint32_t, std::vector<const TracedRequest*>> by_phase;
  std::map<std::uint32_t, std::uint32_t> passed;
  for (const TracedRequest& r : block.requests) {
    if (launch.instructions[r.instruction].kind == AccessKind::barrier) ++passed[r.warp];
    by_phase[passed[r.warp]].push_back(&r);
  }
  for (const auto& [phase, requests] : by_phase) {
    for (const TracedRequest* r : requests) {
      const TracedInstruction& i = launch.instructions[r->instruction];
      const auto how = shared_touch(i.kind);
      if (!how) continue;
      const int numbers = numbers_of(i.kind);
      const int lanes = i.matrices > 0 ? std::min(8 * i.matrices, r->lanes()) : r->lanes();
      for (int lane = 0; lane < lanes; ++lane) {
        const std::int64_t* number = block.numbers.data() + r->first + lane * numbers;
        const std::int64_t bytes = i.bytes > 0 ? i.bytes : number[2];
        for (std::int64_t b = 0; b < bytes; ++b)
          out[number[how->number] + b].push_back(
              {phase, r->instruction, r->warp, how->reads, how->writes, how->atomic});
      }
    }
  }
  return out;
}

struct Counts {
  std::int64_t written = 0, read = 0, unwritten = 0, unread = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> from;
  bool operator==(const Counts& o) const {
    return written == o.written && read == o.read && unwritten == o.unwritten && unread == o.unread;
  }
};

TEST_CASE("block memory: of kept traces each event does to each line what a look at every byte says") {
  std::int64_t looked_at = 0;
  for (const char* name : kept) {
    for (const TracedLaunch& launch : kept_trace(name).launches) {
      for (std::size_t b = 0; b < launch.blocks.size(); b += laws::step(4)) {
        CAPTURE(name);
        CAPTURE(launch.kernel);
        Budget budget(std::uint64_t{1} << 30, 0);
        const SharedTimeline timeline = shared_timeline(launch, b, budget);
        // By phase, instruction and line.
        std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, Counts> wanted;
        std::set<std::int64_t> unordered;
        for (const auto& [at, touches] : touches_of(launch, launch.blocks[b])) {
          const std::int64_t line = at / shared_line_bytes;
          for (std::size_t i = 0; i < touches.size(); ++i) {
            const Touch& one = touches[i];
            Counts& counts = wanted[{one.phase, one.instruction, line}];
            if (one.reads) {
              ++counts.read;
              std::size_t j = i;
              while (j > 0 && !touches[j - 1].writes) --j;
              if (j == 0)
                ++counts.unwritten;
              else
                counts.from.insert({touches[j - 1].phase, touches[j - 1].instruction});
            }
            if (one.writes) {
              ++counts.written;
              std::size_t j = i + 1;
              while (j < touches.size() && !touches[j].reads && !touches[j].writes) ++j;
              if (!one.atomic && (j == touches.size() || !touches[j].reads)) ++counts.unread;
            }
            for (std::size_t j = 0; j < i; ++j) {
              const Touch& two = touches[j];
              if (one.phase == two.phase && one.warp != two.warp && (one.writes || two.writes) &&
                  !(one.atomic && two.atomic))
                unordered.insert(line);
            }
          }
        }
        REQUIRE(timeline.uses.size() == wanted.size());
        std::set<std::int64_t> found;
        std::vector<Counts> sums(timeline.events.size());
        for (const SharedUse& use : timeline.uses) {
          const SharedEvent& event = timeline.events[use.event];
          const auto at = wanted.find({event.phase, event.instruction, use.line});
          REQUIRE(at != wanted.end());
          CHECK(Counts{use.written, use.read, use.unwritten, use.unread, {}} == at->second);
          CHECK(use.several == (at->second.from.size() > 1));
          REQUIRE((use.from >= 0) == !at->second.from.empty());
          if (use.from >= 0) {
            const SharedEvent& writer = timeline.events[static_cast<std::size_t>(use.from)];
            CHECK(at->second.from.count({writer.phase, writer.instruction}) == 1);
          }
          if (use.unordered > 0) found.insert(use.line);
          sums[use.event].written += use.written;
          sums[use.event].read += use.read;
          sums[use.event].unwritten += use.unwritten;
          ++looked_at;
        }
        CHECK(found == unordered);
        for (std::size_t e = 0; e < sums.size(); ++e) {
          const SharedEvent& event = timeline.events[e];
          CHECK(sums[e] == Counts{event.written, event.read, event.unwritten, 0, {}});
        }
      }
    }
  }
  CHECK(looked_at > 1000);
}

TEST_CASE("block memory: the picture has a column an event and a barrier, and what is read in its writer's colour") {
  std::int64_t barriers = 0;
  for (const char* name : kept) {
    const Trace trace = kept_trace(name);
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
      Budget budget(std::uint64_t{1} << 30, 0);
      const SharedTimeline timeline = shared_timeline(trace.launches[l], 0, budget);
      for (std::size_t event = 0; event < timeline.events.size(); event += laws::step(9) * 20) {
        CAPTURE(name);
        CAPTURE(event);
        const auto scene = app::block_memory_picture(trace, {l, 0, event});
        REQUIRE(scene.has_value());
        const std::size_t begin = event - std::min<std::size_t>(event, 10);
        const std::size_t end = std::min(timeline.events.size(), event + 11);
        std::set<std::size_t> chosen;  // the last eight events that wrote values that the others read, and those events
        for (const SharedUse& use : timeline.uses) {
          const bool before =
              use.event >= begin && use.event < end && use.from >= 0 && use.from < static_cast<std::int64_t>(begin);
          if (before && !use.several) chosen.insert(static_cast<std::size_t>(use.from));
        }
        for (const SharedFlow& flow : timeline.flows) {
          if (flow.to >= begin && flow.to < end && flow.from < begin) chosen.insert(flow.from);
        }
        while (chosen.size() > 8) chosen.erase(chosen.begin());
        for (std::size_t e = begin; e < end; ++e) chosen.insert(e);
        std::map<std::size_t, std::int64_t> columns;  // of the events
        std::int64_t parts = 0;
        std::optional<std::uint32_t> phase;
        for (const std::size_t e : chosen) {
          if (phase && timeline.events[e].phase != *phase) ++parts;
          phase = timeline.events[e].phase;
          const auto column = static_cast<std::int64_t>(columns.size()) + parts;
          columns[e] = column;
        }
        CHECK(scene->cols == static_cast<std::int64_t>(chosen.size()) + parts);
        CHECK(std::count_if(scene->arrows.begin(), scene->arrows.end(),
                            [](const Scene::Arrow& a) { return a.kind == Scene::Arrow::Kind::branch; }) == parts);
        barriers += parts;
        CHECK(scene->rows <= 49);
        // A cell if an event accesses any byte of the row, otherwise none.
        std::set<std::pair<std::int64_t, std::int64_t>> cells;
        for (std::int64_t r = 1; r < scene->rows; ++r) {
          for (const auto& [e, column] : columns) {
            if (scene->ids[static_cast<std::size_t>(r * scene->cols + column)] >= 0) cells.insert({column, r});
          }
        }
        std::set<std::pair<std::int64_t, std::int64_t>> wanted;
        std::vector<std::int64_t> first;
        for (const Message& head : scene->row_heads[0]) first.push_back(std::atoll(english(head).c_str()));
        for (const SharedUse& use : timeline.uses) {
          const auto column = columns.find(use.event);
          if (column == columns.end()) continue;
          const std::int64_t row =
              std::upper_bound(first.begin() + 1, first.end(), use.line * shared_line_bytes) - first.begin() - 1;
          wanted.insert({column->second, row});
          // All bytes have one writer: its color.
          const auto from = columns.find(static_cast<std::size_t>(use.from));
          if (use.read == 0 || use.several || from == columns.end()) continue;
          const auto at = static_cast<std::size_t>(row * scene->cols + column->second);
          const std::string& label = scene->labels[at];
          if (label.find('+') == std::string::npos && label.find('W') == std::string::npos)
            CHECK(scene->colors[at] == scene->colors[static_cast<std::size_t>(from->second)]);
        }
        CHECK(cells == wanted);
        CHECK(svg(*scene, "").has_value());
      }
    }
  }
  CHECK(barriers > 10);
}

}  // namespace
}  // namespace stridescope
