// Counts of the findings of web/docs/lint.md (Precision), without our core: the offsets of CUTLASS's and FlashInfer's
// layouts are computed by CuTe's headers on the CPU, those of Triton by loops over its definitions; the loops below
// count the wavefronts and sectors. A line a finding: what is counted, its ideal, and the first lanes that collide.
// Usage: clang++-14 -std=c++17 -w -I CUTLASS/include -I CUDA/include -I CUDA/include/cccl finding_counts.cpp && ./a.out
// Fails if a count is not the one that the finding has.
#include <cstdio>
#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/tensor.hpp>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace cute;

namespace {

int wrong = 0;

void report(const std::string& where, long count, long ideal, long expected, long expected_ideal,
            const std::string& first) {
  const bool right = count == expected && ideal == expected_ideal;
  wrong += right ? 0 : 1;
  std::printf("%s %-36s %ld instead of %ld; %s\n", right ? "right" : "WRONG", where.c_str(), count, ideal,
              first.c_str());
}

// Requests of warps to shared memory. Lanes that access 16 bytes are served eight at a time, of 8 bytes sixteen, of 4
// bytes all: a wavefront has one word of each of the 32 banks.
struct Shared {
  long requests = 0, wavefronts = 0, ideal = 0;
  std::string first;  // the first two lanes that want different words of a bank

  void request(const std::vector<long>& bytes, int width) {
    ++requests;
    const std::size_t group = 128 / width;
    for (std::size_t begin = 0; begin < bytes.size(); begin += group) {
      std::map<long, std::map<long, std::size_t>> words;  // by bank: words, and the lane that wants each
      for (std::size_t lane = begin; lane < std::min(bytes.size(), begin + group); ++lane) {
        if (bytes[lane] % width != 0)
          std::printf("lane %zu: byte %ld is not a multiple of %d\n", lane, bytes[lane], width), ++wrong;
        for (long word = bytes[lane] / 4; word < (bytes[lane] + width) / 4; ++word)
          words[word % 32].emplace(word, lane);
      }
      std::size_t most = 0;
      for (const auto& [bank, wanted] : words) {
        most = std::max(most, wanted.size());
        if (wanted.size() > 1 && first.empty()) {
          const auto second = std::next(wanted.begin());
          first = "lanes " + std::to_string(wanted.begin()->second) + " and " + std::to_string(second->second) +
                  ": bytes " + std::to_string(4 * wanted.begin()->first) + " and " + std::to_string(4 * second->first) +
                  ", bank " + std::to_string(bank);
        }
      }
      wavefronts += long(most);
      ideal += 1;
    }
  }
};

// Requests of a tiled copy to `smem`: each warp, each vector of `vector` elements of a thread's partition.
template <class TiledCopy, class Tensor_, class Partition>
Shared requests(TiledCopy const& copy, Tensor_ const& smem, int element_bytes, int vector, Partition partition,
                int lanes = 32) {
  Shared out;
  const int vectors = int(size(partition(copy.get_slice(0), smem))) / vector;
  for (int warp = 0; warp < int(size(copy)); warp += 32) {
    for (int v = 0; v < vectors; ++v) {
      std::vector<long> bytes;
      for (int lane = 0; lane < lanes; ++lane) {
        auto mine = partition(copy.get_slice(warp + lane), smem);
        const long begin = long(&mine(v * vector) - &smem(0));
        for (int i = 1; i < vector; ++i) {
          if (&mine(v * vector + i) - &mine(v * vector) != i)
            std::printf("elements of a vector are not adjacent\n"), ++wrong;
        }
        bytes.push_back(begin * element_bytes);
      }
      out.request(bytes, element_bytes * vector);
    }
  }
  return out;
}

const auto source = [](auto thread, auto const& tensor) { return thread.partition_S(tensor); };
const auto destination = [](auto thread, auto const& tensor) { return thread.partition_D(tensor); };

template <class T>
T* storage() {
  alignas(1024) static T memory[1 << 16];
  return memory;
}

void compare(const char* where, const Shared& counted, long requests, long wavefronts, long ideal) {
  if (counted.requests != requests)
    std::printf("%s: %ld requests, the finding has %ld\n", where, counted.requests, requests), ++wrong;
  report(where, counted.wavefronts, counted.ideal, wavefronts, ideal, counted.first);
}

// CUTLASS, examples/59_ampere_gather_scatter_conv/ampere_conv_kernel.h: 174 SmemLayoutOut, 243.
void ampere_conv() {
  TiledMMA<MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, Underscore>> mma;
  auto copy = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, float>{}, mma);
  auto smem = make_tensor(storage<float>(), Layout<Shape<_128, _64>>{});
  compare("ampere_conv_kernel.h:243", requests(copy, smem, 4, 1, destination), 256, 1024, 256);
}

