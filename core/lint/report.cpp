// Formats of findings. Source: SARIF 2.1.0 (OASIS), workflow commands of GitHub Actions.
#include "core/lint/report.h"

#include <array>

#include "core/base/characters.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/workspace/workspace.h"

namespace stridescope::lint {
namespace {

constexpr std::size_t most_pictures = 8;
constexpr std::size_t most_picture_bytes = 6000;

std::string_view severity_of(const Finding& one) {
  return severity_names[static_cast<std::size_t>(row_of(one.rule).severity)];
}

// The file of a related place: the finding's own, unless it is another one.
const std::string& path_of(const FileFindings& file, const FindingPlace& place) {
  return place.file.empty() ? file.path : place.file;
}

// The finding with its fix, in one sentence.
std::string sentence(const Finding& one, const Catalog& catalog) {
  const std::string what = render(one.what, catalog);
  return one.fix.empty() ? what : cat(what, "; ", render(one.fix, catalog));
}

std::string as_text(const FileFindings& file, const Finding& one, const Catalog& catalog) {
  std::string out = cat(file.path, ":", one.line, ":", one.column, ": ", severity_of(one), ": ",
                        render(one.what, catalog), " [", row_of(one.rule).id, "]\n  ", one.source, "\n");
  if (!one.fix.empty()) append_all(out, "  = ", render(one.fix, catalog), "\n");
  if (!one.through.empty()) append_all(out, "  = ", render(say("seen through {}", one.through), catalog), "\n");
  for (const FindingPlace& place : one.related) {
    append_all(out, path_of(file, place), ":", place.line, ":", place.column, ": note: ", render(place.what, catalog),
               "\n  ", place.source, "\n");
  }
  return out;
}

// A value of a workflow command; `property` also for one before the colons.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%')
      out += "%25";
    else if (c == '\n')
      out += "%0A";
    else if (c == '\r')
      out += "%0D";
    else if (property && c == ':')
      out += "%3A";
    else if (property && c == ',')
      out += "%2C";
    else
      out.push_back(c);
  }
  return out;
}

std::string as_command(const FileFindings& file, const Finding& one, const Catalog& catalog) {
  std::string what = sentence(one, catalog);
  for (const FindingPlace& place : one.related)
    append_all(what, "\n", path_of(file, place), ":", place.line, ": ", render(place.what, catalog));
  return cat("::", severity_of(one), " file=", escaped(file.path, true), ",line=", one.line, ",col=", one.column,
             ",title=stridescope ", row_of(one.rule).id, "::", escaped(what, false), "\n");
}

std::string as_json(const std::vector<FileFindings>& files, const Catalog& catalog) {
  std::string out;
  JsonWriter to(out);
  to.open_object();
  to.list("findings", files, [&](const FileFindings& file) {
    for (const Finding& one : file.findings) {
      to.open_object();
      to.field("path", file.path);
      to.field("line", one.line);
      to.field("column", one.column);
      to.field("rule", row_of(one.rule).id);
      to.field("severity", severity_of(one));
      to.field("what", render(one.what, catalog));
      if (!one.fix.empty()) to.field("fix", render(one.fix, catalog));
      if (!one.program.empty()) to.field("program", one.program);
      if (!one.through.empty()) to.field("through", one.through);
      if (!one.related.empty()) {
        to.objects("related", one.related, [&](const FindingPlace& place) {
          to.field("path", path_of(file, place));
          to.field("line", place.line);
          to.field("column", place.column);
          to.field("what", render(place.what, catalog));
        });
      }
      if (one.edit) {
        to.key("edit");
        to.open_object();
        to.field("line", one.edit->line);
        to.field("column", one.edit->begin);
        to.field("endColumn", one.edit->end);
        to.field("text", one.edit->text);
        to.close_object();
      }
      to.close_object();
    }
  });
  to.close_object();
  return out + "\n";
}

void text_object(JsonWriter& to, std::string_view key, std::string_view text) {
  to.key(key);
  to.open_object();
  to.field("text", text);
  to.close_object();
}

void write_location(JsonWriter& to, std::string_view path, std::uint32_t line, std::uint32_t column) {
  to.key("physicalLocation");
  to.open_object();
  to.key("artifactLocation");
  to.open_object();
  to.field("uri", path);
  to.close_object();
  to.key("region");
  to.open_object();
  to.field("startLine", line);
  to.field("startColumn", column);
  to.close_object();
  to.close_object();
}

// A fix of SARIF: the text between two columns of a line is replaced.
void write_fix(JsonWriter& to, std::string_view path, const Finding& one, const Catalog& catalog) {
  to.key("fixes");
  to.open_array();
  to.open_object();
  text_object(to, "description", render(one.fix, catalog));
  to.key("artifactChanges");
  to.open_array();
  to.open_object();
  to.key("artifactLocation");
  to.open_object();
  to.field("uri", path);
  to.close_object();
  to.key("replacements");
  to.open_array();
  to.open_object();
  to.key("deletedRegion");
  to.open_object();
  to.field("startLine", one.edit->line);
  to.field("startColumn", one.edit->begin);
  to.field("endColumn", one.edit->end);
  to.close_object();
  text_object(to, "insertedContent", one.edit->text);
  to.close_object();
  to.close_array();
  to.close_object();
  to.close_array();
  to.close_object();
  to.close_array();
}

