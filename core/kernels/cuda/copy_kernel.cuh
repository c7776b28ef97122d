// The kernels of a copy: one tile per block, or a loop over tiles with several of them in shared memory.
#define THROUGH 1          // uses shared memory
#define PERSISTENT 0       // loops over tiles
#define STAGED 1           // several tiles in shared memory
#define ASYNC 1            // loads with cp.async
#define ENGINE_LOADS 0     // loads by the copy engine
#define ENGINE_STORES 0    // stores by the copy engine
#define THREADS_LOAD 1     // loads by threads
#define THREADS_STORE 1
#define TRACED_TILES 0     // records the time of each tile
#define TRACED_ACCESSES 0  // records the cycles of each access of a tile

#define THREADS 128
#define TILES 16u
#define STAGES 3
#define LAST 2             // STAGES - 1
#define WAITING "1"        // STAGES - 2: cp.async groups that may be pending
#define STAGE 256          // elements of a stage
#define BARRIERS 3072      // offset of the barriers in shared memory, in bytes

#define WHOLE 1            // the whole path of a tile, not one half in a pipeline
#define BLOCK block        // number of the tile
#define MODE 0
#define TILE tile0
#define NUMBER static_cast<int>(block % 4u)
#define EXTENT 4
#define INDEX int
#define FROM thread_index(t)
#define TO thread_index(t)
#define FIRST 1            // needs the base of a thread's part of src
#define SECOND 1           // needs the base of a thread's part of dst
#define EDGE
#define COORDINATE load_coordinate0
#define SUM thread_index(t) + tile0
#define LOADED 8           // values per thread and tile
#define STORED 8
#define BYTES 1024
#define BOX
#define PLACE smem + 256
#define AT tile0 * 16
#define LOADS
#define TURN
#define ARRAY smem
#define TURNED_ARRAY turned
#define HELD 8
#define WORD unsigned
#define WORDS 8
#define EXCHANGE
#define WITHIN 0           // pieces are within one word
#define DISTANCE 1         // distance in words, or in bits within a word
#define PIECE 4            // bits
#define MASK 0xF0u
#define RENAMED i
#define WRITES
#define READS
#define STORES
#define LOAD
#define STORE
#define ONE_TILE
#define SLOT 0             // number of the stage
#define PROLOGUE
#define REFILL

#define VALUES 8
#define STEP 4
#define CONDITIONAL 1
#define CONDITION (load_coordinate0 + v < 100)
#define ACCESS access(src + from + v, smem + v);
#define USING 1
#define USED smem + v
#define SIDE 0

#define NAME stridescope_copy
#define PARAMETERS const Element* __restrict__ src, Element* __restrict__ dst
#define SOURCE const Element* src
#define TARGET Element* dst

using Element = float;
struct TensorMap {};
__device__ int thread_index(int t) { return t; }
__device__ void access(const Element*, Element*) {}
__device__ void used(const Element*, unsigned long long*) {}
__device__ void note(unsigned long long*, bool, int, int, unsigned, unsigned) {}
__device__ unsigned tick() { return 0; }
template <int bits, class Word>
__device__ void exchange(Word&, Word&) {}
template <int distance, unsigned mask, class Word>
__device__ void exchange_within(Word&) {}
__device__ void trace_begin(unsigned long long*, unsigned) {}
__device__ void trace_end(unsigned long long*, unsigned) {}
__device__ void barrier_init(unsigned long long*) {}
__device__ void barrier_fence() {}
__device__ void barrier_expect(unsigned long long*, int) {}
__device__ void barrier_wait(unsigned long long*, unsigned) {}
__device__ void load_box(Element*, const TensorMap&, unsigned long long*, int) {}
__device__ void store_box(const TensorMap&, const Element*, int) {}
__device__ void store_commit() {}
__device__ void store_wait() {}
__device__ void engine_fence() {}

