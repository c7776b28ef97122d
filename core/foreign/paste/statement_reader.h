// Reads the statements of a program that are not of the language (core/lang/foreign_reader.h) into its ForeignTree.
#pragma once

#include "core/foreign/paste/paste.h"
#include "core/lang/program_parser.h"

namespace stridescope {

class StatementReader final : public ForeignReader {
 public:
  // program_bytes: length of the text without comments (source_text.h).
  StatementReader(std::size_t program_bytes, SourceKind kind, IntegerMode mode, KnownProfiles& profiles,
                  ForeignTree& tree)
      : tree_(tree), work_(program_bytes, kind) {
    work_.mode = mode;
    work_.profiles = &profiles;
    constants = kind == SourceKind::python;
  }

  bool is_foreign(std::string_view name, bool called, bool templated, bool trial) override;
  bool takes_integers(std::string_view name) const override { return stridescope::takes_integers(name); }
  std::optional<Index> printed_value(ProgramParser& parser, SyntaxNode& name) override;
  void after_atom(ProgramParser& parser) override;
  void keep(ProgramParser& parser, Statement statement) override;
  bool read(ProgramParser& parser, std::size_t first, std::size_t errors_before, std::size_t nodes_before) override;
  void blank_line(ProgramParser& parser) override;
  void finish(ProgramParser& parser) override;

 private:
  // Lines next to a line with types are the rest of a message: their errors do not count.
  struct PrintedMessage {
    std::size_t begin = 0;         // position of its first error
    std::size_t first_failed = 0;  // index of its first statement in SyntaxTree::failed
    bool active = false;
    bool has_types = false;
    std::size_t words = 0;   // number of statements that are words next to words
    std::size_t lines = 0;   // number of lines with wrong statements
    std::uint32_t last = 0;  // position of the last one
    std::size_t others = 0;  // number of statements with other errors
    bool empty() const { return !active; }
  };

  // For text that is not a statement: true if only a blank separates two words or numbers in it.
  void begin_message(std::size_t errors_before);
  // True if the message precedes or follows a layout of another system.
  bool is_next_to_system(const ProgramParser& parser) const;
  static bool is_words(const ProgramParser& parser, std::size_t token);
  // The begin of the line, or of the blanks before the token.
  static std::uint32_t line_begin(const ProgramParser& parser, std::size_t token);
  void read_free_grid(ProgramParser& parser, Span span, Span grid);
  // The end of the grid that print_layout writes below a layout, or 0.
  std::uint32_t grid_below(const ProgramParser& parser, std::size_t first);
  // tiler: (16,128), mA: ArithTuple(_0,_0) o layout, with an unbound name: a label, not a shape. It becomes the name of
  // the statement.
  void label(const Environment& environment, Statement& statement);

  ForeignTree& tree_;
  PasteWork work_;
  PrintedMessage message_;
  int next_grid_ = 1;  // number of the next name grid1, grid2, ...: earlier ones are taken
};

}  // namespace stridescope
