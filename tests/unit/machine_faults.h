// Reads the kernels of tests/machine/faults, each with its faults (README.md there).
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/machine/checks/finding.h"
#include "core/machine/machine.h"
#include "doctest/doctest.h"

namespace stridescope::machine {

struct PlantedFault {
  std::string name;  // "reverse.ptx:20 drop"
  std::string kernel;
  std::string ptx;
  Launch launch;
  std::set<std::string> kinds;  // expected
  std::set<std::uint32_t> lines;
};

inline std::vector<std::string> split_at(const std::string& text, char at) {
  std::vector<std::string> out;
  std::string part;
  std::istringstream in(text);
  while (std::getline(in, part, at)) {
    const std::size_t from = part.find_first_not_of(' ');
    if (from == std::string::npos) continue;
    out.push_back(part.substr(from, part.find_last_not_of(' ') - from + 1));
  }
  return out;
}

inline Launch launch_of_words(const std::string& words) {
  Launch out;
  for (const std::string& word : split_at(words, ' ')) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    if (name == "grid") out.grid[0] = std::stol(value);
    if (name == "block") out.block[0] = std::stol(value);
    if (name == "shared") out.shared_bytes = std::stol(value);
    if (name != "arg") continue;
    const bool number = value.find('=') != std::string::npos && value.find(':') == std::string::npos;
    if (number) {
      const auto n = static_cast<std::uint32_t>(std::stoul(value.substr(value.find('=') + 1)));
      out.arguments.push_back({std::string(reinterpret_cast<const char*>(&n), 4), false});
      continue;
    }
    std::string bytes;
    const bool zeros = value.ends_with("=zeros");
    const std::size_t width = value.starts_with("u16") ? 2 : 4;
    for (std::uint32_t i = 0; i < std::stoul(value.substr(value.find(':') + 1)); ++i) {
      const std::uint32_t element = zeros ? 0 : i + 1;
      bytes.append(reinterpret_cast<const char*>(&element), width);
    }
    out.arguments.push_back({bytes, true});
  }
  out.records = 0;
  return out;
}

// The kernel itself, and then its faults.
inline std::vector<PlantedFault> planted_faults(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  PlantedFault whole;
  whole.name = file.filename().string();
  whole.kernel = whole.name;
  std::map<std::string, std::uint32_t> marks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("// launch ")) whole.launch = launch_of_words(lines[i].substr(10));
    if (const std::size_t mark = lines[i].find("// mark "); mark != std::string::npos)
      marks[lines[i].substr(mark + 8)] = static_cast<std::uint32_t>(i + 1);
  }
  const auto joined = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& line : all) out += line + "\n";
    return out;
  };
  whole.ptx = joined(lines);
  std::vector<PlantedFault> out = {whole};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("// fault ")) continue;
    std::size_t target = i;
    while (lines[target].starts_with("//")) ++target;
    const std::string text = lines[i].substr(9);
    const std::size_t colon = text.rfind(": ");
    REQUIRE_MESSAGE(colon != std::string::npos, lines[i]);
    PlantedFault one = whole;
    one.name += ":" + std::to_string(i + 1) + " " + text.substr(0, colon);
    const std::string expected = text.substr(colon + 2);
    const std::size_t at = expected.find(" at ");
    for (const std::string& kind : split_at(expected.substr(0, at), ',')) one.kinds.insert(kind);
    std::vector<std::string> changed = lines;
    std::size_t faulty = target;
    if (text.starts_with("drop")) {
      changed[target].clear();
    } else if (text.starts_with("use \"")) {
      changed[target] = text.substr(5, text.rfind('"') - 5);
    } else {
      const bool up = text.starts_with("up");
      std::size_t to = target;
      for (std::size_t by = std::stoul(text.substr(text.find(' '))); by > 0;) {
        to = up ? to - 1 : to + 1;
        by -= lines[to].starts_with("//") ? 0 : 1;
      }
      const std::string moved = changed[target];
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(target));
      changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(to), moved);
      faulty = to;
    }
    one.ptx = joined(changed);
    // Marks move with their lines.
    std::map<std::string, std::uint32_t> now;
    for (std::size_t k = 0; k < changed.size(); ++k) {
      if (const std::size_t mark = changed[k].find("// mark "); mark != std::string::npos)
        now[changed[k].substr(mark + 8)] = static_cast<std::uint32_t>(k + 1);
    }
    if (at == std::string::npos) {
      one.lines.insert(static_cast<std::uint32_t>(faulty + 1));
    } else {
      for (const std::string& mark : split_at(expected.substr(at + 4), ',')) {
        REQUIRE_MESSAGE(marks.contains(mark), lines[i]);
        one.lines.insert(now.contains(mark) ? now[mark] : marks[mark]);
      }
    }
    out.push_back(std::move(one));
  }
  return out;
}

// A finding of an expected kind, one of whose lines is expected.
inline bool names(const PlantedFault& fault, const Finding& finding) {
  if (!fault.kinds.contains(std::string(name_of(finding.kind)))) return false;
  const auto is_there = [&](const Instruction* instruction) {
    return instruction != nullptr && fault.lines.contains(instruction->line);
  };
  bool there = is_there(finding.here.instruction) || is_there(finding.other.instruction);
  for (const Finding::Note& note : finding.notes) there = there || is_there(note.instruction);
  return there;
}

}  // namespace stridescope::machine