std::string as_sarif(const std::vector<FileFindings>& files, const Catalog& catalog) {
  std::string out;
  JsonWriter to(out);
  to.open_object();
  to.field("version", "2.1.0");
  to.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  to.key("runs");
  to.open_array();
  to.open_object();
  to.key("tool");
  to.open_object();
  to.key("driver");
  to.open_object();
  to.field("name", "stridescope");
  to.objects("rules", rules, [&](const RuleRow& row) {
    to.field("id", row.id);
    text_object(to, "shortDescription", row.summary);
  });
  to.close_object();
  to.close_object();
  to.list("results", files, [&](const FileFindings& file) {
    for (const Finding& one : file.findings) {
      to.open_object();
      to.field("ruleId", row_of(one.rule).id);
      to.field("ruleIndex", static_cast<int>(one.rule));
      to.field("level", severity_of(one));
      text_object(to, "message", sentence(one, catalog));
      to.key("locations");
      to.open_array();
      to.open_object();
      write_location(to, file.path, one.line, one.column);
      to.close_object();
      to.close_array();
      if (!one.related.empty()) {
        to.key("relatedLocations");
        to.open_array();
        for (std::size_t i = 0; i < one.related.size(); ++i) {
          const FindingPlace& place = one.related[i];
          to.open_object();
          to.field("id", static_cast<int>(i));
          write_location(to, path_of(file, place), place.line, place.column);
          text_object(to, "message", render(place.what, catalog));
          to.close_object();
        }
        to.close_array();
      }
      if (one.edit) write_fix(to, file.path, one, catalog);
      to.close_object();
    }
  });
  to.close_object();
  to.close_array();
  to.close_object();
  return out + "\n";
}

// The picture of a program's last value in characters; empty without one.
std::string picture_of(const std::string& program) {
  Workspace workspace;
  const Report& made = workspace.evaluate(program, IntegerMode::teaching);
  if (made.bindings.empty()) return {};
  const int last = static_cast<int>(made.bindings.size()) - 1;
  const auto view = workspace.view(last);
  if (!view) return {};
  const auto drawn = workspace.emit(last, "ascii", *view);
  return drawn && drawn->size() <= most_picture_bytes ? *drawn : std::string();
}

// A text between bars of a Markdown table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '`') out.push_back('\\');
    out.push_back(c == '\n' ? ' ' : c);
  }
  return out;
}

std::string known_line(std::string_view path, const Finding& one) {
  return cat(row_of(one.rule).id, "\t", path, "\t", one.source);
}

}  // namespace

std::string report(const std::vector<FileFindings>& files, Format format, const Catalog& catalog) {
  if (format == Format::json) return as_json(files, catalog);
  if (format == Format::sarif) return as_sarif(files, catalog);
  std::string out;
  for (const FileFindings& file : files) {
    for (const Finding& one : file.findings)
      out += format == Format::github ? as_command(file, one, catalog) : as_text(file, one, catalog);
  }
  return out;
}

std::string summary(const std::vector<FileFindings>& files, const Catalog& catalog) {
  std::array<std::size_t, std::size(rules)> counts = {};
  std::size_t all = 0;
  for (const FileFindings& file : files) {
    for (const Finding& one : file.findings) ++counts[static_cast<std::size_t>(one.rule)];
    all += file.findings.size();
  }
  std::string out = cat("## Stridescope: ", all, all == 1 ? " finding\n" : " findings\n");
  if (all == 0) return out;
  out += "\n| | | |\n| --- | --- | --- |\n";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) append_all(out, "| ", rules[i].id, " | ", counts[i], " | ", cell(rules[i].summary), " |\n");
  }
  std::size_t pictures = 0;
  for (const FileFindings& file : files) {
    for (const Finding& one : file.findings) {
      if (pictures >= most_pictures) return out;
      const std::string picture = one.program.empty() ? std::string() : picture_of(one.program);
      if (picture.empty()) continue;
      ++pictures;
      append_all(out, "\n`", file.path, ":", one.line, "` ", cell(sentence(one, catalog)), "\n\n```text\n", picture,
                 picture.back() == '\n' ? "" : "\n", "```\n");
      for (const FindingPlace& place : one.related)
        append_all(out, "\n* `", path_of(file, place), ":", place.line, "` ", cell(render(place.what, catalog)), "\n");
    }
  }
  return out;
}

std::string Baseline::write(const std::vector<FileFindings>& files) {
  std::string out;
  for (const FileFindings& file : files) {
    for (const Finding& one : file.findings) append_all(out, known_line(file.path, one), "\n");
  }
  return out;
}

Baseline::Baseline(std::string_view text) {
  while (!text.empty()) ++known_[std::string(cut_line(text))];
}

std::size_t Baseline::remove(FileFindings& file) {
  return std::erase_if(file.findings, [&](const Finding& one) {
    const auto known = known_.find(known_line(file.path, one));
    if (known == known_.end() || known->second == 0) return false;
    --known->second;
    return true;
  });
}

}  // namespace stridescope::lint
