// Registers of products in flight: wgmma writes its accumulator, and reads A from registers, until its group is over.
// Source: PTX ISA 9.0, Asynchronous Warpgroup Level Matrix Operations.
#include <algorithm>

#include "core/machine/checks/checker.h"

namespace stridescope::machine {
namespace {

// Calls f(index) for the registers of an operand.
template <class F>
void each_register(const Operand& operand, F&& f) {
  if (operand.kind == Operand::Kind::reg) f(operand.index);
  for (const Operand& part : operand.elements) each_register(part, f);
}

// The first operand of these is not a result.
bool has_result(const Instruction& one) {
  static constexpr std::string_view without[] = {"st",   "red",      "bra",      "bar",        "barrier", "cp",
                                                 "ret",  "prefetch", "stmatrix", "nanosleep",  "wgmma",   "fence",
                                                 "exit", "membar",   "call",     "setmaxnreg", "trap"};
  return std::find(std::begin(without), std::end(without), one.words.front()) == std::end(without) &&
         !(one.words.front() == "mbarrier" && !one.has("arrive") && !one.has("test_wait") && !one.has("try_wait"));
}

bool is_product(const Instruction& one) { return one.words.front() == "wgmma" && one.has("mma_async"); }

}  // namespace

void Checker::begin_product(const Place& place) {
  const Instruction& product = *place.instruction;
  Warp& w = warp(place);
  if (w.function == nullptr || !w.function->contains(product)) {
    w.function = program_.function_of(product);
    w.flights.clear();
  }
  if (w.function == nullptr) return;
  w.flights.resize(w.function->registers.size());
  const auto fly = [&](bool reads) {
    return [&w, &product, reads](std::uint32_t index) {
      if (index < w.flights.size()) w.flights[index] = {&product, w.products + 1, reads};
    };
  };
  each_register(product.operands[0], fly(false));
  if (product.operands[1].kind == Operand::Kind::vector) each_register(product.operands[1], fly(true));
}

void Checker::end_products(Warp& w, Tick over) {
  for (Flight& one : w.flights) {
    if (one.product != nullptr && one.group <= over) one = {};
  }
}

void Checker::executes(const Place& place) {
  const Instruction& now = *place.instruction;
  Warp& w = warp(place);
  const bool multiplies = is_product(now);
  const bool here = w.function != nullptr && !w.flights.empty() && w.function->contains(now);
  const bool results = has_result(now);
  for (std::size_t i = 0; here && i < now.operands.size(); ++i) {
    // Products with the same accumulator follow each other.
    if (multiplies && i != 1) continue;
    const bool writes = results && i == 0;
    each_register(now.operands[i], [&](std::uint32_t index) {
      if (index >= w.flights.size()) return;
      const Flight& flight = w.flights[index];
      if (flight.product == nullptr || (flight.reads && !writes)) return;
      Finding* const finding = report(FindingKind::in_flight, &now, flight.product);
      if (finding == nullptr) return;
      finding->here = party_of(slot_of(place, __builtin_ctz(place.lanes)), &now);
      finding->here.touch = writes ? Touch::write : Touch::read;
      const std::string_view name = w.function->registers[index].name;
      finding->what = flight.reads ? say("{}, a part of A, is written before wgmma.wait_group", name)
                      : writes     ? say("{} of the accumulator is written before wgmma.wait_group", name)
                                   : say("{} of the accumulator is read before wgmma.wait_group", name);
      finding->notes.push_back({say("the product"), flight.product});
    });
  }
  if (multiplies) begin_product(place);
}

}  // namespace stridescope::machine
