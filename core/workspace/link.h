// Share links: a program with its integer mode and the chosen pictures, in the fragment of the page's address. The
// page, the desktop and the command line read and write the same links.
//
//   #z=PACKED    base64url (RFC 4648, unpadded) of the deflated text
//                  MODE \n { KEY ' ' VIEW \n } \n PROGRAM        MODE: teaching or cute
//   #t=PROGRAM [&v=VIEWS]  old form, still read: base64url of the program, in teaching mode (c: CuTe mode), and of the
//                          lines KEY ' ' VIEW
//
// KEY identifies a card: the name of its value, `NAME#n` for the n-th further value of the same name, `#n` for one
// without a name. The page packs with its own library and reads before this core is loaded: tests/links/vectors.jsonl
// checks that both agree.
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

// Limit of an unpacked link, in bytes: room for the longest program and for a view of each card.
inline constexpr std::size_t max_link_text = 600'000;

// The fragment, "#z=...", which decode_link reads. A view with a line break in it, which no view has, is left out.
// too_large: the text of the link is longer than max_link_text; syntax: it is not UTF-8.
Result<std::string> encode_link(const Link& link);

// Reads a fragment, or an address from its first '#' on. Errors: syntax and too_large if it is not a link, is damaged,
// cut off, or too long.
Result<Link> decode_link(std::string_view address);

}  // namespace stridescope
