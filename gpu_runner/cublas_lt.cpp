// The matrix product of cuBLASLt through function pointers: the library's own choice of algorithm, timed against ours.
// Without the library the result gives the reason and has no baseline.
#include "gpu_runner/cublas_lt.h"

#include <dlfcn.h>

#include <cstdlib>

namespace stridescope::gpu {
namespace {

struct Heuristic {
  std::uint64_t algorithm[8];
  std::size_t workspace;
  int state;
  float waves;
  int reserved[4];
};

struct Library {
  void* handle = nullptr;  // cuBLASLt handle
  int (*create)(void**) = nullptr;
  int (*desc_create)(void**, int, int) = nullptr;
  int (*desc_destroy)(void*) = nullptr;
  int (*desc_set)(void*, int, const void*, std::size_t) = nullptr;
  int (*layout_create)(void**, int, std::uint64_t, std::uint64_t, std::int64_t) = nullptr;
  int (*layout_destroy)(void*) = nullptr;
  int (*preference_create)(void**) = nullptr;
  int (*preference_destroy)(void*) = nullptr;
  int (*preference_set)(void*, int, const void*, std::size_t) = nullptr;
  int (*heuristic)(void*, void*, void*, void*, void*, void*, void*, int, Heuristic*, int*) = nullptr;
  int (*matmul)(void*, void*, const void*, const void*, void*, const void*, void*, const void*, const void*, void*,
                void*, void*, const void*, void*, std::size_t, CuHandle) = nullptr;
  Message why;

