#!/usr/bin/env python3
"""Writes random expressions on chains of composed layouts, one a line, for compile.py, which asks CuTe C++ for their values.

    chain_expressions.py COUNT SEED > expressions

A chain has one to four functions in front of its domain: swizzles and layouts, with offsets that are static, dynamic or
coordinates. `composition(CHAIN,OFFSET,L)` and inverses make chains whose A is composed. tests/golden/chains.jsonl has
the answers to 400 expressions of seed 7.
"""
import random
import sys

STATIC = ['(_8,_8):(_8,_1)', '(_8,_8):(_1,_8)', '_64:_1', '(_4,_16):(_16,_1)', '((_2,_4),_8):((_32,_1),_4)', '(_8,(_4,_2)):(_1,(_16,_8))',
          '(_8,_16):(_16,_1)', '(_16,_4):(_1,_16)', '(_4,_8):(_2,_8)', '(_2,_4,_8):(_32,_8,_1)']
DYNAMIC = ['(8,_8):(_8,_1)', '(8,8):(8,1)', '(_8,8):(_1,8)', '(4,(_2,_8)):(_16,(_1,_2))', '64:_1']
BASIS = ['(_4,_3):(_1@0,_1@1)', '(4,_3):(_1@0,_1@1)', '(_3,_4):(_1@1,_1@0)', '(_2,_4):(_2@1,_1@0)']
AFTER_BASIS = ['(_8,_8):(_8,_1)', '(8,_4):(_1,_8)', '(_6,_5):(_1,_6)']


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def swizzle(self):
        bits = self.random.randrange(1, 4)
        shift = bits + self.random.randrange(0, 3)
        return f'Sw<{bits},{self.random.randrange(0, 4)},{shift if self.random.random() < 0.85 else -shift}>'

    def layout(self):
        return self.random.choice(STATIC if self.random.random() < 0.75 else DYNAMIC)

    def offset(self):
        return self.pick('_0', '_0', '_0', '_0', '_4', '_64', '_128', '8', '2', '0')

    def function(self):
        return self.swizzle() if self.random.random() < 0.65 else self.layout()

    def chain(self, length=None):
        length = length or self.pick(1, 2, 2, 2, 3, 3, 4)
        if self.random.random() < 0.06:
            return f'{self.random.choice(AFTER_BASIS)} o {self.pick("(_0,_0)", "(_1,_0)", "(2,_1)", "_0")} o {self.random.choice(BASIS)}'
        parts = ''.join(f'{self.function()} o {self.offset()} o ' for _ in range(length))
        if self.random.random() < 0.08:
            return f'composition({parts}{self.layout()},{self.offset()},{self.layout()})'
        if self.random.random() < 0.08:
            return f'{self.pick("right_inverse", "left_inverse")}({parts}{self.random.choice(STATIC)})'
        return parts + self.layout()

    def in_memory(self):
        return f'{self.pick("smem_ptr[16b](0x1000)", "gmem_ptr[8b](0x2000)")} o {self.chain()}'

    def tensor(self):
        return self.pick(f'counting_iter({self.pick(0, 3)}) o {self.chain()}', self.in_memory())

    def coordinate(self):
        return self.pick('(_,_3)', '(_,3)', '(_3,_)', '(3,_)', '(_,_0)', '(_,_)', '(_1,_)', '_')

    def tiler(self):
        return self.pick('(_4,_2)', '(_2,_2)', '_8', '<_4:_1,_2:_1>', '<_2:_2,_>', '_4:_2', '(4,_2)')

    def expression(self):
        chain = self.chain()
        n = self.pick(2, 4)
        tensor = self.tensor()
        return self.pick(
            f'composition({self.layout()},{chain})', f'composition({self.chain()},{chain})', f'composition({self.swizzle()},{self.layout()})',
            f'composition({chain},{self.tiler()})', f'composition({chain},{self.layout()})', f'composition({self.random.choice(STATIC)},{chain})',
            f'slice({self.coordinate()},{chain})', f'slice_and_offset({self.coordinate()},{chain})', f'apply({chain},{self.coordinate()})',
            f'slice({self.coordinate()},{chain})', f'slice_and_offset({self.coordinate()},{chain})',
            f'apply({chain},{self.pick("_5", "11", "(_1,2)", "(3,_2)")})', f'domain_offset({self.pick("(_1,_2)", "(1,2)", "_3")},{chain})',
            f'get<{self.pick(0, 1)}>({chain})', f'upcast<{n}>({chain})', f'downcast<{n}>({chain})', f'recast<16,8>({chain})',
            f'recast<8,32>({chain})', f'recast<24,16>({chain})', f'right_inverse({chain})', f'left_inverse({chain})', f'right_inverse(left_inverse({chain}))',
            f'get_swizzle_portion({chain})', f'get_nonswizzle_portion({chain})', f'max_common_vector({chain},{self.pick(self.layout(), self.chain())})',
            f'max_common_layout({chain},{self.layout()})', f'max_alignment({chain})', f'nullspace({chain})', f'complement({chain},_128)',
            f'coalesce({chain})', f'flatten({chain})', f'zipped_divide({chain},{self.tiler()})', f'tiled_divide({chain},{self.tiler()})',
            f'logical_product({chain},{self.tiler()})', f'blocked_product({chain},(_2,_2):(_1,_2))', f'tile_to_shape({chain},(_16,_16))',
            f'with_shape({chain},(_16,_4))', f'equal({chain},{chain})', f'equal({chain},{self.chain()})', f'cosize({chain})',
            f'make_fragment_like({chain})', f'apply({tensor},{self.pick("(_,_3)", "(_,3)", "(3,_)")})', f'local_tile({tensor},(_4,_2),({self.pick("_1", "1")},_))',
            f'composition({tensor},{self.pick(self.tiler(), self.layout(), self.chain())})', f'domain_offset((1,_2),{tensor})', f'zipped_divide({tensor},(_4,_2))',
            f'recast<32>({self.in_memory()})')


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    maker = Maker(seed)
    seen = dict.fromkeys(())
    while len(seen) < count:
        seen[maker.expression()] = None
    print('\n'.join(seen))


main()