// CUTLASS, hstu_attention.py: 147 the atom, with the example's default arguments.
template <class Swizzle_>
void hstu(bool found) {
  using Half = cute::half_t;
  auto atom = composition(Swizzle_{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  auto rows = tile_to_shape(atom, Shape<_64, _128>{}, Step<_1, _2>{});
  auto square = tile_to_shape(atom, Shape<_64, _64>{}, Step<_1, _2>{});
  TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>> mma;
  Copy_Atom<SM75_U32x4_LDSM_N, Half> plain;
  Copy_Atom<SM75_U16x8_LDSM_T, Half> transposed;
  auto q = make_tensor(storage<Half>(), rows);
  auto rab = make_tensor(storage<Half>(), square);
  auto vt = make_tensor(storage<Half>(), composition(rows, Layout<Shape<_128, _64>, Stride<_64, _1>>{}));
  const int all = found ? 2 : 1;  // without conflicts with the right swizzle
  const std::string of = found ? "hstu_attention.py" : "  with Sw<3,3,3>";
  compare((of + ":540").c_str(), requests(make_tiled_copy_A(plain, mma), q, 2, 8, source), 32, 128 * all, 128);
  compare((of + ":542").c_str(), requests(make_tiled_copy_B(plain, mma), q, 2, 8, source), 128, 512 * all, 512);
  compare((of + ":544").c_str(), requests(make_tiled_copy_B(transposed, mma), vt, 2, 8, source), 128, 512 * all, 512);
  compare((of + ":546").c_str(), requests(make_tiled_copy_C(plain, mma), rab, 2, 8, source), 16, 64 * all, 64);
}

// The same line: the first offset that goes elsewhere. In bytes, the 128-byte swizzle exchanges the 16-byte parts of a
// row by the row's number modulo 8.
void hstu_swizzle() {
  auto layout = composition(Swizzle<3, 4, 3>{}, Layout<_1024>{});
  long first = -1, goes = 0, should = 0;
  for (long offset = 0; offset < 1024 && first < 0; ++offset) {
    const long byte = 2 * offset, row = byte / 128 % 8, part = byte % 128 / 16;
    const long right = (byte - byte % 128 + (part ^ row) * 16 + byte % 16) / 2;
    if (right != layout(int(offset))) first = offset, goes = layout(int(offset)), should = right;
  }
  report(
      "hstu_attention.py:147", first, should, 64, 72,
      "offset " + std::to_string(first) + " goes to " + std::to_string(goes) + ", expected " + std::to_string(should));
}

// CUTLASS, test/unit/cute: the tile and the copies of ldsm.cu and stsm.cu whose rows begin in the same banks.
template <class Atom, class Part>
void matrices(const char* where, Part part) {
  auto copy = make_tiled_copy(Copy_Atom<Atom, uint16_t>{}, Layout<Shape<_16, _2>>{}, Layout<Shape<_2, _4>>{});
  auto smem = make_tensor(storage<uint16_t>(), Layout<Shape<_32, _32>>{});
  std::printf("%s: ", where);
  print(part(copy.get_slice(0), smem).layout());
  std::printf("\n");
  compare(where, requests(copy, smem, 2, 8, part, 8), 16, 32, 16);
}

// FlashInfer, gdn_decode_nontranspose.py: 552 the tile, 555 the threads, 128.
void gdn() {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{},
                              Layout<Shape<_1, _4>>{});
  auto smem = make_tensor(storage<float>(), Layout<Shape<_128, _16>, Stride<Int<20>, _1>>{});
  compare("gdn_decode_nontranspose.py:128", requests(copy, smem, 4, 4, destination), 16, 128, 64);
}

// Triton, gemm_tf32x3.ttgir: 89 stores #blocked1, four adjacent columns of a row a lane, to an NVMMA tile whose rows
// are adjacent: blocks of 32 rows, in which a column has 128 bytes, its parts of 16 exchanged by the column modulo 8.
void gemm_tf32x3() {
  Shared counted;
  for (long row = 0; row < 128; ++row) {  // 4 warps, a row each, 32 times
    for (long value = 0; value < 4; ++value) {
      std::vector<long> bytes;
      for (long lane = 0; lane < 32; ++lane) {
        const long column = 4 * lane + value;
        bytes.push_back(row / 32 * (128 * 128) + column * 128 + ((row % 32 / 4) ^ column % 8) * 16 + row % 4 * 4);
      }
      counted.request(bytes, 4);
    }
  }
  compare("gemm_tf32x3.ttgir:89", counted, 512, 8192, 512);
}

// Triton, test_warp_specialization.py: 110 and 111: a lane has a row of 64 floats, the tile is row-major.
void warp_specialization(const char* where) {
  Shared counted;
  for (long warp = 0; warp < 4; ++warp) {
    for (long column = 0; column < 64; column += 4) {
      std::vector<long> bytes;
      for (long lane = 0; lane < 32; ++lane) bytes.push_back(((32 * warp + lane) * 64 + column) * 4);
      counted.request(bytes, 16);
    }
  }
  compare(where, counted, 64, 2048, 256);
}

// Triton, sum_2d_col.B.ttgir: 47 loads 256 x 32 floats: a lane has 8 rows of a column, a warp 256 rows. The finding is
// a bound, with rows adjacent in memory; the second count is that of the addresses in the file, 32 * row + column.
void sum_2d() {
  const auto sectors = [](int width, const std::function<long(long, long)>& offset) {
    long count = 0;
    for (long column = 0; column < 32; ++column) {
      for (long k = 0; k < 8; k += width) {
        std::set<long> touched;
        for (long lane = 0; lane < 32; ++lane) touched.insert(offset(8 * lane + k, column) * 4 / 32);
        count += long(touched.size());
      }
    }
    return count;
  };
  const long best = sectors(4, [](long row, long column) { return 256 * column + row; });
  const long here = sectors(1, [](long row, long column) { return 32 * row + column; });
  report("sum_2d_col.B.ttgir:47", best, 256 * 32 * 4 / 32, 2048, 1024,
         "lanes 0 and 1: bytes 0 and 32, half of a sector each");
  report("  with the file's addresses", here, 256 * 32 * 4 / 32, 8192, 1024, "lanes 0 and 1: bytes 0 and 1024");
}

}  // namespace

int main() {
  ampere_conv();
  hstu_swizzle();
  hstu<Swizzle<3, 4, 3>>(true);
  hstu<Swizzle<3, 3, 3>>(false);
  matrices<SM75_U32x1_LDSM_N>("ldsm.cu:102", source);
  matrices<SM90_U32x1_STSM_N>("stsm.cu:91", destination);
  gdn();
  gemm_tf32x3();
  warp_specialization("test_warp_specialization.py:110");
  warp_specialization("test_warp_specialization.py:111");
  sum_2d();
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
