// Copies of the engine for tensors: boxes, images and rows by number, between a tensor in global memory and shared
// memory. A copy is executed where it is issued.
// Source: PTX ISA 9.0, 5.5 (tensors) and 9.7.9.27 (cp.async.bulk.tensor, cp.reduce.async.bulk.tensor).
#include <algorithm>

#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/mbarrier.h"
#include "core/machine/tensor_map.h"
#include "core/machine/updates.h"
#include "core/tiled/tma_rules.h"

namespace stridescope::machine::tensor {
namespace {

enum class Access : std::uint32_t { load, store, reduce };
enum class Mode : std::uint32_t { box, image, rows };  // rows: gather4, scatter4

// The numbers of a copy in Code::lists, at s.list.
struct Copy {
  Access access;
  Mode mode;
  std::uint32_t coordinates;  // how many follow, as rows
  std::uint32_t offsets;      // offsets of an image, after the coordinates
  std::uint32_t shared_row;
  std::int32_t shared_offset;
  std::uint32_t barrier_row;
  std::int32_t barrier_offset;
  std::uint32_t update;
  std::uint32_t mask_row;  // row with the mask of the receiving blocks; nowhere: this block
};
constexpr std::uint32_t copy_numbers = sizeof(Copy) / sizeof(std::uint32_t);

// A row of a box along dimension 0, or a pixel of an image.
struct TensorRow {
  bool inside = false;        // all dimensions but the first
  std::uint64_t address = 0;  // address of the element with coordinate 0 in dimension 0
};

using Coordinates = std::array<std::int64_t, most_tensor_rank>;

// The first coordinate after the image's corners.
std::int64_t end_of_image(const TensorMap& map, std::size_t dimension) {
  return static_cast<std::int64_t>(map.extents[dimension]) + map.upper[dimension - map.first_pixel_dimension()];
}

bool within(const TensorMap& map, std::size_t dimension, std::int64_t at) {
  return at >= 0 && static_cast<std::uint64_t>(at) < map.extents[dimension];
}

TensorRow row_at(const TensorMap& map, const Coordinates& at) {
  TensorRow out = {true, map.address};
  // A pixel of an interleaved image is a vector with a place of its own along dimension 0.
  if (map.image != 0 && map.interleave != 0) {
    out.inside = within(map, 0, at[0]);
    out.address += static_cast<std::uint64_t>(at[0]) * map.unit_bytes();
  }
  for (std::size_t i = 1; i < map.rank; ++i) {
    out.inside = out.inside && within(map, i, at[i]);
    out.address += static_cast<std::uint64_t>(at[i]) * map.strides[i - 1];
  }
  return out;
}

std::vector<TensorRow> rows_of_box(const TensorMap& map, const Coordinates& start) {
  std::uint64_t count = 1;
  for (std::size_t i = 1; i < map.rank; ++i) count *= map.count(i);
  std::vector<TensorRow> out;
  for (std::uint64_t row = 0; row < count; ++row) {
    Coordinates at = start;
    std::uint64_t rest = row;
    for (std::size_t i = 1; i < map.rank; ++i) {
      at[i] += static_cast<std::int64_t>(rest % map.count(i) * map.step(i));
      rest /= map.count(i);
    }
    out.push_back(row_at(map, at));
  }
  return out;
}

// Pixels in order: the first dimension of the image fastest, then from image to image. Each is moved by the offsets.
std::vector<TensorRow> rows_of_image(const TensorMap& map, const Coordinates& start,
                                     const std::array<std::int64_t, 3>& offsets) {
  const std::size_t first = map.first_pixel_dimension();
  const std::size_t end = first + map.rank - 2U;
  const std::size_t last = map.rank - 1U;
  std::vector<TensorRow> out;
  Coordinates base = start;
  for (std::uint32_t pixel = 0; pixel < map.pixels; ++pixel) {
    Coordinates at = base;
    for (std::size_t i = first; i < end; ++i) at[i] += offsets[i - first];
    out.push_back(row_at(map, at));
    std::size_t i = first;
    for (; i < end; ++i) {
      base[i] += map.steps[i];
      if (base[i] < end_of_image(map, i)) break;
      base[i] = map.lower[i - first];
    }
    if (i == end) base[last] += map.steps[last];
  }
  return out;
}

std::vector<TensorRow> rows_by_number(const TensorMap& map, const std::array<std::int64_t, most_tensor_rank>& numbers) {
  std::vector<TensorRow> out;
  for (std::size_t i = 1; i < most_tensor_rank; ++i) out.push_back(row_at(map, {0, numbers[i]}));
  return out;
}

std::uint64_t swizzled(SwizzleMode mode, std::uint64_t address) {
  switch (mode) {
    case SwizzleMode::none:
      return address;
    case SwizzleMode::b32:
      return address ^ (address >> 7 & 1) << 4;
    case SwizzleMode::b64:
      return address ^ (address >> 7 & 3) << 4;
    case SwizzleMode::b128:
      return address ^ (address >> 7 & 7) << 4;
    case SwizzleMode::b128_32:
      return address ^ (address >> 7 & 3) << 5;
  }
  return address;
}

// One copy of one lane.
class Engine {
 public:
  Engine(Machine& m, const Warp& w, const Step& s, std::size_t lane)
      : m_(m), w_(w), s_(s), lane_(lane), list_(m.code.lists.data() + s.list) {
    std::memcpy(&copy_, list_, sizeof copy_);
  }

