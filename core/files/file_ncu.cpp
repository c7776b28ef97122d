// Lists Nsight Compute's counts for an open file: the accesses of each kernel, most expensive first, and the meaning of
// each number. A trace of the same program that is open gets the counts for its accesses.
#include "core/base/base64.h"
#include "core/files/open_file.h"
#include "core/trace/pinned.h"

namespace stridescope::app {
namespace {

constexpr std::size_t most_list_rows = 8192;  // per list

std::vector<FileList> lists_of(const NcuReport& report) {
  FileList accesses;
  accesses.word = "accesses";
  accesses.title = say("Accesses");
  for (const NcuKernel& kernel : report.kernels) {
    const std::string name = kernel.name.substr(0, kernel.name.find_first_of("(<"));
    accesses.kinds.push_back({name, Message::verbatim(name), 0});
    for (const NcuInstruction* one : by_excess(kernel)) {
      if (accesses.items.size() >= most_list_rows) {
        ++accesses.left_out;
        continue;
      }
      FileItem& item = accesses.items.emplace_back();
      item.row.index = static_cast<std::int64_t>(accesses.items.size()) - 1;
      item.row.kind = accesses.kinds.size() - 1;
      item.row.place = place_of(*one);
      item.row.text = one->sass;
      item.row.sentence = counts_of(*one);
      item.code = one->sass;
      item.sentences.push_back(to_message(*one));
      if (Message why = cause_words(*one); !why.empty()) {
        item.row.grade = FileGrade::warning;
        item.sentences.push_back(std::move(why));
      }
      ++accesses.kinds.back().count;
    }
  }
  FileList numbers;
  numbers.word = "numbers";
  numbers.title = say("What does each number include?");
  numbers.kinds.push_back({"numbers", numbers.title, 0});
  for (Message& line : included_in(report)) {
    FileItem& item = numbers.items.emplace_back();
    item.row.index = static_cast<std::int64_t>(numbers.items.size()) - 1;
    item.row.sentence = std::move(line);
    ++numbers.kinds.back().count;
  }
  std::vector<FileList> out;
  out.push_back(std::move(accesses));
  out.push_back(std::move(numbers));
  return out;
}

bool has_rows(const std::vector<FileList>& lists, std::string_view word) {
  for (const FileList& list : lists) {
    if (list.word == word) return !list.items.empty();
  }
  return false;
}

}  // namespace

OpenFile open_counts(std::string_view text, std::string name, const OpenFile* open) {
  OpenFile out;
  const bool packed = file_reader(name, text) == FileReader::counts;
  out.name = std::move(name);
  const auto refuse = [&](const Error& error) {
    out.refused = error.hint.empty() ? error.message : say("{}; {}", error.message, error.hint);
    return std::move(out);
  };
  std::string bytes;
  if (packed) {
    auto decoded = decode_base64(text, Base64::standard);
    if (!decoded) return refuse(decoded.error());
    bytes = std::move(*decoded);
    text = bytes;
  }
  const auto report = read_ncu(text);
  if (!report) return refuse(report.error());
  if (open != nullptr && open->trace) {
    std::vector<FileList> lists = trace_lists(*open->trace, &*report);
    if (has_rows(lists, "counted")) {
      out.title = say("{}, with the counts of {}", open->title, out.name);
      out.name = open->name;
      out.trace = open->trace;
      out.lists = std::move(lists);
      return out;
    }
  }
  out.title = report->kernels.size() == 1
                  ? to_message(report->kernels.front())
                  : say("{} {kernel|kernels} counted by Nsight Compute", report->kernels.size());
  out.lists = lists_of(*report);
  return out;
}

OpenFile open_file(FileReader reader, std::string_view text, std::string name, const OpenFile* open) {
  switch (reader) {
    case FileReader::trace:
      return open_trace(text, std::move(name));
    case FileReader::counts:
    case FileReader::counts_page:
      return open_counts(text, std::move(name), open);
    case FileReader::program:
    case FileReader::module:
      break;
  }
  return open_module(text, std::move(name));
}

}  // namespace stridescope::app
