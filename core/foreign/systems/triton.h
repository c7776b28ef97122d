// Shared parts of the files for Triton's encodings. Internal to them. Source of every table and formula in triton*.cpp:
// triton-lang/triton lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp and
// include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td; checked against the expected layouts of its
// unittest/Dialect/TritonGPU/LinearLayoutConversionsTest.cpp.
#pragma once

#include <string>

#include "core/foreign/systems/attribute.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/named_map.h"

namespace stridescope::triton {

// Dimensions from the fastest to the slowest: begins with the last, or the second to last.
std::vector<int> matrix_order(std::size_t rank, bool row_major);
// True if it is the name of that encoding in any of Triton's dialects.
bool is_encoding(const Attribute& attribute, std::string_view name);

// A layout of Gluon, gl.BlockedLayout(...), as its attribute, and the shape of the tensor if it gives one. is_gluon:
// true if the word with its dots, before the bracket, is a constructor. (gluon.cpp)
bool is_gluon(std::string_view word);
Attribute read_gluon(Scanner&, ForeignShape& shape);

// Linear bases as printed by Triton or made in Python, after LinearLayout.from_bases, as their encoding, and the shape
// of the tensor if given. (triton_bases.cpp)
bool at_printed_bases(Scanner&);
Attribute read_printed_bases(Scanner&, ForeignShape& shape);
Attribute read_made_bases(Scanner&, ForeignShape& shape);

// Blocks of a cluster over the tensor: CTAsPerCGA with CTASplitNum and CTAOrder, or CGALayout; input "block".
NamedMap cluster(Scanner&, const Attribute& encoding, std::size_t rank);
// The part of the tensor in one block.
std::vector<std::int64_t> block_shape(const NamedMap& cluster, const std::vector<std::int64_t>& shape);

// (register, lane, warp, block) -> the tensor. An empty shape stands for the smallest one, and is set to it.
// (triton.cpp)
bool is_distributed(const Attribute& encoding);
NamedMap distributed(Scanner&, const Attribute& encoding, std::vector<std::int64_t>& shape);
// (offset, partition) -> the part of the tensor in one block, without padding. (triton_shared.cpp)
bool is_shared(const Attribute& encoding);
// The encoding of one piece for a partitioned tensor, otherwise the whole encoding.
const Attribute& piece_encoding(const Attribute& encoding);
NamedMap shared(Scanner&, const Attribute& encoding, const std::vector<std::int64_t>& shape);
// The layout of memory, with padding.
AnyLayout shared_layout(Scanner&, const Attribute& encoding, const std::vector<std::int64_t>& shape);
// (row, col) -> the tensor; the layout maps to coordinates of tensor memory, rows @0 and columns @1.
bool is_tensor_memory(const Attribute& encoding);
Layout tensor_memory_layout(Scanner&, const Attribute& encoding, const std::vector<std::int64_t>& shape);

}  // namespace stridescope::triton