  void run() {
    Space space = Space::generic;
    const std::uint64_t map_address = row(s_.a) + s_.value;
    const char* const bytes = m_.at(s_, w_, lane_, map_address, tensor_map_bytes, space);
    if (bytes == nullptr) return;
    if (map_address % 64 != 0)
      return fail(say("the address {} of the tensor map is not a multiple of {} {byte|bytes}", map_address, 64));
    auto map = decode_tensor_map(bytes);
    if (!map) return fail(map.error().message, map.error().hint);
    map_ = *map;
    if (auto wrong = address_fault(map_.address, map_.interleave == 32)) return fail(wrong->what, wrong->fix);
    if (!find_rows()) return;
    const std::uint64_t shared = row(copy_.shared_row) + copy_.shared_offset;
    if ((shared & ~rank_mask) % tma_shared_alignment != 0)
      return fail(
          say("the address {} in shared memory is not a multiple of {} {byte|bytes}", shared, tma_shared_alignment));
    move(shared);
  }

 private:
  std::uint64_t row(std::uint32_t number) const { return w_.rows[number][lane_]; }
  std::int64_t coordinate(std::uint32_t i) const { return static_cast<std::int32_t>(row(list_[copy_numbers + i])); }
  void fail(Message what, Message hint = {}) {
    m_.fail(ErrorCode::arguments, std::move(what), s_, w_, lane_, std::move(hint));
  }

  bool find_rows() {
    const Mode mode = copy_.mode;
    Coordinates start = {};
    for (std::uint32_t i = 0; i < copy_.coordinates; ++i) start[i] = coordinate(i);
    first_ = map_.image != 0 && map_.interleave != 0 ? 0 : start[0];
    if ((mode == Mode::image) != (map_.image != 0)) {
      fail(map_.image != 0 ? say("the tensor map is of an image, but the copy is not")
                           : say("the copy is of an image, but the tensor map is not"));
      return false;
    }
    if (mode == Mode::rows ? map_.rank != 2 || map_.box[1] != 1 : copy_.coordinates != map_.rank) {
      fail(mode == Mode::rows
               ? say("a copy of four rows has a tensor map of {} {dimension|dimensions}; expected 2, and a box of one "
                     "row",
                     map_.rank)
               : say("the copy has {} {coordinate|coordinates}, but the tensor map has {} {dimension|dimensions}",
                     copy_.coordinates, map_.rank));
      return false;
    }
    const auto bytes = static_cast<std::int64_t>(map_.element_bytes());
    if (map_.interleave == 0 && first_ * bytes % 16 != 0) {
      fail(say("the first coordinate of the copy is {}, {} {byte|bytes} from the tensor's edge; expected a multiple of "
               "16 bytes",
               first_, first_ * bytes),
           say("start the copy at a multiple of {} {element|elements}, or make a tensor map with another base address",
               16 / bytes));
      return false;
    }
    if (mode == Mode::box) rows_ = rows_of_box(map_, start);
    if (mode == Mode::rows) rows_ = rows_by_number(map_, start);
    if (mode == Mode::image) {
      const std::size_t from = map_.first_pixel_dimension();
      for (std::size_t i = from; i + 2 < from + map_.rank; ++i) {
        const std::int64_t lower = map_.lower[i - from];
        if (start[i] >= lower && start[i] < end_of_image(map_, i)) continue;
        fail(say("coordinate {} of the copy is {}, which the corners of the image exclude; expected {} to {}", i,
                 start[i], lower, end_of_image(map_, i) - 1));
        return false;
      }
      std::array<std::int64_t, 3> offsets = {};
      for (std::uint32_t i = 0; i < copy_.offsets; ++i)
        offsets[i] = static_cast<std::int64_t>(row(list_[copy_numbers + copy_.coordinates + i]) & 0xffff);
      rows_ = rows_of_image(map_, start, offsets);
    }
    width_ = map_.width();
    return true;
  }

