// Answers the purpose of a pasted text: adds the comparison, the count or the finding that a user expects.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {
namespace {

constexpr std::size_t max_operand = 512;
constexpr std::size_t max_answers = 8;

// The text after `label` on the line that begins with it, without blanks and the mark of static integers.
std::string value_behind(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + label.size();
  const std::string_view value = text.substr(begin, std::min(text.find('\n', begin), begin + max_operand) - begin);
  std::string out;
  for (const char c : value) {
    if (!is_blank(c) && c != '_' && c != '\r') out += c;
  }
  return out;
}

}  // namespace

std::uint32_t add_call(ForeignTree& tree, Span span, std::string_view function, std::vector<std::uint32_t> arguments) {
  return tree.add({.kind = Syntax::call,
                   .span = span,
                   .name_span = span,
                   .text = function,
                   .has_arguments = true,
                   .children = std::move(arguments)});
}

std::optional<std::uint32_t> expression_of(ForeignTree& tree, std::string text, bool python, Span place) {
  tree.texts.push_back(std::make_unique<std::string>(std::move(text)));
  const std::string& all = *tree.texts.back();
  const std::size_t first = tree.nodes.size();
  PasteParser parser(all, 0, all.size(), tree, false);
  if (python) parser.constant_integers(true);
  const auto root = parser.expression();
  const bool read = root && parser.at_end();
  if (!read) tree.nodes.resize(first, {.kind = Syntax::any, .span = {}});
  for (std::size_t n = first; n < tree.nodes.size(); ++n) tree.nodes[n].span = tree.nodes[n].name_span = place;
  return read ? root : std::nullopt;
}

namespace {

void add_answer(ForeignTree& tree, Span span, std::uint32_t root) {
  Statement out;
  out.span = span;
  out.pasted = true;
  out.root = root;
  tree.statements.push_back(std::move(out));
}

std::uint32_t name_of(ForeignTree& tree, const Statement& statement) {
  return tree.add(
      {.kind = Syntax::name, .span = statement.name_span, .name_span = statement.name_span, .text = statement.name});
}

// wgmma for half_t, e4m3 or tf32, according to the extent of K.
std::string wgmma_of(std::int64_t n, std::int64_t k) {
  const std::string shape = cat("SM90_64x", n, 'x', k, '_');
  if (k == 16) return shape + "F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>";
  if (k == 32) return shape + "F32E4M3E4M3_SS_TN";
  return k == 8 ? shape + "F32TF32TF32_SS_TN" : std::string();
}

void compare_printed_wgmma(std::string_view program, ForeignTree& tree) {
  const std::size_t count = tree.statements.size();
  for (std::size_t i = 0; i < count && tree.statements.size() < count + max_answers; ++i) {
    const Span span = tree.statements[i].span;
    const std::string_view text = program.substr(span.begin, span.end - span.begin);
    if (text.find("Shape_MNK:") == std::string_view::npos) continue;
    const std::vector<std::int64_t> shape = integers_of(value_behind(text, "Shape_MNK:"), 4);
    if (shape.size() != 3 || shape[0] != 64 || value_behind(text, "ThrID:") != "128:1") continue;
    const std::string written = value_behind(text, "LayoutC_TV:");
    const bool tiled = text.find("ThrLayoutVMNK:") != std::string_view::npos;
    if (written.empty() || (tiled && value_behind(text, "ThrLayoutVMNK:") != "(128,1,1,1):(1,0,0,0)") ||
        value_behind(text, "LayoutA_TV:") != cat("(128,(64,", shape[2], ")):(0,(1,64))") ||
        written == cat("((4,8,4),(2,2,", shape[1] / 8, ")):((128,1,16),(64,8,512))"))
      continue;
    const std::string atom = wgmma_of(shape[1], shape[2]);
    if (atom.empty()) continue;
    tree.texts.push_back(std::make_unique<std::string>(atom));
    const std::uint32_t printed = tree.statements[i].root;
    std::uint32_t cutlass = tree.add({.kind = Syntax::type, .span = span, .text = *tree.texts.back()});
    if (tiled) cutlass = add_call(tree, span, "make_tiled_mma", {cutlass});
    add_answer(tree, span, add_call(tree, span, "compare", {printed, cutlass}));
  }
}

void find_gemm_operands(std::string_view program, ForeignTree& tree) {
  constexpr std::string_view said = "invalid layout of A/B/D";
  const std::size_t at = program.find(said);
  if (at == std::string_view::npos) return;
  const std::string_view line = line_at(program, at);
  constexpr std::string_view labels[] = {"A:", "B:", "D:"};
  Layout operands[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t label = line.find(labels[i], said.size());
    if (label == std::string_view::npos) return;
    const std::size_t begin = label + labels[i].size();
    const std::size_t next = i < 2 ? line.find(labels[i + 1], begin) : line.size();
    if (next == std::string_view::npos || next - begin > max_operand) return;
    std::string text(line.substr(begin, next - begin));
    while (!text.empty() && (text.back() == ' ' || text.back() == ',' || text.back() == '\r' || text.back() == '.'))
      text.pop_back();
    if (text.find_first_not_of("0123456789(),:_ ") != std::string::npos) return;
    Budget budget(200'000, 1 << 16);
    const Evaluation made = evaluate(text, IntegerMode::teaching, budget);
    const auto* layout = made.bindings.empty() ? nullptr : made.bindings.back().value.as<Layout>();
    if (layout == nullptr) return;
    operands[i] = *layout;
  }
  const auto& [a, b, d] = operands;
  Arith arith;
  const auto extent = [&](const Layout& layout, int mode) {
    return mode < layout.rank() ? product(arith, layout.shape[mode]).value : 1;
  };
  if (d.rank() < 3 || a.rank() < 2 || b.rank() < 2) return;
  const Span span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + line.size())};
  const auto find = [&](Message what, Message fix) {
    tree.findings.push_back({ErrorCode::arguments, std::move(what), std::move(fix), span, {}});
  };
  if (extent(a, 1) != extent(d, 1)) {
    find(say("A spans {} {instruction|instructions} along M, D spans {}", extent(a, 1), extent(d, 1)),
         say("partition both by one TiledMMA of one tile: A is (V,M,K), B (V,N,K), D (V,M,N)"));
  } else if (extent(b, 1) != extent(d, 2)) {
    find(say("B spans {} {instruction|instructions} along N, D spans {}", extent(b, 1), extent(d, 2)),
         say("partition both by one TiledMMA of one tile: A is (V,M,K), B (V,N,K), D (V,M,N)"));
  } else if (extent(a, 2) != extent(b, 2)) {
    find(say("A spans {} {instruction|instructions} along K, B spans {}", extent(a, 2), extent(b, 2)),
         say("partition both by one TiledMMA of one tile: A is (V,M,K), B (V,N,K), D (V,M,N)"));
  } else {
    const std::int64_t values = extent(d, 0);
    const bool descriptors = extent(a, 0) == 1 && extent(b, 0) == 1;
    const std::int64_t n = 2 * values;  // 64 x n by 128 threads
    const bool warpgroup = descriptors && n % 8 == 0 && n <= 256;
    find(
        warpgroup && extent(a, 1) * extent(b, 1) == 1
            ? say("these partitions fit: A and B are one descriptor each, the (V,M) and (V,N) of a single instruction, "
                  "and the {} {value|values} of D belong to a thread of 64x{}, so that (V,M) x (V,N) is (V,M,N)",
                  values, n)
            : say("these partitions fit: {} {instruction|instructions} along M, {} along N, and {} {value|values} of "
                  "D in each",
                  extent(a, 1), extent(b, 1), values),
        warpgroup ? say("the atom is legal: {}, or {}; if a version of CUTLASS rejects it, use a tile of N = {} with "
                        "two of these atoms",
                        wgmma_of(n, 16), wgmma_of(n, 32), 2 * n)
                  : say("so the message must concern something else: the major modes of the operands, or their types"));
  }
}

