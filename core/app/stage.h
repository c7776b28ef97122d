// The places of cards. The edited card is large, its operands are next to it, and the others are small. For example,
// for A = ..., B = ..., C = composition(A, B) without a caret, the last card with a picture, C, is on the stage, and A
// and B are its operands. With the caret in the line of A, A is on the stage, and the others are below.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stridescope::app {

struct Card;

enum class Place : std::uint8_t {
  stage,    // large; at most one card
  operand,  // small, next to the stage: an operand of the card there
  small,    // below, with its picture
  row,      // below, as a row of a list
  chip,     // a number, or a few: only name and value
  number,   // a number if the program has only numbers: large, with its derivation
};
// In the order of Place; records use these words.
inline constexpr std::string_view place_names[] = {"stage", "operand", "small", "row", "chip", "number"};

// The groups of cards, each with a title.
enum class Group : std::uint8_t {
  stage,
  numbers,
  operands,  // operands of the card on the stage
  pinned,    // kept before the others
  others,
};
inline constexpr std::string_view group_names[] = {"stage", "numbers", "operands", "pinned", "others"};
Group group_of(Place place, bool pinned);
Group group_of(const Card& card);
// True if a card of `moved`, dropped on a card of `on`, changes its group: among pinned cards it becomes pinned, among
// the others unpinned. Numbers and the card on the stage keep their groups.
bool joins_group(Group moved, Group on);
// True if a card of `moved` can be dropped on `on`: the stage, its own group, or a group that it can join.
bool lands(Group moved, Group on);

// Gives each card its place, based on the previous places. The stage has the card of the statement with the caret; if
// the caret is in none, the previous card stays. Initially it has the last pinned card, or the last card with a
// picture. Numbers come to the stage only if no card has a picture. The caret is a byte of the program; -1: not moved
// yet. Below the stage, up to three cards show their pictures; if there are more, only expanded or pinned ones do, and
// the others are rows of a list. A number or a short tuple is a chip; if the program has only these, up to 64 of them
// are numbers. While a line has an error, its card stays on the stage, and its operands stay next to it. post: if there
// are cards, exactly one is on the stage; the order of the cards stays.
void place_cards(std::vector<Card>& cards, std::string_view program, std::int64_t caret);
// The name of the value on the stage; empty without one.
std::string_view staged_name(const std::vector<Card>& cards);

}  // namespace stridescope::app
