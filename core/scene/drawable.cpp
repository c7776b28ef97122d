// The common part of pictures of a layout: the axes of its domain, its offsets, and the color and label of each cell.
#include "core/scene/drawable.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

std::vector<Axis> axes_of(const Layout& domain) {
  std::vector<Axis> axes;
  Arith arith;
  std::int64_t step = 1;
  for (int i = 0; i < domain.rank(); ++i) {
    const TupleRef shape = domain.shape[i];
    const std::int64_t size = product(arith, shape).value;
    axes.push_back({shape, size, step});
    step *= size;  // no overflow: the caller has checked the domain's size
  }
  return axes;
}

std::string coordinate_label(const DrawableLayout& p, std::int64_t id) {
  Arith arith;
  const auto* tensor = p.subject.value.as<Tensor>();
  const IntTuple natural = idx2crd(arith, IntTuple(dynamic_int(id)), p.domain->shape);
  const IntTuple out = tensor != nullptr ? element(arith, natural, *tensor)
                                         : as_arithmetic_tuple(arith, apply(arith, *p.domain, natural));
  return to_text(out, IntegerMode::teaching);
}

}  // namespace

Result<DrawableLayout> drawable_layout(const PicturedValue& subject, const View& view) {
  const Layout* domain = domain_of(subject.value);
  if (domain == nullptr) {
    return failure(ErrorCode::unsupported,
                   say("no picture of the {} {}", kind_word(subject.value), to_text(subject.value)));
  }
  const auto size = domain_size(subject.value);
  if (!size || *size > (std::int64_t{1} << 53)) {
    return failure(ErrorCode::too_large, say("this layout has too many coordinates to draw"));
  }
  if (*size == 0) return failure(ErrorCode::unsupported, say("an extent is 0: no element to draw"));
  auto function = memory_function(subject.value);
  if (!function && !domain->stride.ref().has_basis()) {
    return failure(ErrorCode::too_large, say("the offsets of this layout do not fit 64 bits, or are not integers"));
  }
  return DrawableLayout{subject, view, domain, std::move(function), axes_of(*domain), *size};
}

std::string DrawableLayout::label(Label what, std::int64_t id, std::int64_t offset) const {
  if (what == Label::index) return cat(id);
  if (what == Label::offset) return function ? cat(offset) : coordinate_label(*this, id);
  Arith arith;
  return to_text(idx2crd(arith, IntTuple(dynamic_int(id)), domain->shape));
}

void label_cells(Scene& scene, const DrawableLayout& p) {
  const std::int64_t cells = scene.rows * scene.cols;
  if (cells > max_labelled_cells) {
    if (!p.function && scene.note.empty()) scene.note = say("too many cells for labels");
    return;
  }
  scene.labels.reserve(static_cast<std::size_t>(cells));
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells); ++cell) {
    const std::int64_t id = scene.ids[cell];
    scene.labels.push_back(id < 0 ? std::string() : p.label(p.view.label, id, scene.offsets[cell]));
  }
}

Image image_of(const DrawableLayout& p) {
  Image image;
  image.offsets.resize(static_cast<std::size_t>(p.size));
  if (p.size == 0) return image;
  p.function->fill(image.offsets.data(), p.size);
  image.low = *std::min_element(image.offsets.begin(), image.offsets.end());
  image.high = *std::max_element(image.offsets.begin(), image.offsets.end());
  return image;
}

}  // namespace stridescope
