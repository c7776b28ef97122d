// Registers of products in flight: wgmma writes its accumulator, and reads A from registers, until its group is over.
// Source: PTX ISA 9.0, Asynchronous Warpgroup Level Matrix Operations.
#include <algorithm>

#include "core/machine/checks/checker.h"

namespace stridescope::machine {
namespace {

bool is_product(const Instruction& one) { return one.words.front() == "wgmma" && one.has("mma_async"); }

std::string_view shape_of(const Instruction& product) { return product.words[product.has("sp") ? 5 : 4]; }

}  // namespace

void Checker::begin_product(const Place& place) {
  const Instruction& product = *place.instruction;
  Warp& w = warp(place);
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

// A product reads and writes registers out of order with other instructions, unless a fence is between them. Only
// products of the same shape follow each other in their accumulator.
void Checker::find_missing_fence(const Place& place, Warp& w) {
  const Instruction& product = *place.instruction;
  const auto missing = [&](const Instruction* other, Message what) {
    Finding* const finding = report(FindingKind::missing_wgmma_fence, &product, other);
    if (finding == nullptr) return;
    finding->here = party_of(slot_of(place, __builtin_ctz(place.lanes)), &product);
    finding->what = std::move(what);
    finding->notes.push_back({say("the product"), &product});
    if (other != nullptr) finding->notes.push_back({say("expected wgmma.fence after this instruction"), other});
  };
  if (w.fences == 0) missing(nullptr, say("the warp does not execute it before its first product"));
  for (std::size_t i = 0; i < 2; ++i) {
    if (product.operands[i].kind != Operand::Kind::vector) continue;
    bool found = false;
    each_register(product.operands[i], [&](std::uint32_t index) {
      if (index >= w.uses.size() || w.fences == 0 || found) return;
      const RegisterUse& use = w.uses[index];
      if (use.instruction == nullptr || use.fences != w.fences || (i == 1 && !use.writes)) return;
      if (i == 0 && use.writes && is_product(*use.instruction) && shape_of(*use.instruction) == shape_of(product))
        return;
      found = true;
      const std::string_view name = w.function->registers[index].name;
      missing(use.instruction, i == 1       ? say("{}, a part of A, is written before the product reads it", name)
                               : use.writes ? say("{} of the accumulator is written before the product uses it", name)
                                            : say("{} of the accumulator is read before the product writes it", name));
    });
  }
}

void Checker::note_products_wait(Finding& finding, const Warp& w) {
  if (w.products_wait == nullptr) return;
  finding.notes.push_back(
      {say("the last wait of this warp for products leaves {} {group|groups} pending", w.products_left),
       w.products_wait});
}

void Checker::check_registers(const Place& place, Warp& w) {
  const Instruction& now = *place.instruction;
  const bool multiplies = is_product(now);
  const bool results = now.has_result();
  for (std::size_t i = 0; i < now.operands.size(); ++i) {
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
      finding->notes.push_back({say("the register is used"), &now});
      finding->notes.push_back({say("the product"), flight.product});
      note_products_wait(*finding, w);
    });
  }
}

void Checker::note_registers(const Instruction& now, Warp& w) {
  // Compilers copy accumulators between the fence and the product; the assembler removes such copies. A copy of what
  // was computed after the fence is a write.
  if (now.words.front() == "mov" && now.operands.size() == 2 && now.operands[0].kind == Operand::Kind::reg &&
      now.operands[1].kind == Operand::Kind::reg && now.operands[0].index < w.uses.size() &&
      now.operands[1].index < w.uses.size()) {
    const RegisterUse& from = w.uses[now.operands[1].index];
    const bool behind = from.instruction != nullptr && from.writes && from.fences == w.fences;
    w.uses[now.operands[0].index] = behind ? RegisterUse{&now, w.fences, true} : RegisterUse{};
    return;
  }
  const bool results = now.has_result();
  for (std::size_t i = 0; i < now.operands.size(); ++i) {
    const bool writes = results && i == 0;
    each_register(now.operands[i], [&](std::uint32_t index) {
      if (index >= w.uses.size()) return;
      RegisterUse& use = w.uses[index];
      if (writes || use.fences != w.fences || !use.writes || is_product(*use.instruction))
        use = {&now, w.fences, writes};
    });
  }
}

void Checker::executes(const Place& place) {
  const Instruction& now = *place.instruction;
  Warp& w = warp(place);
  if (w.function == nullptr || !w.function->contains(now)) {
    w.function = program_.function_of(now);
    w.flights.clear();
    w.uses.clear();
    if (w.function == nullptr) return;
    w.flights.resize(w.function->registers.size());
    w.uses.resize(w.function->registers.size());
  }
  check_registers(place, w);
  if (is_product(now)) {
    find_missing_fence(place, w);
    begin_product(place);
  }
  if (now.words.front() == "wgmma" && now.has("fence")) ++w.fences;
  note_registers(now, w);
}

}  // namespace stridescope::machine