__device__ void tile_alone(const Element* src, Element* dst, Element* smem, const TensorMap& src_map,
                           const TensorMap& dst_map, unsigned long long* full, unsigned block, int t,
                           unsigned long long* trace, unsigned trace_tile) {
  // Which tile it is, and where a thread's part of it begins.
  // @text begin
  // @for TILE
  const int TILE = NUMBER;  // of EXTENT along mode MODE
  // @next
#if WHOLE && TRACED_ACCESSES
  const bool traced = BLOCK == trace_tile;
#endif
#if WHOLE && TRACED_TILES
  trace_begin(trace, BLOCK);
#endif
#if FIRST && THREADS_LOAD
  const INDEX from = FROM;
#endif
#if SECOND && THREADS_STORE
  const INDEX to = TO;
#endif
  // @for EDGE
  const int COORDINATE = SUM;
  // @next
  // @end

  // One access a turn. At an edge `inside` says whether the lane takes part.
  // @text loop
#pragma unroll
  for (int v = 0; v < VALUES; v += STEP) {
#if CONDITIONAL
    const bool inside = CONDITION;
#endif
#if TRACED_ACCESSES
    const unsigned begin = tick();
#endif
    ACCESS
#if TRACED_ACCESSES
#if USING
    used(USED, trace);
#endif
    note(trace, traced, SIDE, v / STEP, begin, tick());
#endif
  }
  // @end

  // From the places in which a thread read its values to those in which it writes them: words exchange pieces, the rest
  // is names of registers.
  // @text turn
  __align__(16) Element TURNED_ARRAY[HELD];
  {
    WORD* const w = reinterpret_cast<WORD*>(ARRAY);
    // @for EXCHANGE
#pragma unroll
#if WITHIN
    for (int i = 0; i < WORDS; ++i) exchange_within<DISTANCE, MASK>(w[i]);
#else
    for (int i = 0; i < WORDS; ++i) {
      if (i / DISTANCE % 2 == 0) exchange<PIECE>(w[i], w[i + DISTANCE]);
    }
#endif
    // @next
#pragma unroll
    for (int i = 0; i < WORDS; ++i) reinterpret_cast<WORD*>(TURNED_ARRAY)[i] = w[RENAMED];
  }
  // @end

  // src to registers, and on into the tile of shared memory if there is one: what lies past the edge is garbage there, too,
  // and never stored.
  // @text load
#if ENGINE_LOADS
#if TRACED_ACCESSES
  const unsigned load_begin = tick();
#endif
  if (t == 0) {
    barrier_expect(full, BYTES);
    // @for BOX
    load_box(PLACE, src_map, full, AT);
    // @next
  }
#elif ASYNC
  LOADS
#else
  __align__(16) Element loaded[LOADED];
  LOADS
  TURN
#if THROUGH
  WRITES
#endif
#endif
  // @end

  // Until the tile is in shared memory.
  // @text wait
#if ENGINE_LOADS
  barrier_wait(full, 0);
#if TRACED_ACCESSES
  note(trace, traced, 0, 0, load_begin, tick());
#endif
#else
#if ASYNC
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
#if ENGINE_STORES
  engine_fence();
#endif
  __syncthreads();
#endif
  // @end

  // Registers, or the tile of shared memory, to dst.
  // @text store
#if ENGINE_STORES
#if TRACED_ACCESSES
  const unsigned store_begin = tick();
#endif
  if (t == 0) {
    // @for BOX
    store_box(dst_map, PLACE, AT);
    // @next
    store_commit();
  }
#else
#if THROUGH
  __align__(16) Element stored[STORED];
  READS
  TURN
#endif
  STORES
#endif
  // @end

  // @text finish
#if ENGINE_STORES
  if (t == 0) store_wait();
#if TRACED_ACCESSES
  note(trace, traced, 3, 0, store_begin, tick());
#endif
#endif
#if TRACED_TILES
#if THREADS_LOAD || THREADS_STORE
  __syncthreads();
#endif
  trace_end(trace, BLOCK);
#endif
  // @end
}

// @text stages
// Tile b into a tile of shared memory.
__device__ __forceinline__ void load_tile(SOURCE, Element* smem, unsigned b, int t) {
  LOAD
}
// And out of it.
__device__ __forceinline__ void store_tile(TARGET, const Element* smem, unsigned b, int t) {
  STORE
}

// @end

__device__ void load_alone(SOURCE, Element* smem, unsigned next, int t) {
  // The tile `next` into a stage.
  // @text load_next
#if TRACED_TILES
  trace_begin(trace, next);
#endif
#if ENGINE_LOADS
  load_tile(src_map, full + SLOT, smem + SLOT * STAGE, next, t);
#else
  load_tile(src, smem + SLOT * STAGE, next, t);
#endif
  // @end
}

// @text kernel
extern "C" __global__ void __launch_bounds__(THREADS)
NAME(PARAMETERS) {
  const int t = threadIdx.x;
#if THROUGH
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  Element* smem = reinterpret_cast<Element*>(shared_bytes);
#endif
#if !THREADS_LOAD && !THREADS_STORE
  if (t != 0) return;  // the copy engine needs one thread
#endif
#if ENGINE_LOADS
  unsigned long long* full = reinterpret_cast<unsigned long long*>(shared_bytes + BARRIERS);
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s) barrier_init(full + s);
    barrier_fence();
  }
#if THREADS_LOAD || THREADS_STORE
  __syncthreads();
#endif
#endif
#if STAGED
  unsigned next = blockIdx.x;  // the tile that is loaded next
  for (int s = 0; s < LAST; ++s, next += gridDim.x) {
    if (next < TILES) {
      PROLOGUE
    }
#if ASYNC
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  }
  int stage = 0;
#if ENGINE_LOADS
  unsigned phase = 0;
#endif
  for (unsigned b = blockIdx.x; b < TILES; b += gridDim.x, next += gridDim.x) {
#if ASYNC
    asm volatile("cp.async.wait_group " WAITING ";" ::: "memory");
#endif
#if ENGINE_STORES
#if THREADS_LOAD
    engine_fence();
#endif
    if (t == 0) store_wait();
#endif
#if ASYNC
    __syncthreads();  // this turn's tile is there, and nobody needs that of the turn before
#elif THREADS_STORE
    __syncthreads();  // nobody needs the tile of the turn before
#endif
    const int free = stage == 0 ? LAST : stage - 1;
    if (next < TILES) {
      REFILL
    }
#if ASYNC
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
#if ENGINE_LOADS
    barrier_wait(full + stage, phase);
#endif
#if ENGINE_STORES
    store_tile(dst_map, smem + stage * STAGE, b, t);
#else
    store_tile(dst, smem + stage * STAGE, b, t);
#endif
#if TRACED_TILES
#if THREADS_LOAD || THREADS_STORE
    __syncthreads();
#endif
    trace_end(trace, b);
#endif
    if (++stage == STAGES) {
      stage = 0;
#if ENGINE_LOADS
      phase ^= 1;
#endif
    }
  }
#if ENGINE_STORES
  if (t == 0) store_wait();
#endif
#elif PERSISTENT
  for (unsigned b = blockIdx.x; b < TILES; b += gridDim.x) {
    ONE_TILE
  }
#else
  ONE_TILE
#endif
}
// @end
