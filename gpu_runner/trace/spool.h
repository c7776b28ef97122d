// The interface between a running traced program and its tracer: the records of a launch on the GPU, the library
// injected into the program, and the program that reads the records. The callbacks' CUDA source includes it, too: plain
// structs, independent of the core.
//
// In the folder: launch_N.head (a SpoolHead), launch_N.records (records as the GPU has them), launch_N.text (lines: the
// kernel's name, the device's, and "base bytes" for each allocation), module_N.cubin, log.text with what could not be
// done, and now (a Now).
#pragma once

#include <stdint.h>

namespace stridescope::spool {

// The instruction kind of a record, with the API's values.
enum Kind : uint32_t {
  global_access,
  shared_access,
  local_access,
  matrix_access,
  remote_access,
  async_copy,
  bulk_load,
  bulk_store,
  tensor_load,
  matrix_product,
  barrier,
  other_wait,
};

// Values of Sanitizer_DeviceMemoryFlags.
enum Flag : uint32_t { reads = 1, writes = 2 };

constexpr uint32_t most_blocks = 64;

// One number of each active lane of a warp; an instruction with more numbers has several consecutive records.
struct Record {
  uint64_t pc;
  uint32_t kind;
  uint32_t slot;  // index of the block among the launch's traced blocks
  uint32_t warp;
  uint32_t active;
  uint32_t bytes;
  uint32_t flags;  // Flag; for ldmatrix and stmatrix also the number of matrices from bit 8 on
  uint64_t number[32];
};

// Precedes the records in the GPU's memory.
struct Head {
  uint32_t records;   // requested number
  uint32_t capacity;  // maximum number
  uint32_t blocks;    // number of listed blocks
  uint32_t shared_bytes;
  uint32_t shared_base;
  uint32_t unused;
  uint32_t block[most_blocks];
  uint32_t wanted[most_blocks];  // requested records per block
  uint32_t kept[most_blocks];
};

// The header of a launch, before its records.
struct SpoolHead {
  uint64_t number;  // index among the program's launches
  uint64_t pc;      // address of the kernel's first instruction
  uint64_t code_bytes;
  uint32_t grid[3];
  uint32_t threads[3];
  uint32_t architecture;
  uint32_t module;
  Head head;
};

// The library's present activity, so that its reader can report what a slow program waits for.
enum Activity : uint32_t { running, patching, waiting, reading, restoring };
struct Now {
  uint64_t launches;  // seen so far
  uint32_t traced;
  uint32_t activity;
  char kernel[256];  // kernel of the activity, mangled; ends with a zero
};

}  // namespace stridescope::spool