// MN or K, from a line `majorSFB = UMMA::Major::MN` before the position; empty if absent.
std::string_view major_before(std::string_view program, std::size_t place, std::string_view name) {
  const std::size_t at = program.substr(0, place).rfind(name);
  if (at == std::string_view::npos) return {};
  const std::string_view line = program.substr(at, line_end(program, at) - at);
  const std::size_t value = line.rfind("::");
  if (line.find('=') == std::string_view::npos || value == std::string_view::npos) return {};
  std::string_view out = trimmed(line.substr(value + 2));
  while (!out.empty() && !is_word(out.back())) out.remove_suffix(1);
  return out;
}

// The layout of one operand's scale factors that uses the major of the other operand.
void find_major_of_scales(std::string_view program, ForeignTree& tree) {
  for (const char operand : {'A', 'B'}) {
    const std::string function = cat("smem_atom_layoutSF", operand);
    const std::string own = cat("majorSF", operand);
    const std::string asked = operand == 'A' ? "majorSFB" : "majorSFA";
    const std::size_t at = program.find(cat(function, '('));
    const std::size_t open = at == std::string_view::npos ? at : program.find('{', at);
    if (open == std::string_view::npos || program.substr(at, open - at).find(';') != std::string_view::npos) continue;
    const std::size_t end = past_bracket(program, open, {.longest = 1 << 14});
    if (end == std::string_view::npos) continue;
    const std::string_view body = program.substr(open, end - open);
    const std::size_t use = body.find(asked);
    if (use == std::string_view::npos || body.find(own) != std::string_view::npos) continue;
    // The begin of the function, or of its use if the use is to be fixed, after other statements on the line.
    const std::size_t before = program.substr(0, at).find_last_of(";}");
    const std::size_t first = program.find_first_not_of(" \t\r\n", before == std::string_view::npos ? 0 : before + 1);
    const Span header = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(line_end(program, first))};
    const auto begin = static_cast<std::uint32_t>(open + use);
    const Span span = {begin, begin + static_cast<std::uint32_t>(asked.size())};
    const std::string_view in_global = major_before(program, at, own);
    const std::string_view in_shared = major_before(program, at, asked);
    if (in_global.empty()) {
      tree.findings.push_back(
          {ErrorCode::unknown_name,
           say("{} takes {}: the text does not give {}, the order in global memory; if the two differ, the order in "
               "shared memory differs, too",
               function, asked, own),
           say("paste the kernel's Sm1xxBlockwiseScaleConfig<...>, or write {} = UMMA::Major::MN on an earlier line",
               own),
           header,
           {}});
    } else if (in_global != in_shared) {
      tree.findings.push_back(
          {ErrorCode::arguments,
           say("{} takes {}: the scale factors are {}-major in shared memory and {}-major in global memory", function,
               asked, in_shared.empty() ? "MN" : in_shared, in_global),
           say("it should take {}", own), span, std::string(own)});
    }
  }
}

}  // namespace

