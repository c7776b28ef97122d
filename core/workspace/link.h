// Share links: a program with its integer mode and the pictures that were chosen, in the fragment of the page's
// address. The page, the desktop and the command line write and read the same.
//
//   #z=PACKED    base64url (RFC 4648, unpadded) of the deflated text
//                  MODE \n { KEY ' ' VIEW \n } \n PROGRAM        MODE: teaching or cute
//   #t=PROGRAM [&v=VIEWS]  of before, still read: base64url of the program, in teaching mode (c: CuTe mode), and of the
//                          lines KEY ' ' VIEW
//
// KEY names a card: the name of its value, `NAME#n` for the n-th more of the same name, `#n` for one without a name.
// The page packs with its own library and reads before this core is there: tests/links/vectors.jsonl holds both sides
// to the same.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/lang/evaluator.h"

namespace stridescope {

// The contents of a link. law: decode_link(encode_link(l)) = l.
struct Link {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::vector<std::pair<std::string, std::string>> views;  // key, view; in the order of the link
};

// Limit of an unpacked link: programs have at most 256 KiB, and each card may have a view.
inline constexpr std::size_t max_link_text = 600'000;

// The fragment, "#z=...", which decode_link reads. A view with a line break in it, which no view has, is left out.
// too_large: the text of the link is longer than max_link_text; syntax: it is not UTF-8.
Result<std::string> encode_link(const Link& link);

// From a fragment, or from an address from its first '#' on. syntax, too_large: not a link, damaged, cut off, or too
// long.
Result<Link> decode_link(std::string_view address);

}  // namespace stridescope
