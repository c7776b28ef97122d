// Programs to start from. They move to core/data when page and desktop share one gallery.
export interface Example {
  title: string;
  about: string;
  program: string;
}

const composition: Example = {
  title: 'Composition',
  about: 'B picks elements of A: R(c) = A(B(c))',
  program: `# B walks over the elements of A
A = (6,2):(8,2)
B = (4,3):(3,1)
R = composition(A, B)
`,
};

const swizzle: Example = {
  title: 'Swizzle',
  about: 'XOR spreads the columns over the banks',
  program: `# rows of 8: without the swizzle a column sits in one bank
L = (8,8):(8,1)
S = Sw<3,0,3> o 0 o L
`,
};

const divide: Example = {
  title: 'Divide into tiles',
  about: 'The first mode is a tile, the second counts the tiles',
  program: `# a row-major 8×12 matrix in tiles of 4×3
M = (8,12):(12,1)
T = zipped_divide(M, <4,3>)
`,
};

export const examples: readonly Example[] = [
  composition,
  divide,
  {
    title: 'Products',
    about: 'The same tile, repeated by blocks and raked',
    program: `# a 2×5 tile, repeated 3×4 times
tile = (2,5):(5,1)
grid = (3,4):(1,3)
P = blocked_product(tile, grid)
Q = raked_product(tile, grid)
`,
  },
  {
    title: 'Complement',
    about: 'What a layout leaves out of 24 elements',
    program: `# A and its complement together reach 0 … 23, each once
A = (2,2):(1,6)
C = complement(A, 24)
B = make_layout(A, C)
`,
  },
  swizzle,
  {
    title: 'Threads and values',
    about: 'Who holds which element of the 16×8 tile of mma.m16n8',
    program: `# (thread, value) -> element of the column-major 16×8 accumulator
TV = ((4,8),(2,2)):((32,1),(16,8))
# element -> thread + 32 × value
E = right_inverse(TV)
W = with_shape(E, (16,8))
`,
  },
  {
    title: 'Coalesce and invert',
    about: 'Merge modes that run on, then go back from offset to index',
    program: `L = (2,(4,4)):(4,(8,1))
F = flatten(L)
K = coalesce((2,(1,6)):(1,(6,2)))
I = right_inverse(L)
O = composition(L, I)
`,
  },
  {
    title: 'Rank 3 by slices',
    about: 'A slider for each mode beyond the second',
    program: `# an 8×6 image with 3 channels, channels innermost
image = (8,6,3):(18,3,1)
`,
  },
  {
    title: 'A million elements',
    about: 'A 1024×1024 matrix in swizzled 128-byte rows',
    program: `big = (1024,1024):(1024,1)
tiles = zipped_divide(big, <128,64>)
`,
  },
];

/** Shown when the page opens without a program. */
export const firstProgram = composition.program;

/** Offered when the program is empty. */
export const starters: readonly Example[] = [composition, divide, swizzle];
