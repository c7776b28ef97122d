// The header comment of a copy kernel.
#define ELEMENTS 4096
#define TYPE float
#define BITS 32
#define PACKED 1      // several elements share a byte
#define UNIT 1        // elements per Element
#define UNIT_TYPE unsigned int
#define SRC (64,64):(64,1)
#define DST (64,64):(1,64)
#define LOAD (32,8):(8,1)
#define STORE (32,8):(1,32)
#define THROUGH 1     // uses shared memory
#define SMEM (16,16):(17,1)
#define SHARED_BYTES 1088
#define THREADS 128   // threads of a block
#define PERSISTENT 1
#define STAGED 1      // several tiles of shared memory
#define STAGES 2
#define BY_THREADS 1  // threads move at least one side, not only the copy engine
#define TILES 16
#define TILE (16,16)
#define VALUES 8      // values per thread and tile
#define ACCESSES
#define NEEDED 1
#define NEEDS sm80

#define VERB reads
#define NAME src
#define WIDTH 4 bytes
#define LIMITED 1
#define LIMIT neighbours in memory are of two threads
#define COUNT 4 matrices
#define TRANSPOSED 1
#define BOXES 2 boxes
#define BOX (16,16)
#define MODES 0,1
#define SWIZZLE none

// @text head
// A copy of ELEMENTS elements of TYPE, written by Stridescope.
#if PACKED
// Recast to bytes of UNIT elements, the first in the low bits: every access moves whole bytes.
#endif
//   src    SRC
//   dst    DST
//   load   LOAD
#if THROUGH
//   smem   SMEM, SHARED_BYTES bytes
//   store  STORE
#endif
#if PERSISTENT
// A block of THREADS threads copies tile after tile of TILES, each of TILE, with as many blocks as fit on the GPU.
#if STAGED
// It has STAGES tiles of shared memory: while one is stored the next are loaded.
#endif
#elif BY_THREADS
// A block of THREADS threads copies one of TILES tiles of TILE; a thread moves VALUES elements of it.
#else
// A block of THREADS threads copies one of TILES tiles of TILE; the copy engine moves all of it.
#endif
ACCESSES
#if NEEDED
// Needs NEEDS or newer.
#endif

#if PACKED
using Element = UNIT_TYPE;  // UNIT elements of TYPE, BITS bits each
#else
using Element = UNIT_TYPE;  // TYPE, BITS bits
#endif

// @end

// @text plain
#if LIMITED
// It VERB NAME WIDTH at a time; no more, since LIMIT.
#else
// It VERB NAME WIDTH at a time.
#endif
// @end

// @text matrices
#if TRANSPOSED
// It VERB smem COUNT of 8 rows of 16 bytes at a time, transposed.
#else
// It VERB smem COUNT of 8 rows of 16 bytes at a time.
#endif
// @end

// @text boxes
#if PACKED
// It VERB NAME by TMA, BOXES of BOX (bytes) along modes (MODES) a tile, swizzle SWIZZLE.
#else
// It VERB NAME by TMA, BOXES of BOX along modes (MODES) a tile, swizzle SWIZZLE.
#endif
// @end