  // The part of a row inside of the tensor: elements first ... last - 1.
  std::pair<std::uint64_t, std::uint64_t> inside(const TensorRow& one) const {
    if (!one.inside) return {0, 0};
    const auto step = static_cast<std::int64_t>(element_step());
    const auto extent = static_cast<std::int64_t>(map_.extents[0]);
    const std::int64_t first = first_ >= 0 ? 0 : (-first_ + step - 1) / step;
    const std::int64_t last = first_ >= extent ? 0 : (extent - first_ + step - 1) / step;
    const auto width = static_cast<std::int64_t>(width_);
    return {static_cast<std::uint64_t>(std::min(first, width)),
            static_cast<std::uint64_t>(std::clamp(last, std::min(first, width), width))};
  }

  void move(std::uint64_t shared) {
    const std::uint64_t row_bytes = width_ * map_.unit_bytes();
    const std::uint64_t barrier = copy_.access == Access::load ? row(copy_.barrier_row) + copy_.barrier_offset : 0;
    const auto one = [&](std::uint64_t place, std::uint64_t counter) {
      barrier_ = counter;
      move_rows(place, row_bytes);
      if (copy_.access == Access::load && !m_.failed())
        complete_bytes(m_, w_, s_, lane_, counter, row_bytes * rows_.size());
    };
    if (copy_.mask_row == nowhere) return one(shared, barrier);
    for_blocks(row(copy_.mask_row),
               [&](std::uint64_t rank) { one((shared & ~rank_mask) | rank, (barrier & ~rank_mask) | rank); });
  }

  void move_rows(std::uint64_t shared, std::uint64_t row_bytes) {
    m_.charge(rows_.size() * (1 + row_bytes / charged_bytes));
    // Rows that are narrower than a swizzle's span begin one span apart.
    const std::uint64_t pitch = map_.swizzle == SwizzleMode::none || map_.interleave != 0
                                    ? row_bytes
                                    : static_cast<std::uint64_t>(span_bytes(map_.swizzle));
    Space space = Space::shared;
    char* const to = m_.at(s_, w_, lane_, shared, pitch * rows_.size(), space);
    if (to == nullptr) return;
    const std::uint64_t place = shared & ~rank_mask;
    std::string line(static_cast<std::size_t>(row_bytes), '\0');
    for (std::size_t r = 0; r < rows_.size() && !m_.failed(); ++r) {
      // Chunks of 16 bytes keep together.
      const auto chunk = [&](std::uint64_t at) {
        return to + (swizzled(map_.swizzle, place + r * pitch + at) - place);
      };
      if (copy_.access == Access::load) {
        load(rows_[r], line);
        for (std::uint64_t at = 0; at < row_bytes; at += 16) {
          std::memcpy(chunk(at), line.data() + at, 16);
          observe(Touch::write, Space::shared, shared + static_cast<std::uint64_t>(chunk(at) - to), 16);
        }
      } else {
        for (std::uint64_t at = 0; at < row_bytes; at += 16) {
          std::memcpy(line.data() + at, chunk(at), 16);
          observe(Touch::read, Space::shared, shared + static_cast<std::uint64_t>(chunk(at) - to), 16);
        }
        store(rows_[r], line);
      }
    }
  }