  Library() {
    void* so = nullptr;
    for (const char* name : {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"}) {
      if (so == nullptr) so = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      for (const char* folder : {"/usr/local/cuda/lib64/", "/usr/local/cuda/targets/x86_64-linux/lib/"}) {
        if (so == nullptr) so = dlopen((std::string(folder) + name).c_str(), RTLD_NOW | RTLD_LOCAL);
      }
      const char* home = std::getenv("CUDA_HOME");
      if (so == nullptr && home != nullptr)
        so = dlopen((std::string(home) + "/lib64/" + name).c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    if (so == nullptr) {
      why = say("cuBLASLt (libcublasLt.so) was not found");
      return;
    }
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(so, name));
      if (function == nullptr && why.empty()) why = say("cuBLASLt does not have {}", name);
    };
    find(create, "cublasLtCreate");
    find(desc_create, "cublasLtMatmulDescCreate");
    find(desc_destroy, "cublasLtMatmulDescDestroy");
    find(desc_set, "cublasLtMatmulDescSetAttribute");
    find(layout_create, "cublasLtMatrixLayoutCreate");
    find(layout_destroy, "cublasLtMatrixLayoutDestroy");
    find(preference_create, "cublasLtMatmulPreferenceCreate");
    find(preference_destroy, "cublasLtMatmulPreferenceDestroy");
    find(preference_set, "cublasLtMatmulPreferenceSetAttribute");
    find(heuristic, "cublasLtMatmulAlgoGetHeuristic");
    find(matmul, "cublasLtMatmul");
    if (why.empty() && create(&handle) != 0) why = say("cuBLASLt does not start");
  }
};

const Library& library() {
  static const Library open;
  return open;
}

// cudaDataType of a type; -1: not supported by the library.
int data_type(const std::string& name) {
  struct Row {
    const char* name;
    int type;
  };
  static constexpr Row rows[] = {{"half_t", 2},     {"bfloat16_t", 14},   {"float", 0},
                                 {"tfloat32_t", 0}, {"double", 1},        {"int8_t", 3},
                                 {"int", 10},       {"float_e4m3_t", 28}, {"float_e5m2_t", 29}};
  for (const Row& row : rows) {
    if (name == row.name) return row.type;
  }
  return -1;
}

// cublasComputeType of the inputs.
int compute_type(const std::string& input) {
  return input == "double" ? 70 : input == "int8_t" ? 72 : input == "tfloat32_t" ? 77 : 68;
}

}  // namespace

LtGemm::~LtGemm() {
  for (void* layout : layouts_) {
    if (layout != nullptr) library().layout_destroy(layout);
  }
  if (operation_ != nullptr) library().desc_destroy(operation_);
}

bool LtGemm::prepare(const LtProblem& p, Message& why) {
  const Library& lt = library();
  why = lt.why;
  if (!why.empty()) return false;
  const int type_a = data_type(p.type_a);
  const int type_b = data_type(p.type_b);
  const int type_d = data_type(p.type_d);
  if (type_a < 0 || type_b < 0 || type_d < 0) {
    why = say("cuBLASLt does not multiply {} and {} into {}", p.type_a, p.type_b, p.type_d);
    return false;
  }
  if ((p.a_m != 1 && p.a_k != 1) || (p.b_n != 1 && p.b_k != 1) || (p.d_m != 1 && p.d_n != 1)) {
    why = say("cuBLASLt takes matrices with one contiguous mode");
    return false;
  }
  // The library's D is column-major: computes D^T = B A^T if ours is row-major.
  swapped_ = p.d_m != 1;
  const int compute = compute_type(p.type_a);
  scale_type_ = compute == 70 ? 1 : compute == 72 ? 10 : 0;
  if (lt.desc_create(&operation_, compute, scale_type_) != 0) {
    why = say("cuBLASLt refuses the operation");
    return false;
  }
  struct Side {
    int type;
    std::int64_t rows, k, by_row, by_k;
  };
  const Side a = {type_a, p.m, p.k, p.a_m, p.a_k};
  const Side b = {type_b, p.n, p.k, p.b_n, p.b_k};
  const Side& first = swapped_ ? b : a;
  const Side& second = swapped_ ? a : b;
  // The library expects op(first) as (rows, k) and op(second) as (k, rows).
  const bool first_columns = first.by_row == 1 && first.k != 1;
  const bool second_columns = second.by_k == 1 && second.rows != 1;
  const int transpose_first = first_columns ? 0 : 1;
  const int transpose_second = second_columns ? 0 : 1;
  bool good = lt.desc_set(operation_, 3, &transpose_first, sizeof(int)) == 0 &&
              lt.desc_set(operation_, 4, &transpose_second, sizeof(int)) == 0;
  const auto layout = [&](int i, int type, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
    good = good && lt.layout_create(&layouts_[i], type, static_cast<std::uint64_t>(rows),
                                    static_cast<std::uint64_t>(columns), ld) == 0;
  };
  if (first_columns) {
    layout(0, first.type, first.rows, first.k, first.by_k);
  } else {
    layout(0, first.type, first.k, first.rows, first.by_row);
  }
  if (second_columns) {
    layout(1, second.type, second.k, second.rows, second.by_row);
  } else {
    layout(1, second.type, second.rows, second.k, second.by_k);
  }
  layout(2, type_d, first.rows, second.rows, swapped_ ? p.d_m : p.d_n);
  if (p.bias || p.activation != 0) {
    // The library's bias has one number per row of its D.
    if (p.bias && p.bias_along_m == swapped_) {
      why = say("cuBLASLt does not support this bias");
      return false;
    }
    const int epilogue = p.activation == 0 ? 4 : p.activation + (p.bias ? 4 : 0);
    good = good && lt.desc_set(operation_, 7, &epilogue, sizeof(int)) == 0;
  }
  bias_ = p.bias;
  alpha_ = p.alpha;
  beta_ = p.beta;
  void* preference = nullptr;
  good = good && lt.preference_create(&preference) == 0;
  const std::size_t room = workspace_bytes;
  good = good && lt.preference_set(preference, 1, &room, sizeof room) == 0;
  Heuristic found = {};
  int count = 0;
  if (good && lt.heuristic(library().handle, operation_, layouts_[0], layouts_[1], layouts_[2], layouts_[2], preference,
                           1, &found, &count) != 0) {
    count = 0;
  }
  if (preference != nullptr) lt.preference_destroy(preference);
  if (!good || count < 1 || found.state != 0) {
    why = say("cuBLASLt does not have an algorithm for this product");
    return false;
  }
  for (int i = 0; i < 8; ++i) algorithm_[i] = found.algorithm[i];
  return true;
}

bool LtGemm::run(CuDevicePtr a, CuDevicePtr b, CuDevicePtr d, CuDevicePtr bias, CuDevicePtr workspace, CuHandle stream,
                 Message& why) {
  const double alpha_double = alpha_;
  const double beta_double = beta_;
  const auto alpha_float = static_cast<float>(alpha_);
  const auto beta_float = static_cast<float>(beta_);
  const auto alpha_int = static_cast<int>(alpha_);
  const auto beta_int = static_cast<int>(beta_);
  if (bias_ && library().desc_set(operation_, 8, &bias, sizeof bias) != 0) {
    why = say("cuBLASLt does not support this bias");
    return false;
  }
  const void* alpha = scale_type_ == 1    ? static_cast<const void*>(&alpha_double)
                      : scale_type_ == 10 ? &alpha_int
                                          : static_cast<const void*>(&alpha_float);
  const void* beta = scale_type_ == 1    ? static_cast<const void*>(&beta_double)
                     : scale_type_ == 10 ? &beta_int
                                         : static_cast<const void*>(&beta_float);
  const int e =
      library().matmul(library().handle, operation_, alpha, as_pointer(swapped_ ? b : a), layouts_[0],
                       as_pointer(swapped_ ? a : b), layouts_[1], beta, as_pointer(d), layouts_[2], as_pointer(d),
                       layouts_[2], algorithm_, as_pointer(workspace), workspace_bytes, stream);
  if (e != 0) why = say("cuBLASLt: error {}", e);
  return e == 0;
}

}  // namespace stridescope::gpu
