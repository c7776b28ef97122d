// The fields of a kernel's form, read from its call by the call's roles, and written back to the program.
#include "core/forms/kernel_form.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/forms/problem_size.h"
#include "core/functions/builtin.h"
#include "core/kernels/convert/convert_kernel.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"
#include "core/kernels/reduce/reduce_kernel.h"
#include "core/records/sections.h"
#include "core/workspace/edit.h"

namespace stridescope::app {
namespace {

constexpr std::string_view size_field = "size";
constexpr std::string_view type_field = "dtype";

// The statement that makes a kernel, and the function that it calls.
struct MakingCall {
  const ReportBinding* binding = nullptr;
  std::string_view statement;
  const Builtin* function = nullptr;
};

std::optional<MakingCall> made_by(const Workspace& workspace, int binding) {
  const auto bound = workspace.bound(binding);
  if (!bound) return std::nullopt;
  MakingCall out;
  out.binding = *bound;
  const Span span = out.binding->span;
  if (span.end > workspace.program().size() || span.begin > span.end) return std::nullopt;
  out.statement = std::string_view(workspace.program()).substr(span.begin, span.end - span.begin);
  const auto call = written_call(out.statement);
  if (call) out.function = find_builtin(call->function);
  if (out.function == nullptr || !out.function->roles.options) return std::nullopt;
  return out;
}

SizeOffer sizes_of(const Workspace& workspace, const MakingCall& made) {
  std::vector<NamedSource> names;
  for (const ReportBinding& one : workspace.report().bindings) names.push_back({one.name, one.span, one.source});
  return offer_sizes(workspace.program(), made.binding->span, names);
}

FormField size_of(const Workspace& workspace, const MakingCall& made) {
  const SizeOffer offer = sizes_of(workspace, made);
  FormField out = {std::string(size_field), FieldKind::choice, say("size"), {offer.now}, {}};
  for (const SizeChoice& choice : offer.choices) {
    if (choice.now) out.values = {choice.name};
    out.options.push_back({choice.name, Message::verbatim(choice.label)});
  }
  // The current size, if it is not one of the offered sizes.
  if (!offer.choices.empty() && out.values[0] == offer.now)
    out.options.insert(out.options.begin(), {offer.now, Message::verbatim(offer.now)});
  out.note = offer.refused;
  return out;
}

// The element type if the call does not give it.
std::string_view taken_type(const Value& kernel) {
  if (const auto* copy = kernel.as<CopyKernel>()) return copy->type.name;
  if (const auto* sum = kernel.as<ReduceKernel>()) return sum->type.name;
  if (const auto* product = kernel.as<GemmKernel>()) return product->type_c.name;
  if (const auto* conversion = kernel.as<ConvertKernel>()) return conversion->type.name;
  return {};
}

FormField type_of(const MakingCall& made) {
  const std::string now = option_of(made.statement, type_field);
  FormField out = {std::string(type_field), FieldKind::choice, Message::verbatim(type_field), {now}, {}};
  const auto offer = [&](std::string_view type) {
    out.options.push_back({std::string(type), type.empty() ? say("{} (not given)", taken_type(made.binding->value))
                                                           : Message::verbatim(type)});
  };
  if (now.empty()) offer(now);
  for (const std::string_view type : element_types()) {
    if (!type.empty()) offer(type);
  }
  const bool listed = std::any_of(out.options.begin(), out.options.end(),
                                  [&](const FieldOption& option) { return option.value == now; });
  if (!listed) offer(now);
  return out;
}

}  // namespace

std::vector<FormField> kernel_fields(const Workspace& workspace, int binding) {
  const auto made = made_by(workspace, binding);
  if (!made) return {};
  std::vector<FormField> out;
  if (made->function->roles.typed) out.push_back(type_of(*made));
  out.push_back(size_of(workspace, *made));
  return out;
}

Result<std::string> with_kernel_field(const Workspace& workspace, int binding, std::string_view id,
                                      std::string_view value) {
  const auto made = made_by(workspace, binding);
  const auto refused = [&] {
    return failure(ErrorCode::unsupported, say("'{}' cannot be chosen for '{}'", value.substr(0, 40), id));
  };
  if (!made) return refused();
  if (id == size_field) {
    for (SizeChoice& choice : sizes_of(workspace, *made).choices) {
      if (choice.name == value) return std::move(choice.program);
    }
    return refused();
  }
  const auto types = element_types();
  if (id != type_field || !made->function->roles.typed || value.empty() ||
      std::find(types.begin(), types.end(), value) == types.end())
    return refused();
  const auto statement = with_option(made->statement, id, cat('"', value, '"'));
  if (!statement) return refused();
  std::string program = workspace.program();
  const Span span = made->binding->span;
  program.replace(span.begin, span.end - span.begin, *statement);
  return program;
}

}  // namespace stridescope::app
