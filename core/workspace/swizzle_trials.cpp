// The cost of each swizzle of a tile in shared memory for all of its accesses in the program, and the edit of the
// program that applies it.
#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/value/print.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// The tile without its swizzle; empty unless it is a layout or a swizzle over a layout.
struct Tile {
  Layout layout;
  Swizzle swizzle;
  bool plain = true;
};

std::optional<Tile> tile_of(const Value& value) {
  const auto* tensor = value.as<Tensor>();
  const AnyLayout* any = tensor != nullptr ? &tensor->layout : nullptr;
  if (const auto* layout = any != nullptr ? std::get_if<Layout>(any) : value.as<Layout>())
    return Tile{*layout, {}, true};
  const auto* composed = any != nullptr ? std::get_if<ComposedLayout>(any) : value.as<ComposedLayout>();
  if (composed == nullptr || !composed->outer.empty()) return std::nullopt;
  const auto* swizzle = std::get_if<Swizzle>(&composed->a);
  const auto* offset = std::get_if<Int>(&composed->offset);
  if (swizzle == nullptr || offset == nullptr || offset->value != 0) return std::nullopt;
  return Tile{composed->b, *swizzle, false};
}

std::size_t tile_argument(const Origin& origin) { return domain_of(origin.args[0]) == nullptr ? 1 : 0; }

// The elements of every instruction of an access, threads fastest, as the search requires them.
TileAccess tile_access(const SharedAccess& shared, std::int64_t base_bytes) {
  const WarpAccess& a = shared.access;
  TileAccess out;
  out.kind = shared.kind;
  out.access_bytes = a.access_bytes;
  const std::int64_t group = std::max(1, a.access_bytes * 8 / a.element_bits);
  out.offsets.threads = a.threads;
  out.offsets.values = a.instructions * group;
  bool masked = false;
  for (std::int64_t i = 0; i < a.instructions; ++i) {
    for (std::int64_t j = 0; j < group; ++j) {
      for (std::int64_t t = 0; t < a.threads; ++t) {
        const std::uint32_t lanes = a.active[static_cast<std::size_t>(i * a.warps() + t / lanes_per_warp)];
        const bool inside = (lanes >> (t % lanes_per_warp) & 1) != 0;
        const std::int64_t address = a.address[static_cast<std::size_t>(i * a.threads + t)] - base_bytes;
        out.offsets.offset.push_back(inside ? address * 8 / a.element_bits + j : 0);
        out.offsets.inside.push_back(inside);
        masked = masked || !inside;
      }
    }
  }
  if (!masked) out.offsets.inside.clear();
  return out;
}

bool is_zero(const SyntaxNode& node) { return node.kind == Syntax::integer && node.integer.value == 0; }

}  // namespace

Result<SwizzleTrials> Workspace::swizzle_trials(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const Origin& origin = origins_[at(binding)];
  const auto* itself = report_.bindings[at(binding)].value.as<SharedAccess>();
  const std::size_t argument = itself == nullptr || origin.args.empty() ? 0 : tile_argument(origin);
  // If the access has only one layout, its threads and its tile cannot be separated.
  const bool has_tile = itself != nullptr && origin.roles.shared_access && argument < origin.args.size() &&
                        origin.args.size() > 1 && !origin.args[1].is<Text>();
  const auto tile = has_tile ? tile_of(origin.args[argument]) : std::nullopt;
  if (!tile) {
    return failure(ErrorCode::unsupported, say("no tile to swizzle"),
                   say("use bank_conflicts of a layout in shared memory with its threads, or of a TiledCopy"));
  }

  SwizzleTrials out;
  out.element_bits = itself->access.element_bits;
  out.swizzle = tile->swizzle;
  const int owner = origin.bindings[argument];
  std::vector<TileAccess> accesses;
  for (int b = 0; b < static_cast<int>(report_.bindings.size()); ++b) {
    const Origin& other = origins_[at(b)];
    const auto* shared = report_.bindings[at(b)].value.as<SharedAccess>();
    const bool same =
        b == binding || (owner >= 0 && other.function == origin.function && shared != nullptr &&
                         tile_argument(other) < other.bindings.size() && other.bindings[tile_argument(other)] == owner);
    if (!same || shared->access.element_bits != out.element_bits) continue;
    Arith arith;
    std::vector<Value> args = other.args;
    args[tile_argument(other)] = tile->layout;
    const Builtin* builtin = find_builtin(other.function);
    const Value value = builtin->run(Call(arith, builtin->name, other.template_args, args));
    const auto* plain = value.as<SharedAccess>();
    if (arith.failed()) return arith.error();
    if (plain == nullptr) continue;
    accesses.push_back(tile_access(*plain, plain->access.base_bytes));
    out.accesses.push_back(b);
    out.wavefronts += shared->counts.wavefronts;
  }
  Arith arith;
  const SwizzleSearch search = search_swizzle(arith, tile->layout, accesses, out.element_bits);
  if (arith.failed()) return arith.error();
  out.ideal_wavefronts = search.ideal_wavefronts;
  out.padding = search.padding;
  out.tried = search.tried;
  for (const auto& candidate : search.candidates) {
    if (out.candidates.size() < max_candidates || candidate.swizzle == out.swizzle || candidate.swizzle.bits == 0) {
      out.candidates.push_back(candidate);
    }
  }

  // The position of the tile in the text: its own statement, or the argument of the call.
  std::vector<Error> errors;
  const SyntaxTree tree = parse(program_, errors);
  const Span statement = report_.bindings[at(owner >= 0 ? owner : binding)].span;
  const auto written = std::find_if(tree.statements.begin(), tree.statements.end(),
                                    [&](const Statement& s) { return s.span == statement && !s.pasted; });
  if (written == tree.statements.end())
    return failure(ErrorCode::unsupported, say("the tile is foreign text"), say("write it as a layout"));
  const SyntaxNode* node = &tree.nodes[written->root];
  if (owner < 0) {
    if (argument >= node->children.size())
      return failure(ErrorCode::unsupported, say("the program does not contain the tile as a text of its own"));
    node = &tree.nodes[node->children[argument]];
  }
  const auto text = [&](std::uint32_t begin, std::uint32_t end) { return program_.substr(begin, end - begin); };
  out.span = node->span;
  const bool chain = node->kind == Syntax::chain && node->children.size() > 2;
  const SyntaxNode* first = chain ? &tree.nodes[node->children[0]] : nullptr;
  if (chain && first->kind == Syntax::call && first->text == "Sw" && is_zero(tree.nodes[node->children[1]])) {
    out.rest = text(tree.nodes[node->children[2]].span.begin, node->span.end);
  } else if (tile->plain && node->kind != Syntax::chain && node->kind != Syntax::infix &&
             !report_.bindings[at(owner >= 0 ? owner : binding)].value.is<Tensor>()) {
    out.rest = text(node->span.begin, node->span.end);
  } else {
    out.rest = to_text(tile->layout, report_.mode);
  }
  return out;
}

}  // namespace stridescope
