// One index of a layout as a function of one integer, and the swizzles that follow.
#define TYPE int
#define NAME src_thread
#define WHAT thread
#define LAYOUT (8,4):(1,16)
#define SUM i % 8 + i / 8 * 16
#define STEPS x ^= (x & 56) >> 3;

// @text index
// WHAT: LAYOUT
__device__ constexpr TYPE NAME(int i) { return SUM; }
// @end

// @text swizzle
__device__ constexpr TYPE NAME_swizzle(TYPE x) { STEPS return x; }
// @end