  void observe(Touch touch, Space space, std::uint64_t address, std::uint64_t bytes) const {
    observe_copy(m_, w_, s_, lane_, touch, space, address, bytes, barrier_, copy_.access == Access::load);
  }

  std::uint64_t element_step() const { return map_.image != 0 ? 1 : map_.step(0); }
  // Neighbors in a row, and in memory, are one access.
  std::uint64_t together(std::uint64_t first, std::uint64_t last) const {
    return element_step() == 1 ? last - first : 1;
  }
  char* global(const TensorRow& one, std::uint64_t element, std::uint64_t count) {
    const auto at = static_cast<std::uint64_t>(first_) + element * element_step();
    const std::uint64_t address = one.address + at * map_.unit_bytes();
    Space space = Space::global;
    char* const out = m_.at(s_, w_, lane_, address, count * map_.unit_bytes(), space);
    const auto access = copy_.access;
    if (out != nullptr)
      observe(access == Access::load    ? Touch::read
              : access == Access::store ? Touch::write
                                        : Touch::atomic,
              Space::global, address, count * map_.unit_bytes());
    return out;
  }

  void load(const TensorRow& one, std::string& line) {
    const std::uint64_t unit = map_.unit_bytes();
    const auto [first, last] = inside(one);
    for (std::size_t at = 0; at < line.size(); ++at)
      line[at] = static_cast<char>(map_.fills_nan == 0 ? 0 : at % 2 == 0 ? 0xf7 : 0x7f);
    for (std::uint64_t i = first, count = 0; i < last; i += count) {
      count = together(i, last);
      const char* const from = global(one, i, count);
      if (from == nullptr) return;
      std::memcpy(line.data() + i * unit, from, static_cast<std::size_t>(count * unit));
    }
  }
  // Stores pieces of 16 bytes, the last one whole: after the tensor's edge it overwrites what pads the row (found on
  // an H200, tests/gpu/tensor_maps.py).
  void store(const TensorRow& one, const std::string& line) {
    const std::uint64_t unit = map_.unit_bytes();
    const auto [first, end] = inside(one);
    const std::uint64_t last = (end * unit + 15) / 16 * 16 / unit;
    for (std::uint64_t i = first, count = 0; i < last; i += count) {
      count = together(i, last);
      char* const to = global(one, i, count);
      if (to == nullptr) return;
      if (copy_.access == Access::reduce)
        reduce(to, line.data() + i * unit, count * unit / map_.element_bytes());
      else
        std::memcpy(to, line.data() + i * unit, static_cast<std::size_t>(count * unit));
    }
  }
  void reduce(char* to, const char* from, std::uint64_t count) {
    const auto bytes = static_cast<std::size_t>(map_.element_bytes());
    const Update update = update_of(update_names[copy_.update], map_.type);
    if (update == nullptr)
      return fail(say("the copy reduces by {}, which elements of type {} do not have", update_names[copy_.update],
                      name_of(map_.type)));
    for (std::uint64_t i = 0; i < count; ++i, to += bytes, from += bytes) {
      std::uint64_t old = 0;
      std::uint64_t value = 0;
      std::memcpy(&old, to, bytes);
      std::memcpy(&value, from, bytes);
      value = update(old, value, 0);
      std::memcpy(to, &value, bytes);
    }
  }

 public:
  static constexpr std::string_view update_names[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};

 private:
  Machine& m_;
  const Warp& w_;
  const Step& s_;
  std::size_t lane_;
  const std::uint32_t* list_;
  Copy copy_ = {};
  TensorMap map_;
  std::int64_t first_ = 0;   // coordinate of dimension 0
  std::uint64_t width_ = 0;  // elements, or vectors, of a row
  std::uint64_t barrier_ = 0;
  std::vector<TensorRow> rows_;
};

void copy_tensor(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t lane) {
    if (!m.failed()) Engine(m, w, s, lane).run();
  });
  m.progress = true;
}