void answer_message(std::string_view program, ForeignTree& tree) {
  compare_printed_wgmma(program, tree);
  find_gemm_operands(program, tree);
  if (program.find("smem_atom_layoutSF") != std::string_view::npos) find_major_of_scales(program, tree);
}

namespace {

// The statement that binds the encoding of the first operation `word` of the program, and the extents of its tensor.
std::pair<const Statement*, std::string_view> encoding_of(std::string_view program, std::string_view word,
                                                          const ForeignTree& tree) {
  constexpr std::string_view type = "tensor<";
  const std::size_t begin = std::min(program.find(word), program.size());
  const std::string_view line = program.substr(begin, line_end(program, begin) - begin);
  const std::size_t shape = line.rfind(type);
  const std::size_t mark = shape == std::string_view::npos ? shape : line.find('#', shape);
  if (mark == std::string_view::npos) return {};
  const std::size_t end = word_end(line, mark + 1);
  const auto found = std::find_if(tree.statements.begin(), tree.statements.end(), [&](const Statement& one) {
    return one.name == line.substr(mark + 1, end - mark - 1);
  });
  if (found == tree.statements.end()) return {};
  const std::string_view extents = line.substr(shape + type.size());
  return {&*found, extents.substr(0, extents.find_first_not_of("0123456789x"))};
}

}  // namespace

void answer_systems(std::string_view program, ForeignTree& tree) {
  // A tensor that is written in one encoding and read in another: which threads read what others wrote.
  const auto [written, extents] = encoding_of(program, "tt.store ", tree);
  const auto [read, same] = encoding_of(program, "tt.load ", tree);
  const bool reads_back = program.find("tt.store ") < program.find("tt.load ");
  if (reads_back && written != nullptr && read != nullptr && written != read && extents == same) {
    const Span span = read->span;
    const std::uint32_t from = name_of(tree, *written);
    const std::uint32_t to = name_of(tree, *read);
    add_answer(tree, span, add_call(tree, span, "tv_convert", {from, to}));
  }
  const Statement* registers = nullptr;
  const Statement* memory = nullptr;
  std::vector<std::pair<std::size_t, std::size_t>> buffers;  // without and with its annotation
  for (std::size_t i = 0; i < tree.statements.size(); ++i) {
    const Statement& one = tree.statements[i];
    if (one.name.empty()) continue;
    const std::string_view gluon = read_text(tree, one, "triton");
    if (gluon.starts_with("BlockedLayout(")) registers = registers == nullptr ? &one : registers;
    if (gluon.starts_with("SwizzledSharedLayout(") || gluon.starts_with("NVMMASharedLayout("))
      memory = memory == nullptr ? &one : memory;
    if (i > 0 && read_text(tree, tree.statements[i - 1], "tilelang").starts_with("alloc_shared(") &&
        one.span.begin == tree.statements[i - 1].span.begin && one.name != tree.statements[i - 1].name)
      buffers.push_back({i - 1, i});
  }
  if (registers != nullptr && memory != nullptr && tree.nodes[memory->root].children.size() == 2) {
    const Span span = memory->span;
    tree.texts.push_back(std::make_unique<std::string>(cat('n', ++tree.holes)));
    SyntaxNode bits = {.kind = Syntax::hole, .span = span, .text = *tree.texts.back()};
    bits.template_args = {16};
    const std::uint32_t width = tree.add(std::move(bits));
    const std::uint32_t places = name_of(tree, *memory);
    const std::uint32_t held = name_of(tree, *registers);
    const std::uint32_t call = add_call(tree, span, "bank_conflicts", {places, held});
    tree.nodes[call].template_nodes = {width};
    add_answer(tree, span, call);
  }
  for (std::size_t i = 0; i < buffers.size() && i < max_answers; ++i) {
    const Span span = tree.statements[buffers[i].second].span;
    const std::uint32_t with = name_of(tree, tree.statements[buffers[i].second]);
    const std::uint32_t without = name_of(tree, tree.statements[buffers[i].first]);
    add_answer(tree, span, add_call(tree, span, "first_difference", {with, without}));
  }
}

}  // namespace stridescope
