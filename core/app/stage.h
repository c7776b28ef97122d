// Card placement. The card being edited is shown large, its operands next to it, everything else collapsed. For example
// A = ..., B = ..., C = composition(A, B) without a caret: C, the last one with a picture, is on the stage, A and B are
// its operands. With the caret in A's line A is on the stage, and the others are below.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stridescope::app {

struct Card;

enum class Place : std::uint8_t {
  stage,    // large: at most one
  operand,  // small, next to the stage: the card on it was made from this one
  small,    // below, with its picture
  row,      // below, a line of a list
  chip,     // a number, or a few: nothing but name and value
  number,   // the same if the program has nothing else: large, and with its derivation
};
// In the order of Place; these are the words in records.
inline constexpr std::string_view place_names[] = {"stage", "operand", "small", "row", "chip", "number"};

// Cards of one group, with its title.
enum class Group : std::uint8_t {
  stage,
  numbers,
  operands,  // what the card on the stage was made from
  pinned,    // kept before the others
  others,
};
inline constexpr std::string_view group_names[] = {"stage", "numbers", "operands", "pinned", "others"};
Group group_of(Place place, bool pinned);
Group group_of(const Card& card);
// Put among the pinned ones a card is pinned, and no longer, put among those that are not; numbers and the card on the
// stage stay what they are.
bool joins_group(Group moved, Group on);
// Drop targets of a card: the stage, its own group, and another group.
bool lands(Group moved, Group on);

// Gives each card its place, given the previous places. On the stage is the card of the statement with the caret, or,
// as long as the caret is in none, the previous one; at first it is the last pinned one, otherwise the last one with a
// picture. Numbers come to the stage only if nothing has a picture. The caret is a byte of the program; -1: not moved
// yet. Of the cards below, up to three are shown with their pictures; of more only expanded or pinned ones, and the
// others are rows of a list. A number or a short tuple is a chip; up to 64 of them with nothing else are numbers. While
// a line has an error its card stays on the stage, and its operands keep their places next to it. post: if there are
// cards, exactly one of them is on the stage; the order of the cards stays.
void place_cards(std::vector<Card>& cards, std::string_view program, std::int64_t caret);

}  // namespace stridescope::app