// [map, {coordinates}]: the map is the step's address.
const Operand* tensor_operand(Decoder& d, const Operand& operand) {
  if (operand.kind != Operand::Kind::memory || operand.elements.size() != 2 ||
      operand.elements[1].kind != Operand::Kind::vector) {
    d.wrong(say("{} has no tensor map with coordinates in square brackets", d.instruction().opcode));
    return nullptr;
  }
  d.address(operand);
  return &operand.elements[1];
}

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  const bool prefetches = d.has("prefetch");
  const bool reduces = d.word(1) == "reduce";
  const bool loads = !reduces && !prefetches && d.has("mbarrier::complete_tx::bytes");
  if (!d.only({"reduce",
               "async",
               "bulk",
               "prefetch",
               "tensor",
               "1d",
               "2d",
               "3d",
               "4d",
               "5d",
               "L2",
               "shared::cluster",
               "shared::cta",
               "global",
               "tile",
               "tile::gather4",
               "tile::scatter4",
               "im2col",
               "im2col_no_offs",
               "mbarrier::complete_tx::bytes",
               "bulk_group",
               "multicast::cluster",
               "L2::cache_hint",
               "add",
               "min",
               "max",
               "inc",
               "dec",
               "and",
               "or",
               "xor"}))
    return false;
  const bool image = d.has("im2col") || d.has("im2col_no_offs");
  const bool by_number = d.has("tile::gather4") || d.has("tile::scatter4");
  if (!d.wants(prefetches ? 1 : 2, 6)) return true;
  const Operand* const coordinates = tensor_operand(d, d.operand(loads ? 1 : 0));
  if (coordinates == nullptr) return true;
  if (prefetches) {
    s.execute = nothing;
    return true;
  }
  const std::uint64_t map_offset = s.value;
  const std::uint32_t map_row = s.a;
  Copy copy = {};
  copy.access = loads ? Access::load : reduces ? Access::reduce : Access::store;
  copy.mode = image ? Mode::image : by_number ? Mode::rows : Mode::box;
  copy.mask_row = nowhere;
  d.address(d.operand(loads ? 0 : 1));
  copy.shared_row = s.a;
  copy.shared_offset = static_cast<std::int32_t>(s.value);
  std::size_t next = 2;
  if (loads) {
    d.address(d.operand(next++));
    copy.barrier_row = s.a;
    copy.barrier_offset = static_cast<std::int32_t>(s.value);
  }
  std::vector<std::uint32_t> rows;
  for (const Operand& one : coordinates->elements) rows.push_back(d.source(one, Type::b32));
  copy.coordinates = static_cast<std::uint32_t>(rows.size());
  const std::string_view dimensions = d.word(reduces ? 5 : 4);
  if (dimensions.size() != 2 || dimensions[0] < '1' || dimensions[0] > '5' || dimensions[1] != 'd')
    return d.wrong(say("{} has {} where its dimensions belong; expected 1 to 5 dimensions, as in 2d",
                       d.instruction().opcode, dimensions));
  const std::size_t expected = by_number ? most_tensor_rank : static_cast<std::size_t>(dimensions[0] - '0');
  if (rows.size() != expected)
    return d.wrong(
        say("{} has {} {coordinate|coordinates}; expected {}", d.instruction().opcode, rows.size(), expected));
  if (loads && d.has("im2col")) {
    const Operand& offsets = d.operand(next++);
    if (expected < 3 || offsets.elements.size() != expected - 2)
      return d.wrong(say("{} has {} {offset|offsets}; expected {}", d.instruction().opcode, offsets.elements.size(),
                         expected - 2));
    for (const Operand& one : offsets.elements) rows.push_back(d.source(one, Type::b16));
    copy.offsets = static_cast<std::uint32_t>(offsets.elements.size());
  }
  if (d.has("multicast::cluster")) copy.mask_row = d.source(next++, Type::b16);
  if (reduces) {
    for (std::uint32_t i = 0; i < std::size(Engine::update_names); ++i) {
      if (d.has(Engine::update_names[i])) copy.update = i;
    }
  }
  s.list = d.keep(copy);
  for (const std::uint32_t row : rows) d.keep(row);
  s.a = map_row;
  s.value = map_offset;
  s.execute = copy_tensor;
  d.not_recorded();
  return true;
}

}  // namespace stridescope::machine::tensor
