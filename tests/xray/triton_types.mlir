// Types of 482 public dumps and tests of Triton (facebookexperimental/triton, TTGIR), each once, and their encodings.
#e0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0,1,2]}>
#e1 = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#e2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#e3 = #ttg.padded_shared<[256:+4] {order = [0], shape = [1024]}>
#e4 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#e5 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0]}>
#e6 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [0]}>
#e7 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#e8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#e9 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#e10 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#e11 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#e12 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
#e13 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#e14 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#e15 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#e16 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 16}>
#e17 = #ttg.padded_shared<[128:+8] {order = [1, 0], shape = [128, 128]}>
#e18 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#e19 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#e20 = #ttg.swizzled_shared<{vec = 4, perPhase = 4, maxPhase = 4, order = [1, 0]}>
#e21 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#e22 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>
#e23 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>
#e24 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
#e25 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#e26 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#e27 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, twoCTAs = true>
#e28 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#e29 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#e30 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
#e31 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8}>
#e32 = #ttng.tensor_memory_scales_encoding<>
#e33 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}>
#e34 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}>
#e35 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 16, order = [0, 1]}>
#e36 = #ttg.swizzled_shared<{vec = 8, perPhase = 8, maxPhase = 2, order = [1, 0]}>
#e37 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32}>
#e38 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 1, colStride = 1>
#e39 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 2>
#e40 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 32}>
#e41 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
#e42 = #ttg.swizzled_shared<{vec = 16, perPhase = 2, maxPhase = 8, order = [0, 1]}>
#e43 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 2, colStride = 1>
#e44 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 2, colStride = 2>
#e45 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#e46 = #ttg.padded_shared<[128:+8] {order = [1, 0], shape = [128, 32]}>
#e47 = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [256, 128]}>
#e48 = #ttg.padded_shared<[32:+8] {order = [1, 0], shape = [128, 32]}>
#e49 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #tlx.user_layout<#ttg.padded_shared<[128:+8] {order = [1, 0], shape = [128, 32]}>>}>
#e50 = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [0]}>
#e51 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#e52 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#e53 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 2>
#e54 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#e55 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 1>
#e56 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 512, colStride = 1>
#e57 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#e58 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16}>
#e59 = #ttg.padded_shared<[1:+4] {order = [0, 1], shape = [128, 64]}>
#e60 = #ttg.padded_shared<[512:+16] {order = [0, 1], shape = [128, 64]}>
#e61 = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [128, 64]}>
#e62 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #ttg.padded_shared<[512:+16] {order = [0, 1], shape = [64, 64]}>}>
#e63 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 1, partitionLayout = #ttg.padded_shared<[512:+16] {order = [0, 1], shape = [128, 32]}>}>
#e64 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#e65 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#e66 = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#e67 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, twoCTAs = true>
#e68 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>
#e69 = #ttg.swizzled_shared<{vec = 16, perPhase = 4, maxPhase = 4, order = [1, 0]}>
#e70 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, fp4Padded = true>
#e71 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [4, 3, 2, 1, 0]}>
#e72 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, rank = 1}>
#e73 = #ttg.padded_shared<[16:+8] {order = [1, 0], shape = [16, 16]}>
#e74 = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [16, 16]}>
#e75 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #ttg.padded_shared<[128:+4] {order = [1, 0], shape = [16, 16]}>}>
#e76 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}>
#e77 = #ttg.swizzled_shared<{vec = 1, perPhase=1, maxPhase=1, order = [1, 0]}>
#e78 = #ttg.swizzled_shared<{vec = 1, perPhase=1, maxPhase=8, order = [1, 0]}>
#e79 = #ttg.swizzled_shared<{vec = 1, perPhase=2, maxPhase=8, order = [1, 0]}>
#e80 = #ttg.swizzled_shared<{vec = 16, perPhase = 4, maxPhase = 1, order = [1, 0]}>
#e81 = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [0, 1]}>
#e82 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [0, 1]}>
#e83 = #ttg.swizzled_shared<{vec = 8, perPhase = 8, maxPhase = 2, order = [0, 1]}>
#e84 = #ttg.swizzled_shared<{vec = 8, perPhase=1, maxPhase=8, order = [1, 0]}>
#e85 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 32}>
#e86 = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [0, 1]}>
#e87 = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#e88 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#e89 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 2, order = [1, 0]}>
#e90 = #ttg.swizzled_shared<{vec = 16, perPhase=1, maxPhase=8, order = [1, 0]}>
#e91 = #ttg.padded_shared<[16:+4] {order = [1, 0], shape = [16, 256]}>
#e92 = #ttg.padded_shared<[4:+4] {order = [1, 0], shape=[16, 256]}>
#e93 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#e94 = #ttg.padded_shared<[128:+4, 256:+8] {order = [1, 0], shape = [16, 256]}>
#e95 = #ttg.padded_shared<[64:+2, 128:+4, 256:+8] {order = [1, 0], shape = [16, 256]}>
#e96 = #ttg.padded_shared<[128:+4] {order = [1, 0], shape = [16, 32]}>
#e97 = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [16, 32]}>
#e98 = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#e99 = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [16, 64]}>
#e100 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 2, order = [1, 0]}>
#e101 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#e102 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, twoCTAs = true>
#e103 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#e104 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2, twoCTAs = true>
#e105 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#e106 = #ttg.padded_shared<[16:+16] {order = [1, 0], shape = [1, 16]}>
#e107 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, rank = 5}>
#e108 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8, rank = 5}>
#e109 = #ttg.padded_shared<[32:+4] {order = [0, 1, 2], shape = [1, 1, 1]}>
#e110 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8, rank = 4}>
#e111 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#e112 = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [1, 256]}>
#e113 = #ttg.padded_shared<[32:+8] {order = [1, 0], shape = [1, 32]}>
#e114 = #ttg.padded_shared<[32:+16] {order = [1, 0], shape = [1, 32]}>
#e115 = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [1, 512]}>
#e116 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8, rank = 2}>
#e117 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#e118 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1, twoCTAs = true, ctaMode = twocta_rhs>
#e119 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, rank = 3}>
#e120 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
#e121 = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [64, 64]}>
#e122 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, rank = 3}>
#e123 = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [1, 64]}>
#e124 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, rank=1}>
#e125 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, ctaMode = twocta_rhs>
#e126 = #ttg.swizzled_shared<{vec = 16, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#e127 = #ttg.padded_shared<[32:+2] { order = [1, 0], shape = [256, 32] }>
#e128 = #ttng.tensor_memory_encoding < blockM = 128, blockN = 64, colStride = 1>
#e129 = #ttng.tensor_memory_scales_encoding<blockRepOrder = kThenMn>
#e130 = #ttg.padded_shared<[16:+2] {order = [0], shape = [256]}>
#e131 = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [0]}>
#e132 = #ttg.padded_shared<[16:+4] {order = [0], shape = [256]}>
#e133 = #ttg.padded_shared<[64:+4] {order = [0], shape = [256]}>
#e134 = #ttg.padded_shared<[128:+8,256:+4] {order = [1, 0], shape = [16, 128]}>
#e135 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [4, 0, 1, 2, 3]}>
#e136 = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 8, order = [0, 1]}>
#e137 = #ttg.padded_shared<[128:+4] {order = [1, 0], shape = [64, 64]}>
#e138 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>
#e139 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, rank = 4}>
#e140 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 32}>
#e141 = #ttg.padded_shared<[2:+2] {order = [1, 0], shape = [32, 32]}>
#e142 = #ttg.padded_shared<[8:+4] {order = [1, 0], shape = [32, 32]}>
#e143 = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#e144 = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#e145 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#e146 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#e147 = #ttg.padded_shared<[32:+16] { order = [1, 0], shape = [32, 32] }>
#e148 = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>
#e149 = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [32, 64]}>
#e150 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>
#e151 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
#e152 = #ttg.padded_shared<[16:+4] {order = [2, 1, 0], shape = [4, 16, 64]}>
#e153 = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 1, order = [1, 0]}>
#e154 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 2>
#e155 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8, fp4Padded = true}>
#e156 = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#e157 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 2, order = [0, 1]}>
#e158 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 16, colStride = 1>
#e159 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 1, colStride = 1>
#e160 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 256, colStride = 1>
#e161 = #ttg.padded_shared<[32:+8] {order = [1, 0], shape = [64, 32]}>
#e162 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [16, 32]}>}>
#e163 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>}>
#e164 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>}>
#e165 = #ttg.partitioned_shared<{numPartitions = 4, numGroups = 1, partitionDim = 0, partitionLayout = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [16, 32]}>}>
#e166 = #ttg.partitioned_shared<{numPartitions = 4, numGroups = 1, partitionDim = 1, partitionLayout = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [16, 32]}>}>
#e167 = #ttg.partitioned_shared<{numPartitions = 4, numGroups = 2, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>}>
#e168 = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#e169 = #ttg.padded_shared<[32:+2] { order = [1, 0], shape = [64, 32] }>
#e170 = #ttg.padded_shared<[32:+8] { order = [1, 0], shape = [64, 32] }>
#e171 = #ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#e172 = #ttg.padded_shared<[128:+4, 256:+8] {order = [1, 0], shape = [64, 64]}>
#e173 = #ttg.padded_shared<[32:+4] {order = [0, 1], shape = [64, 64]}>
#e174 = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [64, 64]}>
#e175 = #ttg.padded_shared<[64:+8] { order = [1, 0], shape = [64, 64] }>
#e176 = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#e177 = #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 16, order = [0, 1]}>
#e178 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 2>
#e179 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride=1>
#e180 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 1, partitionLayout = #ttg.padded_shared<[512:+16] {order = [1, 0], shape = [64, 8]}>}>
#e181 = #ttg.padded_shared<[64:+8] {order = [0], shape = [64]}>
#e182 = #ttg.swizzled_shared<{vec = 64, perPhase = 1, maxPhase = 8, order = [0]}>
#e183 = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [2, 0, 1]}>
#e184 = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>
#e185 = #ttg.padded_shared<[16:+4] {order = [4, 3, 2, 1, 0], shape = [8, 8, 8, 16, 16]}>
#e186 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#e187 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#e188 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#e189 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#e190 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#e191 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#e192 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#e193 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#e194 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#e195 = #ttg.blocked<{sizePerThread = [8, 1, 1], threadsPerWarp = [64, 1, 1], warpsPerCTA = [1,2,2], order = [0,1,2]}>
#e196 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e197 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [1, 0]}>
#e198 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e199 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e200 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [1, 0]}>
#e201 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e202 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e203 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e204 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e205 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e206 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>
#e207 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#e208 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e209 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#e210 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#e211 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>}>
#e212 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#e213 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e214 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#e215 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e216 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#e217 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>
#e218 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [64, 4, 16], isTransposed = true}>
#e219 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#e220 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#e221 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e222 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#e223 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e224 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [64, 1], warpsPerCTA = [2, 2], order = [1, 0]}>
#e225 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e226 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#e227 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e228 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e229 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [1, 4], order = [1, 0]}>
#e230 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e231 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#e232 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>
#e233 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>
#e234 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>
#e235 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e236 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e237 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#e238 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e239 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e240 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [32, 1], order = [1, 0]}>
#e241 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e242 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e243 = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#e244 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#e245 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 8], order = [0, 1]}>
#e246 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e247 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e248 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 16}>
#e249 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e250 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e251 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e252 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 16}>
#e253 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e254 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e255 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#e256 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e257 = #ttg.blocked<{sizePerThread = [1, 128, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#e258 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>
#e259 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e260 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e261 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 4}>
#e262 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e263 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e264 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>, kWidth = 2}>
#e265 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e266 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 2], instrShape = [16, 16], isTransposed = true}>, kWidth = 8}>
#e267 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e268 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 4}>
#e269 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e270 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e271 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#e272 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e273 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#e274 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 4], order = [1, 0]}>
#e275 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>
#e276 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#e277 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
#e278 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e279 = #ttg.blocked<{sizePerThread = [128, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e280 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e281 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 4], warpsPerCTA = [1, 8], order = [0, 1]}>
#e282 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 1}>
#e283 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e284 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [64, 4, 16], isTransposed = true}>, kWidth = 1}>
#e285 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e286 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [32, 1], order = [1, 0]}>}>
#e287 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e288 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e289 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>
#e290 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 1}>
#e291 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e292 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [64, 4, 16], isTransposed = true}>, kWidth = 1}>
#e293 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [32, 1], order = [1, 0]}>}>
#e294 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e295 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>
#e296 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#e297 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#e298 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>
#e299 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = false}>
#e300 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#e301 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>
#e302 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 64], isTransposed = true}>
#e303 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [32, 32, 16], isTransposed = true}>
#e304 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#e305 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>
#e306 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
#e307 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
#e308 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e309 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 4], order = [1, 0]}>
#e310 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#e311 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e312 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#e313 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#e314 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 2}>
#e315 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 2}>
#e316 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 2}>
#e317 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e318 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 8]}>, kWidth = 1}>
#e319 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 2}>
#e320 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 2}>
#e321 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 2}>
#e322 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#e323 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
#e324 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#e325 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 32]}>
#e326 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 8]}>
#e327 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 32]}>
#e328 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 8]}>
#e329 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 64], isTransposed = true}>, kWidth = 16}>
#e330 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e331 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 64], isTransposed = true}>, kWidth = 16}>
#e332 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e333 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 2], order = [1, 0]}>
#e334 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#e335 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#e336 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e337 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 32]}>, kWidth = 4}>
#e338 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e339 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], tilesPerWarp = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e340 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#e341 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e342 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [0, 1]}>
#e343 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [64, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#e344 = #ttg.blocked<{sizePerThread = [1, 16, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#e345 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], tilesPerWarp = [2, 1], instrShape = [16, 16, 32], isTransposed = true}>
#e346 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e347 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e348 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>
#e349 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>
#e350 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>, kWidth = 2}>
#e351 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>, kWidth = 2}>
#e352 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 1}>
#e353 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e354 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#e355 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e356 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#e357 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e358 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#e359 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e360 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#e361 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e362 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#e363 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>
#e364 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>
#e365 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 8], order = [0, 1]}>
#e366 = #ttg.blocked<{sizePerThread = [1, 256], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e367 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#e368 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [2, 2], order = [1, 0]}>
#e369 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 4], order = [1, 0]}>
#e370 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e371 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
#e372 = #ttg.blocked<{sizePerThread = [1, 256, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#e373 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [0, 1]}>
#e374 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
#e375 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 8}>
#e376 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 8], instrShape = [16, 8]}>, kWidth = 2}>
#e377 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#e378 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 16]}>
#e379 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 32]}>
#e380 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [32, 32, 16], isTransposed = true}>
#e381 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#e382 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e383 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 4], order = [1, 0]}>
#e384 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [16, 1], order = [1, 0]}>
#e385 = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#e386 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [16, 1], instrShape = [16, 256, 16]}>
#e387 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 32]}>
#e388 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#e389 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 8]}>
#e390 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e391 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 8], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e392 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e393 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 16}>
#e394 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e395 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 16}>
#e396 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 128], isTransposed = true}>, kWidth = 16}>
#e397 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e398 = #ttg.blocked<{sizePerThread = [1, 2, 128], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#e399 = #ttg.blocked<{sizePerThread = [1, 2, 16], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#e400 = #ttg.blocked<{sizePerThread = [1, 2, 256], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#e401 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e402 = #ttg.blocked<{sizePerThread = [1, 2, 8], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [1, 2, 0]}>
#e403 = #ttg.blocked<{sizePerThread = [1, 2, 32], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#e404 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
#e405 = #ttg.blocked<{sizePerThread = [1, 2, 128], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [1, 0, 2]}>
#e406 = #ttg.blocked<{sizePerThread = [1, 2, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [4, 1, 2], order = [1, 2, 0]}>
#e407 = #ttg.blocked<{sizePerThread = [1, 2, 64], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#e408 = #ttg.blocked<{sizePerThread = [1, 2, 64], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [1, 0, 2]}>
#e409 = #ttg.blocked<{sizePerThread = [4, 1, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e410 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e411 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0]}>
#e412 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e413 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth=2}>
#e414 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e415 = #ttg.blocked<{sizePerThread = [1, 16, 2], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e416 = #ttg.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e417 = #ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#e418 = #ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e419 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e420 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e421 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e422 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 8}>
#e423 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>
#e424 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>
#e425 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#e426 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1]}>
#e427 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#e428 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e429 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e430 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [0, 1]}>
#e431 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = false}>, kWidth = 2}>
#e432 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e433 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>, kWidth = 2}>
#e434 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>, kWidth = 2}>
#e435 = #ttg.dot_op<{opIdx=0, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth=2}>
#e436 = #ttg.slice<{dim=2, parent=#ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>}>
#e437 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
#e438 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e439 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e440 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth=2}>
#e441 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#e442 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth=8}>
#e443 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>, kWidth=8}>
#e444 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth=8}>
#e445 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth=8}>
#e446 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>, kWidth = 4}>
#e447 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
#e448 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e449 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e450 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 4], order = [1, 0]}>}>
#e451 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e452 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 8], instrShape = [16, 16, 32], isTransposed = true}>
#e453 = #ttg.blocked<{sizePerThread = [1, 512], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e454 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 8], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e455 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e456 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 2], order = [1, 0]}>
#e457 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [1, 0]}>
#e458 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e459 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 4}>
#e460 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e461 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 16, 2], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e462 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 2, 2], order = [1, 2, 0]}>
#e463 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e464 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 2, 1], order = [2, 1, 0]}>
#e465 = #ttg.blocked<{sizePerThread = [1, 128, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e466 = #ttg.blocked<{sizePerThread = [1, 64, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#e467 = #ttg.blocked<{sizePerThread = [1, 64, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e468 = #ttg.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e469 = #ttg.blocked<{sizePerThread = [4, 4, 1], threadsPerWarp = [1, 16, 2], warpsPerCTA = [4, 1, 1], order = [1, 2, 0]}>
#e470 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e471 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#e472 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#e473 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 4], order = [1, 0]}>
#e474 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [1, 0]}>
#e475 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e476 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e477 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e478 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 8}>
#e479 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e480 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e481 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [16, 1], order = [1, 0]}>}>
#e482 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e483 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e484 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e485 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e486 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e487 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e488 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e489 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 1}>
#e490 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 8], isTransposed = true}>, kWidth = 1}>
#e491 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 32]}>
#e492 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
#e493 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>, kWidth = 4}>
#e494 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>, kWidth = 4}>
#e495 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>, kWidth=4}>
#e496 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e497 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
#e498 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 64, 16]}>, kWidth = 4}>
#e499 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 64, 16]}>
#e500 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#e501 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#e502 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e503 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [8, 1], order = [1, 0]}>
#e504 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e505 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e506 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e507 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e508 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e509 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e510 = #ttg.slice<{dim = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>}>
#e511 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e512 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>}>
#e513 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e514 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e515 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>}>
#e516 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e517 = #ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>}>
#e518 = #ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>}>
#e519 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e520 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e521 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e522 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#e523 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e524 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e525 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e526 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e527 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e528 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e529 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e530 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e531 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e532 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e533 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e534 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e535 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e536 = #ttg.slice<{dim = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>}>
#e537 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 4, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>}>
#e538 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e539 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e540 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e541 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e542 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e543 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e544 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e545 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e546 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e547 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e548 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e549 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e550 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e551 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e552 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e553 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e554 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e555 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e556 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e557 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e558 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e559 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e560 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e561 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e562 = #ttg.slice<{parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>, dim=0}>
#e563 = #ttg.slice<{parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>, dim=0}>
#e564 = #ttg.slice<{parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, dim=0}>
#e565 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e566 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e567 = #ttg.slice<{parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>, dim=1}>
#e568 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
#e569 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 1}>
#e570 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 8], instrShape = [16, 8]}>, kWidth = 2}>
#e571 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>
#e572 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
#e573 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
#e574 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#e575 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e576 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1]}>
#e577 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#e578 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#e579 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e580 = #ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#e581 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#e582 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#e583 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#e584 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#e585 = #ttg.amd_wmma<{version = 1, ctaLayout = {warp = []}, isTranspose = true}>
#e586 = #ttg.amd_wmma<{version = 2, ctaLayout = {register = [], warp = []}, isTranspose = true}>
#e587 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 1, ctaLayout = {warp = []}, isTranspose = true}>, kWidth=16}>
#e588 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 2, ctaLayout = {register = [], warp = []}, isTranspose = true}>, kWidth=8}>
#e589 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#e590 = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#e591 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [16, 16, 16], isTransposed = false}>
#e592 = #ttg.amd_wmma<{version = 1, ctaLayout = {register = [], warp = []}}>
#e593 = #ttg.amd_wmma<{version = 2, ctaLayout = {warp = []}}>
#e594 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>
#e595 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#e596 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#e597 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#e598 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e599 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e600 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e601 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth=4}>
#e602 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth=4}>
#e603 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [16, 16, 16], isTransposed = false}>, kWidth = 16}>
#e604 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e605 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e606 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e607 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth=4}>
#e608 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth=4}>
#e609 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e610 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_wmma<{version = 1, ctaLayout = {register = [], warp = []}}>, kWidth = 16}>
#e611 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_wmma<{version = 2, ctaLayout = {warp = []}}>, kWidth = 8}>
#e612 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e613 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e614 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e615 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e616 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth=2}>
#e617 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth=4}>
#e618 = #ttg.dot_op<{opIdx=0, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth=2}>
#e619 = #ttg.dot_op<{opIdx=1, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth=2}>
#e620 = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#e621 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 32], isTransposed = true}>
#e622 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>
#e623 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}>
#e624 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 2], instrShape = [16, 16, 32], isTransposed = true}>
#e625 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 1], instrShape = [16, 16, 32], isTransposed = true}>
#e626 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = false}>
#e627 = #ttg.amd_wmma<{version = 3, ctaLayout = {warp = []}, instrShape = [16, 16, 32]}>
#e628 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#e629 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#e630 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e631 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e632 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>, kWidth = 1}>
#e633 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>, kWidth = 2}>
#e634 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e635 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>, kWidth = 1}>
#e636 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>, kWidth = 2}>
#e637 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#e638 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [0, 1, 2]}>}>
#e639 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e640 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [8, 8]}>, kWidth = 1}>
#e641 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e642 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e643 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [8, 8]}>, kWidth = 1}>
#e644 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e645 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [8, 8]}>
#e646 = #ttg.dot_op<{opIdx=0, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth=4}>
#e647 = #ttg.dot_op<{opIdx=1, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth=4}>
#e648 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
#e649 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
#e650 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [16, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
#e651 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 2], warpsPerCTA = [2, 1], order = [0,1]}>
#e652 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e653 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 64], warpsPerCTA = [4, 2], order = [1, 0]}>
#e654 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e655 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 8}>
#e656 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e657 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 8], instrShape = [16, 8]}>
#e658 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#e659 = #ttg.blocked<{sizePerThread = [1,1], threadsPerWarp = [16,2], warpsPerCTA = [1,1], order = [1,0]}>
#e660 = #ttg.blocked<{sizePerThread = [1,2], threadsPerWarp = [32,1], warpsPerCTA = [1,1], order = [1,0]}>
#e661 = #ttg.blocked<{sizePerThread = [2,4], threadsPerWarp = [16,2], warpsPerCTA = [1,1], order = [1,0]}>
#e662 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 2], order = [0, 1]}>
#e663 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e664 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e665 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e666 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = false}>, kWidth = 8}>
#e667 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 3, ctaLayout = {warp = []}, instrShape = [16, 16, 32]}>, kWidth = 8}>
#e668 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e669 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 4}>
#e670 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = false}>, kWidth = 8}>
#e671 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e672 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e673 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e674 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>
#e675 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 4], isTransposed = false}>
#e676 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 4], isTransposed = true}>
#e677 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 4], isTransposed = false}>, kWidth = 1}>
#e678 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 1}>
#e679 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e680 = #ttg.dot_op<{opIdx=1, parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e681 = #ttg.dot_op<{opIdx=1, parent=#ttg.nvidia_mma<{versionMajor=2, warpsPerCTA=[2, 2], instrShape = [16, 8]}>, kWidth=1}>
#e682 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 64], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e683 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
#e684 = #ttg.dot_op<{opIdx=0, parent=#ttg.nvidia_mma<{versionMajor=2, warpsPerCTA=[1, 1], instrShape = [16, 8]}>, kWidth=4}>
#e685 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
#e686 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#e687 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e688 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], order = [1, 0]}>
#e689 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], order = [1, 0]}>
#e690 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e691 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e692 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>
#e693 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e694 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 1}>
#e695 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [8, 1], order = [1, 0]}>
#e696 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#e697 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e698 = #ttg.nvidia_mma<{versionMajor=2, warpsPerCTA=[1, 1], instrShape = [16, 8]}>
#e699 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e700 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e701 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e702 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e703 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>}>
#e704 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e705 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e706 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e707 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [1, 0]}>}>
#e708 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e709 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e710 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e711 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e712 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e713 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>}>}>
#e714 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e715 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e716 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e717 = #ttg.slice<{dim = 1, parent=#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e718 = #ttg.slice<{dim=0, parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e719 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>}>
#e720 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e721 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#e722 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>
#e723 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 4], order = [0, 1]}>
#e724 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e725 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 4, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>
#e726 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#e727 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [0, 1, 2]}>
#e728 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e729 = #ttg.blocked<{sizePerThread = [1, 1, 1, 2], threadsPerWarp = [1, 4, 1, 8], warpsPerCTA = [1, 4, 1, 1], order = [3, 2, 1, 0]}>
#e730 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [1, 1, 1, 32], warpsPerCTA = [1, 2, 4, 1], order = [3, 2, 1, 0]}>
#e731 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
#e732 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>}>
#e733 = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e734 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#e735 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 1, 8, 4], warpsPerCTA = [1, 1, 1, 4, 1], order = [4, 3, 2, 1, 0]}>
#e736 = #ttg.slice<{dim = 3, parent = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>}>
#e737 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 16], threadsPerWarp = [1, 1, 4, 8, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#e738 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 1, 32, 1], warpsPerCTA = [1, 2, 2, 1, 1], order = [3, 2, 1, 0, 4]}>
#e739 = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 3, parent = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>}>}>
#e740 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#e741 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [0, 1]}>
#e742 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>
#e743 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
#e744 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>
#e745 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e746 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#e747 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
#e748 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], order = [1, 0]}>
#e749 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], order = [0, 1]}>
#e750 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], order = [1, 0]}>
#e751 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
#e752 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 2], order = [2, 1, 0]}>
#e753 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 1, 2, 16], warpsPerCTA = [1, 1, 1, 4, 1], order = [4, 3, 2, 1, 0]}>
#e754 = #ttg.blocked<{sizePerThread = [1, 2, 2], threadsPerWarp = [1, 1, 1], warpsPerCTA = [1, 1, 1], order = [0, 1, 2]}>
#e755 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#e756 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 2], order = [2, 1, 0]}>}>
#e757 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>}>
#e758 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e759 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>
#e760 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [0, 1]}>
#e761 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
#e762 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>
#e763 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#e764 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#e765 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#e766 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 4, 8, 1, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#e767 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 2], warpsPerCTA = [8, 1], order = [1, 0]}>
#e768 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 3, parent = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>}>}>}>
#e769 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 64], warpsPerCTA = [1, 4], order = [1, 0]}>
#e770 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#e771 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 8], order = [0, 1]}>
#e772 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 64], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e773 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>}>
#e774 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [0, 1]}>
#e775 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e776 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e777 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e778 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e779 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 2], warpsPerCTA = [1, 32], order = [0, 1]}>
#e780 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 32], order = [0, 1]}>
#e781 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#e782 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [64, 1], warpsPerCTA = [8, 1], order = [1, 0]}>
#e783 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#e784 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e785 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e786 = #ttg.slice<{dim = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>}>
#e787 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e788 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e789 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e790 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#e791 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>}>
#e792 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e793 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e794 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [0, 1]}>}>
#e795 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>}>
#e796 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e797 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#e798 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#e799 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#e800 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#e801 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#e802 = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 2], instrShape = [32, 32, 8], isTransposed = true}>
#e803 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>
#e804 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>, kWidth = 2}>
#e805 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e806 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 8}>
#e807 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}> = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#e808 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 2], instrShape = [32, 32, 8], isTransposed = true}>
#e809 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>}>
#e810 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e811 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 128], isTransposed = true}>, kWidth = 16}>
#e812 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e813 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e814 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 8}>
#e815 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#e816 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>
#e817 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#e818 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>
#e819 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 128], isTransposed = true}>
#e820 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 2}>
#e821 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 2}>
#e822 = #ttg.blocked<{sizePerThread = [8, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e823 = #ttg.blocked<{sizePerThread = [1, 2, 64], threadsPerWarp = [32, 1, 1], warpsPerCTA = [8, 1, 1], order = [0, 2, 1]}>
#e824 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0]}>
#e825 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 2], warpsPerCTA = [1, 8], order = [0, 1]}>
#e826 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#e827 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [0, 1]}>
#e828 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e829 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#e830 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], isTransposed = true, elementBitWidth = 64}>, kWidth = 1}>
#e831 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [16, 2], instrShape = [16, 256, 16]}>
#e832 = #ttg.blocked<{sizePerThread = [1, 64, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [8, 1, 1], order = [0, 1, 2]}>
#e833 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#e834 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [8, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e835 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e836 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [8, 1], instrShape = [16, 16, 16], isTransposed = true}>
#e837 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e838 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}> = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>, kWidth = 4}>
#e839 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [8, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e840 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [8, 1], instrShape = [32, 32, 16], isTransposed = true}>
#e841 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [64, 1], warpsPerCTA = [1, 8], order = [0, 1]}>
#e842 = #ttg.slice<{dim = 1, parent = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>}>
#e843 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e844 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0]}>}>
#e845 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e846 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#e847 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#e848 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#e849 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e850 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e851 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e852 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e853 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>}>
#e854 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e855 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e856 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e857 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e858 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 2], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e859 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e860 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e861 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e862 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e863 = #ttg.slice<{dim = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>}>
#e864 = #ttg.slice<{dim = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>}>
#e865 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>}>
#e866 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>}>
#e867 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>}>
#e868 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e869 = #ttg.blocked<{sizePerThread = [1, 2, 2], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e870 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 2, 2], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>}>
#e871 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 2, 2], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>}>
#e872 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>
#e873 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#e874 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#e875 = #ttg.blocked<{sizePerThread = [4,2], threadsPerWarp = [2,16], warpsPerCTA = [1,1], order = [0,1]}>
#e876 = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#e877 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 2, 4, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#e878 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [2, 1, 16, 1, 1], warpsPerCTA = [1, 1, 2, 2, 1], order = [4, 0, 1, 2, 3]}>
#e879 = #ttg.blocked<{sizePerThread = [1, 1, 1, 2, 4], threadsPerWarp = [1, 1, 16, 2, 1], warpsPerCTA = [2, 1, 2, 1, 1], order = [4, 3, 2, 1, 0]}>
#e880 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
#e881 = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e882 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 4, 2, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#e883 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 32, 1, 1], warpsPerCTA = [1, 1, 1, 1, 4], order = [4, 3, 2, 1, 0]}>
#e884 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [2, 1, 16, 1, 1], warpsPerCTA = [1, 2, 2, 1, 1], order = [4, 0, 3, 2, 1]}>
#e885 = #ttg.blocked<{sizePerThread = [1, 2, 1, 1, 4], threadsPerWarp = [1, 2, 16, 1, 1], warpsPerCTA = [2, 1, 2, 1, 1], order = [4, 1, 2, 3, 0]}>
#e886 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e887 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>}>}>
#e888 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>}>}>
#e889 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [0, 1]}>}>
#e890 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 1], warpsPerCTA = [1, 1], order = [0, 1]}>}>
#e891 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 2], order = [2, 1, 0]}>}>}>
#e892 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>}>}>
#e893 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [0, 1]}>}>
#e894 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 2], order = [0, 1]}>}>
#e895 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e896 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e897 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [1, 8], order = [1, 0]}>
#e898 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 16], warpsPerCTA = [1, 8], order = [0, 1]}>
#e899 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [1, 0, 2]}>
#e900 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#e901 = #ttg.blocked<{sizePerThread = [4, 4, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [1, 0, 2]}>
#e902 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 8}>
#e903 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
#e904 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = false}>, kWidth = 2}>
#e905 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e906 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], tilesPerWarp = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>
#e907 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e908 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>, kWidth = 2}>
#e909 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth=2}>
#e910 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>, kWidth = 4}>
#e911 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], tilesPerWarp = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 16}>
#e912 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [0, 1]}>
#e913 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
#e914 = #ttg.blocked<{sizePerThread = [8, 1, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [1, 2, 1], order = [2, 0, 1]}>
#e915 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 4}>
#e916 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = false}>, kWidth = 8}>
#e917 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e918 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e919 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e920 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = false}>, kWidth = 8}>
#e921 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>
#e922 = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>
#e923 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e924 = #ttg.dot_op<{opIdx=0, parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e925 = #ttg.dot_op<{opIdx=0, parent=#ttg.nvidia_mma<{versionMajor=2, warpsPerCTA=[2, 2], instrShape = [16, 8]}>, kWidth=1}>
#e926 = #ttg.dot_op<{opIdx = 0 , parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>
#e927 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>
#e928 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [32, 1, 1], instrShape = [1, 16, 8]}>, kWidth = 2}>
#e929 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [32, 1, 1], instrShape = [1, 16, 8]}>
#e930 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#e931 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#e932 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e933 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e934 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>
#e935 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#e936 = #ttg.dot_op<{opIdx=1, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth=2}>
#e937 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], isTransposed = true, elementBitWidth = 64}>, kWidth = 1}>
#e938 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 64], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e939 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e940 = #ttg.blocked<{sizePerThread = [8, 2, 1], threadsPerWarp = [4, 1, 8], warpsPerCTA = [1, 1, 2], order = [1, 0, 2]}>
#e941 = #ttg.blocked<{sizePerThread = [2, 2, 1], threadsPerWarp = [16, 2, 1], warpsPerCTA = [2, 1, 2], order = [1, 0, 2]}>
#e942 = #ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [4, 1, 8], warpsPerCTA = [4, 1, 1], order = [1, 2, 0]}>
#e943 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e944 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#e945 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 32], warpsPerCTA = [16, 1], order = [1, 0]}>
#e946 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#e947 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#e948 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e949 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e950 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0] }>
#e951 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e952 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 16, 2], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e953 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 1, 2], order = [1, 2, 0]}>
#e954 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e955 = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e956 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [32, 1, 1], instrShape = [1, 16, 8]}>, kWidth = 2}>
#e957 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [1, 0]}>
#e958 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#e959 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [0, 1]}>
#e960 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [2, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#e961 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e962 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e963 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e964 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e965 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e966 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e967 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [0, 1]}>}>
#e968 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e969 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e970 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [0, 1]}>}>
#e971 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [2, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e972 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [16, 8]}>
#e973 = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>
#e974 = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>
#e975 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = false}>
#e976 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [1, 0]}>
#e977 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#e978 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#e979 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
#e980 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#e981 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
#e982 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e983 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>
#e984 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [0, 1]}>
#e985 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#e986 = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#e987 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e988 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>, kWidth = 2}>
#e989 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 2}>
#e990 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 4}>
#e991 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e992 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e993 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 1}>
#e994 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e995 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e996 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>, kWidth = 2}>
#e997 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 2}>
#e998 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 4}>
#e999 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 4], isTransposed = false}>, kWidth = 1}>
#e1000 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 1}>
#e1001 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1002 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e1003 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 1}>
#e1004 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 1}>
#e1005 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>
#e1006 = #ttg.nvidia_mma<{versionMajor=2, warpsPerCTA=[2, 2], instrShape = [16, 8]}>
#e1007 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>}>
#e1008 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], isTransposed = true, elementBitWidth = 64}>
#e1009 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [16, 8]}>, kWidth = 4}>
#e1010 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [16, 8]}>, kWidth = 4}>
#e1011 = #ttg.blocked<{sizePerThread = [16, 2], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [0, 1]}>
#e1012 = #ttg.blocked<{sizePerThread = [16, 2], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#e1013 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [1, 0]}>
#e1014 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>
#e1015 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#e1016 = #ttg.blocked<{sizePerThread = [1, 1, 16], threadsPerWarp = [4, 4, 2], warpsPerCTA = [8, 1, 1], order = [2, 1, 0]}>
#e1017 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e1018 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [2, 4, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e1019 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>
#e1020 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [16, 16, 32], isTransposed = true}>
#e1021 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1022 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>, kWidth = 8}>
#e1023 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e1024 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1025 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e1026 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = true}>, kWidth = 4}>
#e1027 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1028 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#e1029 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 16], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1030 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e1031 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0] }>}>
#e1032 = #ttg.blocked<{sizePerThread = [1, 1, 1, 16], threadsPerWarp = [4, 8, 1, 1], warpsPerCTA = [4, 1, 1, 1], order = [3, 1, 0, 2]}>
#e1033 = #ttg.dot_op<{opIdx=1, parent=#ttg.nvidia_mma<{versionMajor=2, warpsPerCTA=[1, 1], instrShape = [16, 8]}>, kWidth=4}>
#e1034 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1035 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>}>}>
#e1036 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>}>}>
#e1037 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1038 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [0, 1]}>}>
#e1039 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1040 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1041 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1042 = #ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>}>
#e1043 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 4, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>}>
#e1044 = #ttg.slice<{dim=1, parent=#ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1045 = #ttg.slice<{dim = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>}>
#e1046 = #ttg.slice<{dim = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>}>
#e1047 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1048 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1049 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>}>
#e1050 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>}>
#e1051 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e1052 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e1053 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e1054 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1055 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1056 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1057 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1058 = #ttg.slice<{dim = 0, parent=#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1059 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1060 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1061 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [0, 1]}>}>
#e1062 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e1063 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e1064 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1065 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1066 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1067 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>}>}>
#e1068 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>}>}>
#e1069 = #ttg.slice<{dim = 1, parent=#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1070 = #ttg.slice<{parent=#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>, dim=0}>
#e1071 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1072 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 64, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e1073 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1074 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 64, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>}>
#e1075 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 2, 2, 1], threadsPerWarp = [1, 1, 4, 16, 1, 1, 1], warpsPerCTA = [4, 1, 1, 1, 1, 1, 1], order = [6, 5, 4, 3, 2, 1, 0]}>
#e1076 = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [2, 4, 2], order = [2, 0, 1]}>}>
#e1077 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 4], order = [1, 0]}>}>
#e1078 = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1079 = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e1080 = #ttg.blocked<{sizePerThread = [1, 2, 1, 1, 2, 1, 1], threadsPerWarp = [1, 1, 16, 1, 1, 4, 1], warpsPerCTA = [4, 1, 1, 1, 1, 1, 1], order = [6, 1, 4, 2, 5, 3, 0]}>
#e1081 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 64], warpsPerCTA = [2, 1, 2], order = [1, 2, 0]}>
#e1082 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 16], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1083 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#e1084 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1085 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1086 = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [2, 4, 2], order = [2, 0, 1]}>}>}>
#e1087 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1088 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1089 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 2], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1090 = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 3, parent = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>}>}>}>}>
#e1091 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1092 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e1093 = #ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#e1094 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e1095 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 4}>
#e1096 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 4}>
#e1097 = #ttg.blocked<{sizePerThread = [1, 16, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e1098 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#e1099 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e1100 = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1101 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>, kWidth = 8}>
#e1102 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1103 = #ttg.blocked<{sizePerThread = [64, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#e1104 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1105 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 2], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e1106 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e1107 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 8}>
#e1108 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}> = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>, kWidth = 4}>
#e1109 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e1110 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>}>
#e1111 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1112 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1113 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#e1114 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 1}>
#e1115 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 8], isTransposed = true}>, kWidth = 1}>
#e1116 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64, 16]}>
#e1117 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
#e1118 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e1119 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1120 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1121 = #ttg.amd_mfma<{versionMajor = 4, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#e1122 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true}>, kWidth = 1}>
#e1123 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [64, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#e1124 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 1, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e1125 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [16, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e1126 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 1, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>
#e1127 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#e1128 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 4], order = [0, 1]}>
#e1129 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
#e1130 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1131 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1132 = #ttg.blocked<{sizePerThread = [16, 1, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [1, 8, 1], order = [2, 0, 1]}>
#e1133 = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e1134 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [16, 1], order = [1, 0]}>
#e1135 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [16, 1], order = [1, 0]}>}>
#e1136 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1137 = #ttg.blocked<{sizePerThread = [16, 2, 1], threadsPerWarp = [4, 1, 8], warpsPerCTA = [1, 1, 8], order = [1, 0, 2]}>
#e1138 = #ttg.blocked<{sizePerThread = [1, 1, 64], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#e1139 = #ttg.blocked<{sizePerThread = [1, 2, 64], threadsPerWarp = [16, 1, 2], warpsPerCTA = [4, 1, 1], order = [1, 0, 2]}>
#e1140 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#e1141 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#e1142 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [0, 1]}>
#e1143 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = true}>, kWidth = 4}>
#e1144 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = true}>, kWidth = 4}>
#e1145 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1146 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1147 = #ttg.amd_mfma<{versionMajor = 4, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>
#e1148 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#e1149 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#e1150 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e1151 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 16], warpsPerCTA = [2, 2], order = [0, 1]}>
#e1152 = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#e1153 = #ttg.blocked<{sizePerThread = [1, 64, 1], threadsPerWarp = [16, 1, 2], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#e1154 = #ttg.blocked<{sizePerThread = [1, 64, 2], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e1155 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1156 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [8, 1], instrShape = [32, 32, 16], isTransposed = true}>, kWidth = 8}>
#e1157 = #ttg.amd_mfma<{warpsPerCTA=[1,1], instrShape=[32,32], isTranspose=false}>
#e1158 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
#e1159 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [16, 2], warpsPerCTA = [2, 2], order = [0, 1]}>
#e1160 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [0, 1]}>
#e1161 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#e1162 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 16], warpsPerCTA = [2, 2], order = [1, 0]}>
#e1163 = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e1164 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [16, 2], warpsPerCTA = [2, 2], order = [0, 1]}>}>
#e1165 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [0, 1]}>}>
#e1166 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e1167 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [8, 1], instrShape = [16, 16, 16], isTransposed = true}>, kWidth = 4}>
#e1168 = #ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [16, 16, 32], isTransposed = true}>, kWidth = 8}>
#e1169 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = true}>
#e1170 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 4], isTransposed = true}>
#e1171 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 8], isTransposed = true}>
#e1172 = #ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = true}>
#e1173 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 2], order = [0, 1]}>
#e1174 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [0, 1]}>
#e1175 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#e1176 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
#e1177 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#e1178 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 32, 16]}>
#e1179 = #ttg.blocked<{sizePerThread = [8, 8], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#e1180 = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [16, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 0, 1]}>
#e1181 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 1, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>
#e1182 = #ttg.blocked<{sizePerThread = [2, 8], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#e1183 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e1184 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [2, 8], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>}>
#e1185 = #ttg.slice<{dim = 1, parent = #ttg.amd_mfma<{versionMajor = 4, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>}>
#e1186 = #ttg.slice<{dim = 1, parent = #ttg.amd_mfma<{versionMajor = 4, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>}>
#e1187 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e1188 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 4], order = [0, 1]}>}>
#e1189 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>}>
#e1190 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1191 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>}>
#e1192 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>}>
#e1193 = #ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>}>
#e1194 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1195 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1196 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 2], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1197 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1198 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e1199 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e1200 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1201 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1202 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1203 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1204 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1205 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1206 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1207 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1208 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 2], warpsPerCTA = [1, 32], order = [0, 1]}>}>
#e1209 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1210 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>}>
#e1211 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e1212 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 32], order = [0, 1]}>}>
#e1213 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>}>
#e1214 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1215 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>}>
#e1216 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1217 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 8], order = [0, 1]}>}>
#e1218 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 2], warpsPerCTA = [1, 32], order = [0, 1]}>}>
#e1219 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1220 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 32], order = [0, 1]}>}>
#e1221 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1222 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>}>
#e1223 = #ttg.slice<{dim=0, parent=#ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#e1224 = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 4, 1], instrShape = [1, 16, 8]}>
#e1225 = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4], warpsPerCTA = [1, 4, 1], order = [2, 0, 1]}>
#e1226 = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 4, 1], instrShape = [1, 16, 8]}>, kWidth = 2}>
#e1227 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#e1228 = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 4, 1], instrShape = [1, 16, 8]}>, kWidth = 2}>
#e1229 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e1230 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#e1231 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#e1232 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#e1233 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0] }>}>
#e1234 = #ttg.blocked<{sizePerThread = [1, 32, 1], threadsPerWarp = [1, 2, 32], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#e1235 = #ttg.blocked<{sizePerThread = [2, 32, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [1, 2, 0]}>
#e1236 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 32, 1], threadsPerWarp = [1, 2, 32], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>}>
#e1237 = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [2, 32, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [1, 2, 0]}>}>
#e1238 = #ttg.blocked<{sizePerThread = [1, 1, 1, 16], threadsPerWarp = [1, 4, 8, 1], warpsPerCTA = [1, 4, 1, 1], order = [3, 2, 1, 0]}>
#e1239 = #ttg.dot_op<{opIdx=0, parent=#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [8, 8]}>, kWidth=1}>
#e1240 = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1241 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1242 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [2], order = [0]}>
#e1243 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [16], warpsPerCTA = [2], order = [0]}>
#e1244 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#e1245 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [64, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#e1246 = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [64, 1], warpsPerCTA = [8, 1], order = [1, 0]}>}>
#e1247 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>}>
#e1248 = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
!ttg.memdesc<1024x1024x1024xf32, #e0, #ttg.shared_memory>
!ttg.memdesc<1024x4xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<1024x64xbf16, #e2, #ttng.tensor_memory>
!ttg.memdesc<1024x64xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<1024xf32, #e3, #ttg.shared_memory>
!ttg.memdesc<1024xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<1024xf32, #e5, #ttg.shared_memory>
!ttg.memdesc<1024xf64, #e6, #ttg.shared_memory>
!ttg.memdesc<1024xi8, #e4, #ttg.shared_memory>
!ttg.memdesc<128x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<128x128xbf16, #e8, #ttg.shared_memory>
!ttg.memdesc<128x128xbf16, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e10, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e11, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e12, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e13, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e15, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e16, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e17, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e20, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<128x128xf16, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xf16, #e22, #ttng.tensor_memory>
!ttg.memdesc<128x128xf32, #e23, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e24, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e12, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e25, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e18, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e26, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e21, #ttg.shared_memory>
!ttg.memdesc<128x128xf32, #e27, #ttng.tensor_memory>
!ttg.memdesc<128x128xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x128xf32, #e28, #ttng.tensor_memory>
!ttg.memdesc<128x128xf32, #e29, #ttng.tensor_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e11, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e13, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e30, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e25, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e31, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e18, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e19, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E4M3FN, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xf8E5M2, #e7, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E5M2, #e11, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E5M2, #e13, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E5M2, #e15, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E5M2, #e30, #ttg.shared_memory>
!ttg.memdesc<128x128xf8E5M2, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xi32, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xi8, #e11, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e13, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e15, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e30, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e25, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e31, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<128x128xi8, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x128xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x16x32xf32, #e1, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e33, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e34, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e35, #ttg.shared_memory>
!ttg.memdesc<128x16xf16, #e36, #ttg.shared_memory>
!ttg.memdesc<128x16xf32, #e37, #ttg.shared_memory>
!ttg.memdesc<128x16xf8E4M3FN, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x16xf8E5M2, #e1, #ttg.shared_memory>
!ttg.memdesc<128x16xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x1xf32, #e23, #ttg.shared_memory>
!ttg.memdesc<128x1xf32, #e38, #ttng.tensor_memory>
!ttg.memdesc<128x1xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x1xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x256xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<128x256xf16, #e15, #ttg.shared_memory>
!ttg.memdesc<128x256xf16, #e30, #ttg.shared_memory>
!ttg.memdesc<128x256xf16, #e39, #ttng.tensor_memory>
!ttg.memdesc<128x256xf32, #e7, #ttg.shared_memory>
!ttg.memdesc<128x256xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<128x256xf32, #e40, #ttg.shared_memory>
!ttg.memdesc<128x256xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x256xf32, #e41, #ttng.tensor_memory>
!ttg.memdesc<128x256xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x256xf8E4M3FN, #e11, #ttg.shared_memory>
!ttg.memdesc<128x256xf8E4M3FN, #e13, #ttg.shared_memory>
!ttg.memdesc<128x256xf8E5M2, #e11, #ttg.shared_memory>
!ttg.memdesc<128x256xf8E5M2, #e13, #ttg.shared_memory>
!ttg.memdesc<128x256xf8E5M2, #e30, #ttg.shared_memory>
!ttg.memdesc<128x256xf8E5M2, #e25, #ttg.shared_memory>
!ttg.memdesc<128x256xf8E5M2, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x256xi32, #e41, #ttng.tensor_memory>
!ttg.memdesc<128x256xi8, #e11, #ttg.shared_memory>
!ttg.memdesc<128x256xi8, #e30, #ttg.shared_memory>
!ttg.memdesc<128x256xi8, #e42, #ttg.shared_memory>
!ttg.memdesc<128x2xf16, #e43, #ttng.tensor_memory>
!ttg.memdesc<128x2xf16, #e44, #ttng.tensor_memory>
!ttg.memdesc<128x2xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x32xbf16, #e45, #ttg.shared_memory>
!ttg.memdesc<128x32xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e40, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e46, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e47, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e48, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e49, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e50, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e51, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e52, #ttg.shared_memory>
!ttg.memdesc<128x32xf16, #e53, #ttng.tensor_memory>
!ttg.memdesc<128x32xf16, #e54, #ttng.tensor_memory>
!ttg.memdesc<128x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<128x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<128x32xf32, #e51, #ttg.shared_memory>
!ttg.memdesc<128x32xf32, #e55, #ttng.tensor_memory>
!ttg.memdesc<128x32xf8E5M2, #e1, #ttg.shared_memory>
!ttg.memdesc<128x32xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x4xi8, #e24, #ttg.shared_memory>
!ttg.memdesc<128x4xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<128x4xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x512xbf16, #e8, #ttg.shared_memory>
!ttg.memdesc<128x512xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<128x512xf32, #e56, #ttng.tensor_memory>
!ttg.memdesc<128x64xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<128x64xbf16, #e8, #ttg.shared_memory>
!ttg.memdesc<128x64xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x64xbf16, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x64xf16, #e57, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e58, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e15, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e16, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e59, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e60, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e61, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e62, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e63, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e4, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e64, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e65, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e66, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e52, #ttg.shared_memory>
!ttg.memdesc<128x64xf16, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x64xf16, #e22, #ttng.tensor_memory>
!ttg.memdesc<128x64xf16, #e67, #ttng.tensor_memory>
!ttg.memdesc<128x64xf16, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x64xf16, #e68, #ttng.tensor_memory>
!ttg.memdesc<128x64xf32, #e7, #ttg.shared_memory>
!ttg.memdesc<128x64xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<128x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<128x64xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<128x64xf32, #e67, #ttng.tensor_memory>
!ttg.memdesc<128x64xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x64xf8E4M3FN, #e7, #ttg.shared_memory>
!ttg.memdesc<128x64xf8E4M3FN, #e25, #ttg.shared_memory>
!ttg.memdesc<128x64xf8E4M3FN, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x64xf8E5M2, #e25, #ttg.shared_memory>
!ttg.memdesc<128x64xf8E5M2, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x64xi64, #e19, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e7, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e13, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e25, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e69, #ttg.shared_memory>
!ttg.memdesc<128x64xi8, #e70, #ttng.tensor_memory>
!ttg.memdesc<128x64xi8, #e2, #ttng.tensor_memory>
!ttg.memdesc<128x8xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<128x8xf8E4M3FN, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x8xf8E5M2, #e32, #ttng.tensor_memory>
!ttg.memdesc<128x8xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<128x8xi8, #e71, #ttg.shared_memory>
!ttg.memdesc<128x8xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<128xf16, #e4, #ttg.shared_memory>
!ttg.memdesc<128xf32, #e72, #ttg.shared_memory>
!ttg.memdesc<128xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<128xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<16x128xbf16, #e14, #ttg.shared_memory>
!ttg.memdesc<16x128xf16, #e16, #ttg.shared_memory>
!ttg.memdesc<16x128xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e73, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e74, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e75, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e76, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e77, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e78, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e79, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e80, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e81, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e83, #ttg.shared_memory>
!ttg.memdesc<16x16xf16, #e84, #ttg.shared_memory>
!ttg.memdesc<16x16xf32, #e37, #ttg.shared_memory>
!ttg.memdesc<16x16xf32, #e85, #ttg.shared_memory>
!ttg.memdesc<16x16xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<16x16xf32, #e86, #ttg.shared_memory>
!ttg.memdesc<16x16xf32, #e87, #ttg.shared_memory>
!ttg.memdesc<16x16xf32, #e83, #ttg.shared_memory>
!ttg.memdesc<16x16xf64, #e88, #ttg.shared_memory>
!ttg.memdesc<16x16xf64, #e89, #ttg.shared_memory>
!ttg.memdesc<16x16xf8E5M2, #e90, #ttg.shared_memory>
!ttg.memdesc<16x16xi16, #e84, #ttg.shared_memory>
!ttg.memdesc<16x16xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<16x256xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<16x256xf16, #e91, #ttg.shared_memory>
!ttg.memdesc<16x256xf16, #e92, #ttg.shared_memory>
!ttg.memdesc<16x256xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<16x256xf16, #e93, #ttg.shared_memory>
!ttg.memdesc<16x256xf8E4M3FN, #e11, #ttg.shared_memory>
!ttg.memdesc<16x256xi8, #e94, #ttg.shared_memory>
!ttg.memdesc<16x256xi8, #e95, #ttg.shared_memory>
!ttg.memdesc<16x2xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<16x32xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<16x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<16x32xf16, #e96, #ttg.shared_memory>
!ttg.memdesc<16x32xf16, #e97, #ttg.shared_memory>
!ttg.memdesc<16x32xf16, #e98, #ttg.shared_memory>
!ttg.memdesc<16x32xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<16x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<16x32xf32, #e97, #ttg.shared_memory>
!ttg.memdesc<16x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<16x32xf32, #e64, #ttg.shared_memory>
!ttg.memdesc<16x32xf32, #e1, #ttg.shared_memory>
!ttg.memdesc<16x32xf32, #e88, #ttg.shared_memory>
!ttg.memdesc<16x32xf8E5M2, #e42, #ttg.shared_memory>
!ttg.memdesc<16x32xi32, #e19, #ttg.shared_memory>
!ttg.memdesc<16x32xi8, #e97, #ttg.shared_memory>
!ttg.memdesc<16x4xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e16, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e99, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e100, #ttg.shared_memory>
!ttg.memdesc<16x64xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<16x64xf32, #e23, #ttg.shared_memory>
!ttg.memdesc<16x64xf32, #e64, #ttg.shared_memory>
!ttg.memdesc<16x64xf32, #e101, #ttg.shared_memory>
!ttg.memdesc<16x64xi32, #e19, #ttg.shared_memory>
!ttg.memdesc<16x64xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<16x8xf32, #e81, #ttg.shared_memory>
!ttg.memdesc<16x8xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<16xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<16xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<1x128x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x128x128xbf16, #e9, #ttng.tensor_memory>
!ttg.memdesc<1x128x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x128x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x128x128xf16, #e22, #ttng.tensor_memory>
!ttg.memdesc<1x128x128xf32, #e21, #ttg.shared_memory>
!ttg.memdesc<1x128x128xf32, #e27, #ttng.tensor_memory>
!ttg.memdesc<1x128x128xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<1x128x128xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<1x128x128xf8E4M3FN, #e11, #ttg.shared_memory>
!ttg.memdesc<1x128x128xf8E5M2, #e11, #ttg.shared_memory>
!ttg.memdesc<1x128x1xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<1x128x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x128x32xf16, #e51, #ttg.shared_memory>
!ttg.memdesc<1x128x32xf32, #e102, #ttng.tensor_memory>
!ttg.memdesc<1x128x64xbf16, #e103, #ttg.shared_memory>
!ttg.memdesc<1x128x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x128x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x128x64xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<1x128x64xf16, #e104, #ttng.tensor_memory>
!ttg.memdesc<1x128x64xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<1x128x64xf32, #e67, #ttng.tensor_memory>
!ttg.memdesc<1x128x64xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<1x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x128xbf16, #e15, #ttg.shared_memory>
!ttg.memdesc<1x128xf16, #e4, #ttg.shared_memory>
!ttg.memdesc<1x128xf32, #e7, #ttg.shared_memory>
!ttg.memdesc<1x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<1x128xf8E4M3FN, #e11, #ttg.shared_memory>
!ttg.memdesc<1x128xi8, #e105, #ttg.shared_memory>
!ttg.memdesc<1x16x16x!tt.ptr<f16>, #e1, #ttg.shared_memory>
!ttg.memdesc<1x16x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<1x16x256xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<1x16x32xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<1x16x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<1x16xf16, #e106, #ttg.shared_memory>
!ttg.memdesc<1x16xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x1x1x16x256xf8E4M3FN, #e107, #ttg.shared_memory>
!ttg.memdesc<1x1x1x2x256xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x1x1x32x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<1x1x1xf16, #e109, #ttg.shared_memory>
!ttg.memdesc<1x1x2048xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x1x2x2x256xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x1x2x2x256xi8, #e107, #ttg.shared_memory>
!ttg.memdesc<1x1x32x16xi8, #e110, #ttg.shared_memory>
!ttg.memdesc<1x1x32x4x4xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x1x4x2x256xf8E4M3FN, #e108, #ttg.shared_memory>
!ttg.memdesc<1x1x8x2x256xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x1xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x1xf32, #e23, #ttg.shared_memory>
!ttg.memdesc<1x1xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<1x1xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<1x1xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<1x2048xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x2048xi8, #e24, #ttg.shared_memory>
!ttg.memdesc<1x256x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x256x128xf16, #e47, #ttg.shared_memory>
!ttg.memdesc<1x256x128xf16, #e52, #ttg.shared_memory>
!ttg.memdesc<1x256x128xf32, #e111, #ttg.shared_memory>
!ttg.memdesc<1x256x128xf8E5M2, #e11, #ttg.shared_memory>
!ttg.memdesc<1x256x16xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x256x16xf16, #e111, #ttg.shared_memory>
!ttg.memdesc<1x256x256xf32, #e111, #ttg.shared_memory>
!ttg.memdesc<1x256x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<1x256x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x256x64xf16, #e111, #ttg.shared_memory>
!ttg.memdesc<1x256x64xf16, #e2, #ttng.tensor_memory>
!ttg.memdesc<1x256x64xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<1x256xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x256xf16, #e112, #ttg.shared_memory>
!ttg.memdesc<1x256xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<1x256xf32, #e23, #ttg.shared_memory>
!ttg.memdesc<1x256xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<1x2x1x2x256xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x2x1x32x16xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x2x2x2x256xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x2x32x4x4xf8E4M3FN, #e108, #ttg.shared_memory>
!ttg.memdesc<1x2x32x4x4xi8, #e108, #ttg.shared_memory>
!ttg.memdesc<1x2x32x4x4xi8, #e71, #ttg.shared_memory>
!ttg.memdesc<1x2x4x2x256xf8E4M3FN, #e108, #ttg.shared_memory>
!ttg.memdesc<1x32x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x32x128xf16, #e93, #ttg.shared_memory>
!ttg.memdesc<1x32x128xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<1x32x16xi8, #e24, #ttg.shared_memory>
!ttg.memdesc<1x32x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<1x32x32xf64, #e19, #ttg.shared_memory>
!ttg.memdesc<1x32x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x32x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x32xbf16, #e45, #ttg.shared_memory>
!ttg.memdesc<1x32xf16, #e113, #ttg.shared_memory>
!ttg.memdesc<1x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<1x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<1x32xi8, #e114, #ttg.shared_memory>
!ttg.memdesc<1x512xf16, #e115, #ttg.shared_memory>
!ttg.memdesc<1x512xi8, #e116, #ttg.shared_memory>
!ttg.memdesc<1x64x128xbf16, #e28, #ttng.tensor_memory>
!ttg.memdesc<1x64x128xf16, #e57, #ttg.shared_memory>
!ttg.memdesc<1x64x128xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<1x64x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x64x128xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<1x64x128xf16, #e117, #ttg.shared_memory>
!ttg.memdesc<1x64x128xf32, #e118, #ttng.tensor_memory>
!ttg.memdesc<1x64x128xf32, #e28, #ttng.tensor_memory>
!ttg.memdesc<1x64x128xi16, #e82, #ttg.shared_memory>
!ttg.memdesc<1x64x16xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<1x64x256xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<1x64x256xi8, #e119, #ttg.shared_memory>
!ttg.memdesc<1x64x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<1x64x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x64x32xf16, #e120, #ttng.tensor_memory>
!ttg.memdesc<1x64x32xf32, #e120, #ttng.tensor_memory>
!ttg.memdesc<1x64x64xbf16, #e121, #ttg.shared_memory>
!ttg.memdesc<1x64x64xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x64x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x64x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x64x64xf16, #e111, #ttg.shared_memory>
!ttg.memdesc<1x64x64xf32, #e122, #ttg.shared_memory>
!ttg.memdesc<1x64x64xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<1x64x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<1x64x64xi16, #e19, #ttg.shared_memory>
!ttg.memdesc<1x64xf16, #e57, #ttg.shared_memory>
!ttg.memdesc<1x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<1x64xi16, #e123, #ttg.shared_memory>
!ttg.memdesc<1x64xi8, #e7, #ttg.shared_memory>
!ttg.memdesc<1xf32, #e124, #ttg.shared_memory>
!ttg.memdesc<1xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<1xf32, #e50, #ttg.shared_memory>
!ttg.memdesc<1xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<1xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<1xi64, #e50, #ttg.shared_memory>
!ttg.memdesc<1xui128, #e4, #ttg.shared_memory>
!ttg.memdesc<256x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<256x128xbf16, #e8, #ttg.shared_memory>
!ttg.memdesc<256x128xbf16, #e9, #ttng.tensor_memory>
!ttg.memdesc<256x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<256x128xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<256x128xf16, #e47, #ttg.shared_memory>
!ttg.memdesc<256x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<256x128xf16, #e52, #ttg.shared_memory>
!ttg.memdesc<256x128xf32, #e111, #ttg.shared_memory>
!ttg.memdesc<256x128xf32, #e125, #ttng.tensor_memory>
!ttg.memdesc<256x128xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<256x128xf8E4M3FN, #e11, #ttg.shared_memory>
!ttg.memdesc<256x128xf8E5M2, #e11, #ttg.shared_memory>
!ttg.memdesc<256x128xf8E5M2, #e25, #ttg.shared_memory>
!ttg.memdesc<256x128xi8, #e11, #ttg.shared_memory>
!ttg.memdesc<256x128xi8, #e13, #ttg.shared_memory>
!ttg.memdesc<256x128xi8, #e25, #ttg.shared_memory>
!ttg.memdesc<256x128xi8, #e126, #ttg.shared_memory>
!ttg.memdesc<256x16xf16, #e111, #ttg.shared_memory>
!ttg.memdesc<256x16xf32, #e55, #ttng.tensor_memory>
!ttg.memdesc<256x256xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<256x256xf32, #e111, #ttg.shared_memory>
!ttg.memdesc<256x256xf32, #e41, #ttng.tensor_memory>
!ttg.memdesc<256x256xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<256x256xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<256x2xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<256x32xbf16, #e35, #ttg.shared_memory>
!ttg.memdesc<256x32xf16, #e86, #ttg.shared_memory>
!ttg.memdesc<256x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<256x32xf32, #e127, #ttg.shared_memory>
!ttg.memdesc<256x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<256x4xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<256x64xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e57, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e111, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<256x64xf16, #e128, #ttng.tensor_memory>
!ttg.memdesc<256x64xf16, #e2, #ttng.tensor_memory>
!ttg.memdesc<256x64xf32, #e128, #ttng.tensor_memory>
!ttg.memdesc<256x64xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<256x64xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<256x64xf8E4M3FN, #e8, #ttg.shared_memory>
!ttg.memdesc<256x64xf8E4M3FN, #e25, #ttg.shared_memory>
!ttg.memdesc<256x64xf8E5M2, #e25, #ttg.shared_memory>
!ttg.memdesc<256x64xi8, #e13, #ttg.shared_memory>
!ttg.memdesc<256x8xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<256x8xf8E4M3FN, #e32, #ttng.tensor_memory>
!ttg.memdesc<256x8xf8E4M3FN, #e129, #ttng.tensor_memory>
!ttg.memdesc<256x8xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<256xf16, #e130, #ttg.shared_memory>
!ttg.memdesc<256xf16, #e131, #ttg.shared_memory>
!ttg.memdesc<256xf32, #e132, #ttg.shared_memory>
!ttg.memdesc<256xf32, #e133, #ttg.shared_memory>
!ttg.memdesc<256xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<256xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<2x128x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<2x128x128xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<2x128x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<2x128x128xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x128x128xf32, #e26, #ttg.shared_memory>
!ttg.memdesc<2x128x128xf32, #e9, #ttng.tensor_memory>
!ttg.memdesc<2x128x128xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<2x128x256xi8, #e42, #ttg.shared_memory>
!ttg.memdesc<2x128x32xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x128x32xf16, #e48, #ttg.shared_memory>
!ttg.memdesc<2x128x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x128x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<2x128x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x128x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<2x128x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x16x128xf16, #e134, #ttg.shared_memory>
!ttg.memdesc<2x16x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<2x16x16xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x16x16xi64, #e19, #ttg.shared_memory>
!ttg.memdesc<2x1x1x2x2x256xi8, #e107, #ttg.shared_memory>
!ttg.memdesc<2x1x32x4x4xi8, #e135, #ttg.shared_memory>
!ttg.memdesc<2x1xf32, #e1, #ttg.shared_memory>
!ttg.memdesc<2x1xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<2x1xi64, #e50, #ttg.shared_memory>
!ttg.memdesc<2x256x128xi8, #e126, #ttg.shared_memory>
!ttg.memdesc<2x256x64xf32, #e2, #ttng.tensor_memory>
!ttg.memdesc<2x256x8xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<2x256xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<2x32x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<2x32x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x32x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x32x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<2x32x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x32x32xf32, #e20, #ttg.shared_memory>
!ttg.memdesc<2x32x32xi32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x32x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<2x32xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<2x32xi8, #e45, #ttg.shared_memory>
!ttg.memdesc<2x512xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<2x64x16xf16, #e136, #ttg.shared_memory>
!ttg.memdesc<2x64x256xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64x64x!tt.ptr<f32>, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64x64xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<2x64x64xf16, #e137, #ttg.shared_memory>
!ttg.memdesc<2x64x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64x64xf16, #e29, #ttng.tensor_memory>
!ttg.memdesc<2x64x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64x64xf32, #e29, #ttng.tensor_memory>
!ttg.memdesc<2x64xf32, #e72, #ttg.shared_memory>
!ttg.memdesc<2x64xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<2x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<2x64xi64, #e131, #ttg.shared_memory>
!ttg.memdesc<2x8x8x!tt.ptr<f32>, #e19, #ttg.shared_memory>
!ttg.memdesc<2xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<2xi64, #e50, #ttg.shared_memory>
!ttg.memdesc<32x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<32x128xbf16, #e15, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e138, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e81, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e86, #ttg.shared_memory>
!ttg.memdesc<32x128xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<32x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<32x128xf32, #e12, #ttg.shared_memory>
!ttg.memdesc<32x128xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<32x128xi8, #e30, #ttg.shared_memory>
!ttg.memdesc<32x16x!tt.ptr<f16>, #e1, #ttg.shared_memory>
!ttg.memdesc<32x16xf16, #e81, #ttg.shared_memory>
!ttg.memdesc<32x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<32x16xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<32x16xf32, #e88, #ttg.shared_memory>
!ttg.memdesc<32x16xi32, #e19, #ttg.shared_memory>
!ttg.memdesc<32x16xi8, #e24, #ttg.shared_memory>
!ttg.memdesc<32x1x4x64xf16, #e139, #ttg.shared_memory>
!ttg.memdesc<32x256xbf16, #e93, #ttg.shared_memory>
!ttg.memdesc<32x256xf16, #e16, #ttg.shared_memory>
!ttg.memdesc<32x256xf16, #e140, #ttg.shared_memory>
!ttg.memdesc<32x256xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<32x2xi16, #e19, #ttg.shared_memory>
!ttg.memdesc<32x2xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<32x2xi32, #e19, #ttg.shared_memory>
!ttg.memdesc<32x32xbf16, #e138, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e98, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e20, #ttg.shared_memory>
!ttg.memdesc<32x32xf16, #e51, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e45, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e141, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e98, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e142, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e18, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e64, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e65, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e143, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e144, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e1, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e20, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e145, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e146, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e51, #ttg.shared_memory>
!ttg.memdesc<32x32xf32, #e36, #ttg.shared_memory>
!ttg.memdesc<32x32xi32, #e10, #ttg.shared_memory>
!ttg.memdesc<32x32xi8, #e15, #ttg.shared_memory>
!ttg.memdesc<32x32xi8, #e147, #ttg.shared_memory>
!ttg.memdesc<32x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<32x64xf16, #e148, #ttg.shared_memory>
!ttg.memdesc<32x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<32x64xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<32x64xf32, #e149, #ttg.shared_memory>
!ttg.memdesc<32x64xf32, #e18, #ttg.shared_memory>
!ttg.memdesc<32x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<32x64xf32, #e146, #ttg.shared_memory>
!ttg.memdesc<32x64xf32, #e150, #ttg.shared_memory>
!ttg.memdesc<32x64xf8E4M3FN, #e30, #ttg.shared_memory>
!ttg.memdesc<32x64xf8E5M2, #e42, #ttg.shared_memory>
!ttg.memdesc<32xf16, #e50, #ttg.shared_memory>
!ttg.memdesc<32xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<32xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<3x128x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<3x128x128xf16, #e10, #ttg.shared_memory>
!ttg.memdesc<3x128x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<3x128x128xf16, #e20, #ttg.shared_memory>
!ttg.memdesc<3x128x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<3x128x128xf32, #e12, #ttg.shared_memory>
!ttg.memdesc<3x128x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<3x128x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<3x128x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<3x128x64xf16, #e52, #ttg.shared_memory>
!ttg.memdesc<3x16x16xf64, #e88, #ttg.shared_memory>
!ttg.memdesc<3x16x16xf64, #e89, #ttg.shared_memory>
!ttg.memdesc<3x16x32xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<3x1xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<3x1xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<3x256x32xbf16, #e35, #ttg.shared_memory>
!ttg.memdesc<3x32x128xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<3x32x256xbf16, #e93, #ttg.shared_memory>
!ttg.memdesc<3x32x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<3x32x32xf32, #e20, #ttg.shared_memory>
!ttg.memdesc<3x64x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<3x64x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<3x64x16xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<3xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<4x1024xi64, #e19, #ttg.shared_memory>
!ttg.memdesc<4x128x32xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<4x128x64xf16, #e146, #ttg.shared_memory>
!ttg.memdesc<4x128x64xf8E5M2, #e19, #ttg.shared_memory>
!ttg.memdesc<4x16x32xf16, #e151, #ttg.shared_memory>
!ttg.memdesc<4x16x64xf16, #e152, #ttg.shared_memory>
!ttg.memdesc<4x16xf16, #e76, #ttg.shared_memory>
!ttg.memdesc<4x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<4x16xi8, #e14, #ttg.shared_memory>
!ttg.memdesc<4x1x2048xi32, #e153, #ttg.shared_memory>
!ttg.memdesc<4x1xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<4x2xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<4x32x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<4x32xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<4x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<4x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<4x4xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<4x4xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<4x8xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<4xi64, #e4, #ttg.shared_memory>
!ttg.memdesc<512x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<512xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<64x1024xf32, #e23, #ttg.shared_memory>
!ttg.memdesc<64x128xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<64x128xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x128xbf16, #e28, #ttng.tensor_memory>
!ttg.memdesc<64x128xf16, #e57, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e117, #ttg.shared_memory>
!ttg.memdesc<64x128xf16, #e28, #ttng.tensor_memory>
!ttg.memdesc<64x128xf16, #e154, #ttng.tensor_memory>
!ttg.memdesc<64x128xf32, #e7, #ttg.shared_memory>
!ttg.memdesc<64x128xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<64x128xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<64x128xf32, #e118, #ttng.tensor_memory>
!ttg.memdesc<64x128xf32, #e28, #ttng.tensor_memory>
!ttg.memdesc<64x128xf32, #e120, #ttng.tensor_memory>
!ttg.memdesc<64x128xf8E4M3FN, #e8, #ttg.shared_memory>
!ttg.memdesc<64x128xf8E4M3FN, #e13, #ttg.shared_memory>
!ttg.memdesc<64x128xf8E4M3FN, #e31, #ttg.shared_memory>
!ttg.memdesc<64x128xi16, #e82, #ttg.shared_memory>
!ttg.memdesc<64x128xi8, #e155, #ttg.shared_memory>
!ttg.memdesc<64x128xi8, #e30, #ttg.shared_memory>
!ttg.memdesc<64x128xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<64x128xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<64x16xbf16, #e18, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e156, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e14, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e136, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e157, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e35, #ttg.shared_memory>
!ttg.memdesc<64x16xf16, #e117, #ttg.shared_memory>
!ttg.memdesc<64x16xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<64x16xf32, #e158, #ttng.tensor_memory>
!ttg.memdesc<64x16xf32, #e120, #ttng.tensor_memory>
!ttg.memdesc<64x16xf8E4M3FNUZ, #e19, #ttg.shared_memory>
!ttg.memdesc<64x16xi8, #e8, #ttg.shared_memory>
!ttg.memdesc<64x16xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<64x16xi8, #e21, #ttg.shared_memory>
!ttg.memdesc<64x1xf16, #e83, #ttg.shared_memory>
!ttg.memdesc<64x1xf32, #e83, #ttg.shared_memory>
!ttg.memdesc<64x1xf32, #e159, #ttng.tensor_memory>
!ttg.memdesc<64x1xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<64x256xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<64x256xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<64x256xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x256xf16, #e82, #ttg.shared_memory>
!ttg.memdesc<64x256xf32, #e7, #ttg.shared_memory>
!ttg.memdesc<64x256xf32, #e160, #ttng.tensor_memory>
!ttg.memdesc<64x256xf8E5M2, #e31, #ttg.shared_memory>
!ttg.memdesc<64x256xi8, #e155, #ttg.shared_memory>
!ttg.memdesc<64x256xi8, #e30, #ttg.shared_memory>
!ttg.memdesc<64x256xi8, #e31, #ttg.shared_memory>
!ttg.memdesc<64x32xbf16, #e14, #ttg.shared_memory>
!ttg.memdesc<64x32xbf16, #e45, #ttg.shared_memory>
!ttg.memdesc<64x32xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e161, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e162, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e163, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e164, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e165, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e166, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e167, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e18, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e65, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e168, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e66, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e36, #ttg.shared_memory>
!ttg.memdesc<64x32xf16, #e120, #ttng.tensor_memory>
!ttg.memdesc<64x32xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e45, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e169, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e170, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e101, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e51, #ttg.shared_memory>
!ttg.memdesc<64x32xf32, #e120, #ttng.tensor_memory>
!ttg.memdesc<64x32xf32, #e29, #ttng.tensor_memory>
!ttg.memdesc<64x32xf8E4M3FN, #e15, #ttg.shared_memory>
!ttg.memdesc<64x4xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<64x64xbf16, #e7, #ttg.shared_memory>
!ttg.memdesc<64x64xbf16, #e8, #ttg.shared_memory>
!ttg.memdesc<64x64xbf16, #e45, #ttg.shared_memory>
!ttg.memdesc<64x64xbf16, #e121, #ttg.shared_memory>
!ttg.memdesc<64x64xbf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x64xbf16, #e29, #ttng.tensor_memory>
!ttg.memdesc<64x64xf16, #e171, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e156, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e8, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e45, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e31, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e172, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e137, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e173, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e174, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e175, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e143, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e176, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e111, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e21, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e177, #ttg.shared_memory>
!ttg.memdesc<64x64xf16, #e28, #ttng.tensor_memory>
!ttg.memdesc<64x64xf16, #e29, #ttng.tensor_memory>
!ttg.memdesc<64x64xf16, #e178, #ttng.tensor_memory>
!ttg.memdesc<64x64xf32, #e10, #ttg.shared_memory>
!ttg.memdesc<64x64xf32, #e40, #ttg.shared_memory>
!ttg.memdesc<64x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<64x64xf32, #e51, #ttg.shared_memory>
!ttg.memdesc<64x64xf32, #e28, #ttng.tensor_memory>
!ttg.memdesc<64x64xf32, #e29, #ttng.tensor_memory>
!ttg.memdesc<64x64xf32, #e179, #ttng.tensor_memory>
!ttg.memdesc<64x64xf8E4M3FN, #e7, #ttg.shared_memory>
!ttg.memdesc<64x64xf8E4M3FN, #e25, #ttg.shared_memory>
!ttg.memdesc<64x64xf8E4M3FN, #e31, #ttg.shared_memory>
!ttg.memdesc<64x64xf8E5M2, #e31, #ttg.shared_memory>
!ttg.memdesc<64x64xi16, #e7, #ttg.shared_memory>
!ttg.memdesc<64x64xi16, #e19, #ttg.shared_memory>
!ttg.memdesc<64x64xi32, #e19, #ttg.shared_memory>
!ttg.memdesc<64x64xi8, #e180, #ttg.shared_memory>
!ttg.memdesc<64x8xf8E4M3FN, #e32, #ttng.tensor_memory>
!ttg.memdesc<64x8xi8, #e32, #ttng.tensor_memory>
!ttg.memdesc<64xf32, #e72, #ttg.shared_memory>
!ttg.memdesc<64xf32, #e4, #ttg.shared_memory>
!ttg.memdesc<64xi16, #e181, #ttg.shared_memory>
!ttg.memdesc<64xi32, #e4, #ttg.shared_memory>
!ttg.memdesc<64xi32, #e182, #ttg.shared_memory>
!ttg.memdesc<64xi64, #e131, #ttg.shared_memory>
!ttg.memdesc<65536xi8, #e4, #ttg.shared_memory>
!ttg.memdesc<8192xi8, #e4, #ttg.shared_memory>
!ttg.memdesc<8x128x16xf8E5M2, #e183, #ttg.shared_memory>
!ttg.memdesc<8x128x32xf8E5M2, #e183, #ttg.shared_memory>
!ttg.memdesc<8x128xi8, #e7, #ttg.shared_memory>
!ttg.memdesc<8x128xi8, #e18, #ttg.shared_memory>
!ttg.memdesc<8x16x128xf16, #e183, #ttg.shared_memory>
!ttg.memdesc<8x16x16xi8, #e19, #ttg.shared_memory>
!ttg.memdesc<8x16xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<8x16xf8E5M2, #e42, #ttg.shared_memory>
!ttg.memdesc<8x32x128xf16, #e183, #ttg.shared_memory>
!ttg.memdesc<8x32xf16, #e1, #ttg.shared_memory>
!ttg.memdesc<8x32xi8, #e15, #ttg.shared_memory>
!ttg.memdesc<8x512xf16, #e7, #ttg.shared_memory>
!ttg.memdesc<8x64xf16, #e184, #ttg.shared_memory>
!ttg.memdesc<8x64xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<8x64xf32, #e19, #ttg.shared_memory>
!ttg.memdesc<8x8x32xf16, #e151, #ttg.shared_memory>
!ttg.memdesc<8x8x8x16x16xf16, #e185, #ttg.shared_memory>
!ttg.memdesc<8x8xf16, #e19, #ttg.shared_memory>
!ttg.memdesc<8x8xi8, #e57, #ttg.shared_memory>
!ttg.memdesc<96xi32, #e4, #ttg.shared_memory>
tensor<1023x!tt.ptr<f32>, #e186>
tensor<1023xf32, #e186>
tensor<1023xi32, #e186>
tensor<1024x!tt.ptr<bf16>, #e187>
tensor<1024x!tt.ptr<bf16>, #e188>
tensor<1024x!tt.ptr<f16>, #e186>
tensor<1024x!tt.ptr<f16>, #e189>
tensor<1024x!tt.ptr<f32>, #e186>
tensor<1024x!tt.ptr<f32>, #e190>
tensor<1024x!tt.ptr<f32>, #e191>
tensor<1024x!tt.ptr<f32>, #e192>
tensor<1024x!tt.ptr<f32>, #e193>
tensor<1024x!tt.ptr<f32>, #e187>
tensor<1024x!tt.ptr<f32>, #e189>
tensor<1024x!tt.ptr<f32>, #e188>
tensor<1024x!tt.ptr<f64>, #e186>
tensor<1024x!tt.ptr<f64>, #e192>
tensor<1024x!tt.ptr<i1>, #e192>
tensor<1024x!tt.ptr<i32>, #e186>
tensor<1024x!tt.ptr<i32>, #e191>
tensor<1024x!tt.ptr<i32>, #e192>
tensor<1024x!tt.ptr<i32>, #e187>
tensor<1024x!tt.ptr<i64>, #e186>
tensor<1024x!tt.ptr<i64>, #e194>
tensor<1024x!tt.ptr<i64>, #e188>
tensor<1024x1024x1024x!tt.ptr<f32>, #e195>
tensor<1024x128xf32, #e196>
tensor<1024x128xf32, #e197>
tensor<1024x128xf32, #e198>
tensor<1024x16xf32, #e196>
tensor<1024x16xf32, #e199>
tensor<1024x1xf32, #e198>
tensor<1024x256xf32, #e200>
tensor<1024x256xf32, #e201>
tensor<1024x256xf32, #e202>
tensor<1024x256xf32, #e203>
tensor<1024x256xi32, #e200>
tensor<1024x256xi32, #e202>
tensor<1024x256xi32, #e203>
tensor<1024x4x!tt.ptr<i32>, #e204>
tensor<1024x4xf16, #e205>
tensor<1024x4xi32, #e201>
tensor<1024x4xi32, #e204>
tensor<1024x64xf32, #e206>
tensor<1024xbf16, #e187>
tensor<1024xbf16, #e188>
tensor<1024xf16, #e186>
tensor<1024xf16, #e190>
tensor<1024xf32, #e186>
tensor<1024xf32, #e190>
tensor<1024xf32, #e191>
tensor<1024xf32, #e192>
tensor<1024xf32, #e193>
tensor<1024xf32, #e187>
tensor<1024xf32, #e188>
tensor<1024xf64, #e186>
tensor<1024xf8E4M3FNUZ, #e186>
tensor<1024xf8E4M3FNUZ, #e192>
tensor<1024xf8E4M3FNUZ, #e189>
tensor<1024xi1, #e186>
tensor<1024xi1, #e190>
tensor<1024xi1, #e191>
tensor<1024xi1, #e192>
tensor<1024xi1, #e187>
tensor<1024xi1, #e189>
tensor<1024xi1, #e188>
tensor<1024xi32, #e186>
tensor<1024xi32, #e207>
tensor<1024xi32, #e190>
tensor<1024xi32, #e191>
tensor<1024xi32, #e194>
tensor<1024xi32, #e192>
tensor<1024xi32, #e193>
tensor<1024xi32, #e187>
tensor<1024xi32, #e189>
tensor<1024xi32, #e188>
tensor<1024xi32, #e208>
tensor<1024xi64, #e186>
tensor<1024xi64, #e194>
tensor<1024xi64, #e192>
tensor<1024xi64, #e188>
tensor<128x!tt.ptr<f16>, #e186>
tensor<128x!tt.ptr<f16>, #e209>
tensor<128x!tt.ptr<f32>, #e210>
tensor<128x!tt.ptr<f32>, #e186>
tensor<128x!tt.ptr<f32>, #e207>
tensor<128x!tt.ptr<f32>, #e190>
tensor<128x!tt.ptr<f32>, #e191>
tensor<128x!tt.ptr<f32>, #e211>
tensor<128x!tt.ptr<f64>, #e212>
tensor<128x!tt.ptr<i32>, #e186>
tensor<128x128x!tt.ptr<bf16>, #e213>
tensor<128x128x!tt.ptr<bf16>, #e214>
tensor<128x128x!tt.ptr<bf16>, #e215>
tensor<128x128x!tt.ptr<bf16>, #e216>
tensor<128x128x!tt.ptr<f16>, #e217>
tensor<128x128x!tt.ptr<f16>, #e218>
tensor<128x128x!tt.ptr<f16>, #e219>
tensor<128x128x!tt.ptr<f16>, #e220>
tensor<128x128x!tt.ptr<f16>, #e213>
tensor<128x128x!tt.ptr<f16>, #e221>
tensor<128x128x!tt.ptr<f16>, #e222>
tensor<128x128x!tt.ptr<f16>, #e223>
tensor<128x128x!tt.ptr<f16>, #e224>
tensor<128x128x!tt.ptr<f16>, #e225>
tensor<128x128x!tt.ptr<f16>, #e226>
tensor<128x128x!tt.ptr<f16>, #e227>
tensor<128x128x!tt.ptr<f16>, #e228>
tensor<128x128x!tt.ptr<f16>, #e215>
tensor<128x128x!tt.ptr<f16>, #e229>
tensor<128x128x!tt.ptr<f16>, #e230>
tensor<128x128x!tt.ptr<f16>, #e231>
tensor<128x128x!tt.ptr<f32>, #e232>
tensor<128x128x!tt.ptr<f32>, #e233>
tensor<128x128x!tt.ptr<f32>, #e213>
tensor<128x128x!tt.ptr<f32>, #e221>
tensor<128x128x!tt.ptr<f32>, #e196>
tensor<128x128x!tt.ptr<f32>, #e234>
tensor<128x128x!tt.ptr<f32>, #e235>
tensor<128x128x!tt.ptr<f32>, #e236>
tensor<128x128x!tt.ptr<f32>, #e237>
tensor<128x128x!tt.ptr<f32>, #e238>
tensor<128x128x!tt.ptr<f32>, #e239>
tensor<128x128x!tt.ptr<f32>, #e226>
tensor<128x128x!tt.ptr<f32>, #e240>
tensor<128x128x!tt.ptr<f32>, #e241>
tensor<128x128x!tt.ptr<f32>, #e242>
tensor<128x128x!tt.ptr<f32>, #e243>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e244>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e245>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e246>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e247>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e248>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e249>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e250>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e251>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e252>
tensor<128x128x!tt.ptr<f8E4M3FN>, #e253>
tensor<128x128x!tt.ptr<f8E5M2>, #e213>
tensor<128x128x!tt.ptr<f8E5M2>, #e221>
tensor<128x128x!tt.ptr<f8E5M2>, #e254>
tensor<128x128x!tt.ptr<f8E5M2>, #e255>
tensor<128x128x!tt.ptr<i8>, #e256>
tensor<128x128x2xf32, #e257>
tensor<128x128xbf16, #e213>
tensor<128x128xbf16, #e258>
tensor<128x128xbf16, #e196>
tensor<128x128xbf16, #e234>
tensor<128x128xbf16, #e214>
tensor<128x128xbf16, #e238>
tensor<128x128xbf16, #e228>
tensor<128x128xbf16, #e215>
tensor<128x128xbf16, #e216>
tensor<128x128xbf16, #e259>
tensor<128x128xbf16, #e260>
tensor<128x128xbf16, #e261>
tensor<128x128xbf16, #e262>
tensor<128x128xbf16, #e263>
tensor<128x128xbf16, #e264>
tensor<128x128xbf16, #e265>
tensor<128x128xbf16, #e266>
tensor<128x128xbf16, #e267>
tensor<128x128xbf16, #e268>
tensor<128x128xbf16, #e269>
tensor<128x128xbf16, #e270>
tensor<128x128xbf16, #e271>
tensor<128x128xf16, #e217>
tensor<128x128xf16, #e218>
tensor<128x128xf16, #e219>
tensor<128x128xf16, #e220>
tensor<128x128xf16, #e213>
tensor<128x128xf16, #e221>
tensor<128x128xf16, #e272>
tensor<128x128xf16, #e196>
tensor<128x128xf16, #e273>
tensor<128x128xf16, #e274>
tensor<128x128xf16, #e275>
tensor<128x128xf16, #e222>
tensor<128x128xf16, #e223>
tensor<128x128xf16, #e276>
tensor<128x128xf16, #e224>
tensor<128x128xf16, #e225>
tensor<128x128xf16, #e277>
tensor<128x128xf16, #e238>
tensor<128x128xf16, #e226>
tensor<128x128xf16, #e227>
tensor<128x128xf16, #e278>
tensor<128x128xf16, #e228>
tensor<128x128xf16, #e215>
tensor<128x128xf16, #e229>
tensor<128x128xf16, #e230>
tensor<128x128xf16, #e279>
tensor<128x128xf16, #e280>
tensor<128x128xf16, #e281>
tensor<128x128xf16, #e260>
tensor<128x128xf16, #e282>
tensor<128x128xf16, #e261>
tensor<128x128xf16, #e283>
tensor<128x128xf16, #e284>
tensor<128x128xf16, #e285>
tensor<128x128xf16, #e263>
tensor<128x128xf16, #e286>
tensor<128x128xf16, #e287>
tensor<128x128xf16, #e288>
tensor<128x128xf16, #e289>
tensor<128x128xf16, #e267>
tensor<128x128xf16, #e290>
tensor<128x128xf16, #e268>
tensor<128x128xf16, #e291>
tensor<128x128xf16, #e292>
tensor<128x128xf16, #e270>
tensor<128x128xf16, #e293>
tensor<128x128xf16, #e294>
tensor<128x128xf16, #e256>
tensor<128x128xf16, #e295>
tensor<128x128xf16, #e271>
tensor<128x128xf16, #e296>
tensor<128x128xf16, #e297>
tensor<128x128xf16, #e298>
tensor<128x128xf32, #e299>
tensor<128x128xf32, #e232>
tensor<128x128xf32, #e300>
tensor<128x128xf32, #e301>
tensor<128x128xf32, #e233>
tensor<128x128xf32, #e302>
tensor<128x128xf32, #e303>
tensor<128x128xf32, #e304>
tensor<128x128xf32, #e217>
tensor<128x128xf32, #e305>
tensor<128x128xf32, #e213>
tensor<128x128xf32, #e221>
tensor<128x128xf32, #e258>
tensor<128x128xf32, #e272>
tensor<128x128xf32, #e306>
tensor<128x128xf32, #e196>
tensor<128x128xf32, #e307>
tensor<128x128xf32, #e273>
tensor<128x128xf32, #e308>
tensor<128x128xf32, #e275>
tensor<128x128xf32, #e309>
tensor<128x128xf32, #e234>
tensor<128x128xf32, #e222>
tensor<128x128xf32, #e223>
tensor<128x128xf32, #e201>
tensor<128x128xf32, #e235>
tensor<128x128xf32, #e224>
tensor<128x128xf32, #e225>
tensor<128x128xf32, #e236>
tensor<128x128xf32, #e237>
tensor<128x128xf32, #e238>
tensor<128x128xf32, #e239>
tensor<128x128xf32, #e226>
tensor<128x128xf32, #e227>
tensor<128x128xf32, #e310>
tensor<128x128xf32, #e278>
tensor<128x128xf32, #e215>
tensor<128x128xf32, #e311>
tensor<128x128xf32, #e240>
tensor<128x128xf32, #e280>
tensor<128x128xf32, #e312>
tensor<128x128xf32, #e241>
tensor<128x128xf32, #e242>
tensor<128x128xf32, #e313>
tensor<128x128xf32, #e216>
tensor<128x128xf32, #e314>
tensor<128x128xf32, #e315>
tensor<128x128xf32, #e316>
tensor<128x128xf32, #e317>
tensor<128x128xf32, #e318>
tensor<128x128xf32, #e319>
tensor<128x128xf32, #e320>
tensor<128x128xf32, #e321>
tensor<128x128xf32, #e294>
tensor<128x128xf32, #e322>
tensor<128x128xf32, #e323>
tensor<128x128xf32, #e324>
tensor<128x128xf32, #e243>
tensor<128x128xf32, #e271>
tensor<128x128xf32, #e325>
tensor<128x128xf32, #e326>
tensor<128x128xf32, #e296>
tensor<128x128xf32, #e298>
tensor<128x128xf32, #e327>
tensor<128x128xf32, #e328>
tensor<128x128xf64, #e304>
tensor<128x128xf64, #e312>
tensor<128x128xf64, #e199>
tensor<128x128xf8E4M3FN, #e213>
tensor<128x128xf8E4M3FN, #e272>
tensor<128x128xf8E4M3FN, #e244>
tensor<128x128xf8E4M3FN, #e196>
tensor<128x128xf8E4M3FN, #e234>
tensor<128x128xf8E4M3FN, #e245>
tensor<128x128xf8E4M3FN, #e246>
tensor<128x128xf8E4M3FN, #e247>
tensor<128x128xf8E4M3FN, #e248>
tensor<128x128xf8E4M3FN, #e249>
tensor<128x128xf8E4M3FN, #e329>
tensor<128x128xf8E4M3FN, #e330>
tensor<128x128xf8E4M3FN, #e266>
tensor<128x128xf8E4M3FN, #e250>
tensor<128x128xf8E4M3FN, #e251>
tensor<128x128xf8E4M3FN, #e252>
tensor<128x128xf8E4M3FN, #e253>
tensor<128x128xf8E4M3FN, #e331>
tensor<128x128xf8E4M3FN, #e332>
tensor<128x128xf8E5M2, #e213>
tensor<128x128xf8E5M2, #e221>
tensor<128x128xf8E5M2, #e272>
tensor<128x128xf8E5M2, #e254>
tensor<128x128xf8E5M2, #e255>
tensor<128x128xf8E5M2, #e196>
tensor<128x128xf8E5M2, #e234>
tensor<128x128xf8E5M2, #e333>
tensor<128x128xf8E5M2, #e334>
tensor<128x128xf8E5M2, #e335>
tensor<128x128xf8E5M2, #e248>
tensor<128x128xf8E5M2, #e336>
tensor<128x128xf8E5M2, #e317>
tensor<128x128xf8E5M2, #e330>
tensor<128x128xf8E5M2, #e337>
tensor<128x128xf8E5M2, #e294>
tensor<128x128xi1, #e233>
tensor<128x128xi1, #e221>
tensor<128x128xi1, #e244>
tensor<128x128xi1, #e255>
tensor<128x128xi1, #e196>
tensor<128x128xi1, #e223>
tensor<128x128xi1, #e235>
tensor<128x128xi1, #e236>
tensor<128x128xi1, #e237>
tensor<128x128xi1, #e239>
tensor<128x128xi1, #e240>
tensor<128x128xi1, #e216>
tensor<128x128xi1, #e326>
tensor<128x128xi32, #e213>
tensor<128x128xi32, #e254>
tensor<128x128xi32, #e255>
tensor<128x128xi32, #e308>
tensor<128x128xi32, #e235>
tensor<128x128xi32, #e236>
tensor<128x128xi32, #e237>
tensor<128x128xi32, #e239>
tensor<128x128xi32, #e215>
tensor<128x128xi32, #e245>
tensor<128x128xi32, #e243>
tensor<128x128xi64, #e215>
tensor<128x128xi8, #e196>
tensor<128x128xi8, #e234>
tensor<128x128xi8, #e338>
tensor<128x128xi8, #e223>
tensor<128x128xi8, #e329>
tensor<128x128xi8, #e199>
tensor<128x128xi8, #e339>
tensor<128x128xi8, #e331>
tensor<128x128xi8, #e256>
tensor<128x16x!tt.ptr<f16>, #e278>
tensor<128x16x!tt.ptr<f16>, #e340>
tensor<128x16x!tt.ptr<f16>, #e341>
tensor<128x16x!tt.ptr<f16>, #e342>
tensor<128x16x!tt.ptr<f32>, #e343>
tensor<128x16x!tt.ptr<f8E5M2>, #e205>
tensor<128x16x2xf32, #e344>
tensor<128x16xf16, #e345>
tensor<128x16xf16, #e346>
tensor<128x16xf16, #e338>
tensor<128x16xf16, #e238>
tensor<128x16xf16, #e278>
tensor<128x16xf16, #e340>
tensor<128x16xf16, #e347>
tensor<128x16xf16, #e283>
tensor<128x16xf16, #e263>
tensor<128x16xf16, #e288>
tensor<128x16xf16, #e348>
tensor<128x16xf16, #e349>
tensor<128x16xf16, #e350>
tensor<128x16xf16, #e351>
tensor<128x16xf16, #e352>
tensor<128x16xf16, #e270>
tensor<128x16xf16, #e324>
tensor<128x16xf16, #e296>
tensor<128x16xf32, #e304>
tensor<128x16xf32, #e217>
tensor<128x16xf32, #e346>
tensor<128x16xf32, #e338>
tensor<128x16xf32, #e343>
tensor<128x16xf32, #e238>
tensor<128x16xf32, #e352>
tensor<128x16xf32, #e324>
tensor<128x16xf32, #e296>
tensor<128x16xf8E4M3FN, #e353>
tensor<128x16xf8E5M2, #e205>
tensor<128x16xf8E5M2, #e286>
tensor<128x16xf8E5M2, #e349>
tensor<128x16xf8E5M2, #e352>
tensor<128x16xi1, #e205>
tensor<128x16xi1, #e296>
tensor<128x16xi32, #e223>
tensor<128x16xi32, #e205>
tensor<128x16xi32, #e278>
tensor<128x16xi32, #e340>
tensor<128x16xi32, #e341>
tensor<128x16xi32, #e296>
tensor<128x1x!tt.ptr<bf16>, #e215>
tensor<128x1x!tt.ptr<f16>, #e354>
tensor<128x1x!tt.ptr<f16>, #e215>
tensor<128x1x!tt.ptr<f16>, #e230>
tensor<128x1x!tt.ptr<f16>, #e355>
tensor<128x1x!tt.ptr<f16>, #e311>
tensor<128x1x!tt.ptr<f32>, #e232>
tensor<128x1x!tt.ptr<f32>, #e196>
tensor<128x1x!tt.ptr<f32>, #e236>
tensor<128x1x!tt.ptr<f32>, #e237>
tensor<128x1x!tt.ptr<f32>, #e197>
tensor<128x1x!tt.ptr<f32>, #e239>
tensor<128x1x!tt.ptr<f32>, #e205>
tensor<128x1x!tt.ptr<f8E5M2>, #e356>
tensor<128x1x!tt.ptr<i32>, #e223>
tensor<128x1x!tt.ptr<i8>, #e357>
tensor<128x1x!tt.ptr<i8>, #e358>
tensor<128x1xf16, #e273>
tensor<128x1xf16, #e275>
tensor<128x1xf32, #e217>
tensor<128x1xf32, #e213>
tensor<128x1xf32, #e258>
tensor<128x1xf32, #e275>
tensor<128x1xf32, #e223>
tensor<128x1xf32, #e201>
tensor<128x1xf32, #e227>
tensor<128x1xf32, #e324>
tensor<128x1xf32, #e327>
tensor<128x1xi1, #e359>
tensor<128x1xi1, #e223>
tensor<128x1xi1, #e239>
tensor<128x1xi1, #e354>
tensor<128x1xi1, #e360>
tensor<128x1xi1, #e324>
tensor<128x1xi32, #e357>
tensor<128x1xi32, #e361>
tensor<128x1xi32, #e359>
tensor<128x1xi32, #e356>
tensor<128x1xi32, #e254>
tensor<128x1xi32, #e255>
tensor<128x1xi32, #e275>
tensor<128x1xi32, #e358>
tensor<128x1xi32, #e223>
tensor<128x1xi32, #e201>
tensor<128x1xi32, #e235>
tensor<128x1xi32, #e236>
tensor<128x1xi32, #e237>
tensor<128x1xi32, #e239>
tensor<128x1xi32, #e205>
tensor<128x1xi32, #e227>
tensor<128x1xi32, #e278>
tensor<128x1xi32, #e354>
tensor<128x1xi32, #e340>
tensor<128x1xi32, #e215>
tensor<128x1xi32, #e230>
tensor<128x1xi32, #e360>
tensor<128x1xi32, #e355>
tensor<128x1xi32, #e311>
tensor<128x1xi32, #e362>
tensor<128x1xi32, #e245>
tensor<128x1xi32, #e335>
tensor<128x1xi32, #e363>
tensor<128x1xi32, #e324>
tensor<128x1xi32, #e364>
tensor<128x1xi64, #e215>
tensor<128x1xi64, #e230>
tensor<128x1xi64, #e365>
tensor<128x1xi8, #e196>
tensor<128x1xi8, #e226>
tensor<128x256x!tt.ptr<f16>, #e196>
tensor<128x256x!tt.ptr<f16>, #e366>
tensor<128x256x!tt.ptr<f16>, #e278>
tensor<128x256x!tt.ptr<f16>, #e354>
tensor<128x256x!tt.ptr<f32>, #e196>
tensor<128x256x!tt.ptr<f32>, #e275>
tensor<128x256x!tt.ptr<f32>, #e367>
tensor<128x256x!tt.ptr<f32>, #e197>
tensor<128x256x!tt.ptr<f32>, #e368>
tensor<128x256x!tt.ptr<f32>, #e230>
tensor<128x256x!tt.ptr<f32>, #e363>
tensor<128x256x!tt.ptr<f32>, #e369>
tensor<128x256x!tt.ptr<f8E4M3FN>, #e245>
tensor<128x256x!tt.ptr<f8E5M2>, #e370>
tensor<128x256x!tt.ptr<f8E5M2>, #e361>
tensor<128x256x!tt.ptr<f8E5M2>, #e359>
tensor<128x256x!tt.ptr<f8E5M2>, #e356>
tensor<128x256x!tt.ptr<i8>, #e361>
tensor<128x256x!tt.ptr<i8>, #e196>
tensor<128x256x!tt.ptr<i8>, #e371>
tensor<128x256x2xf32, #e372>
tensor<128x256xf16, #e213>
tensor<128x256xf16, #e196>
tensor<128x256xf16, #e307>
tensor<128x256xf16, #e273>
tensor<128x256xf16, #e276>
tensor<128x256xf16, #e366>
tensor<128x256xf16, #e278>
tensor<128x256xf16, #e373>
tensor<128x256xf16, #e354>
tensor<128x256xf16, #e228>
tensor<128x256xf16, #e230>
tensor<128x256xf16, #e374>
tensor<128x256xf16, #e317>
tensor<128x256xf16, #e375>
tensor<128x256xf16, #e376>
tensor<128x256xf16, #e377>
tensor<128x256xf16, #e378>
tensor<128x256xf16, #e379>
tensor<128x256xf32, #e380>
tensor<128x256xf32, #e213>
tensor<128x256xf32, #e381>
tensor<128x256xf32, #e382>
tensor<128x256xf32, #e196>
tensor<128x256xf32, #e307>
tensor<128x256xf32, #e275>
tensor<128x256xf32, #e309>
tensor<128x256xf32, #e383>
tensor<128x256xf32, #e200>
tensor<128x256xf32, #e201>
tensor<128x256xf32, #e276>
tensor<128x256xf32, #e366>
tensor<128x256xf32, #e367>
tensor<128x256xf32, #e197>
tensor<128x256xf32, #e368>
tensor<128x256xf32, #e230>
tensor<128x256xf32, #e384>
tensor<128x256xf32, #e363>
tensor<128x256xf32, #e369>
tensor<128x256xf32, #e385>
tensor<128x256xf32, #e386>
tensor<128x256xf32, #e377>
tensor<128x256xf32, #e387>
tensor<128x256xf32, #e388>
tensor<128x256xf32, #e327>
tensor<128x256xf32, #e378>
tensor<128x256xf32, #e379>
tensor<128x256xf32, #e389>
tensor<128x256xf64, #e196>
tensor<128x256xf64, #e390>
tensor<128x256xf8E4M3FN, #e245>
tensor<128x256xf8E4M3FN, #e391>
tensor<128x256xf8E4M3FN, #e392>
tensor<128x256xf8E5M2, #e370>
tensor<128x256xf8E5M2, #e361>
tensor<128x256xf8E5M2, #e359>
tensor<128x256xf8E5M2, #e356>
tensor<128x256xf8E5M2, #e196>
tensor<128x256xf8E5M2, #e383>
tensor<128x256xf8E5M2, #e245>
tensor<128x256xf8E5M2, #e393>
tensor<128x256xf8E5M2, #e392>
tensor<128x256xf8E5M2, #e379>
tensor<128x256xi1, #e359>
tensor<128x256xi1, #e278>
tensor<128x256xi1, #e354>
tensor<128x256xi1, #e245>
tensor<128x256xi32, #e370>
tensor<128x256xi32, #e361>
tensor<128x256xi32, #e359>
tensor<128x256xi32, #e356>
tensor<128x256xi32, #e196>
tensor<128x256xi32, #e278>
tensor<128x256xi32, #e354>
tensor<128x256xi32, #e368>
tensor<128x256xi32, #e371>
tensor<128x256xi32, #e377>
tensor<128x256xi64, #e368>
tensor<128x256xi8, #e361>
tensor<128x256xi8, #e196>
tensor<128x256xi8, #e394>
tensor<128x256xi8, #e395>
tensor<128x256xi8, #e396>
tensor<128x256xi8, #e397>
tensor<128x256xi8, #e390>
tensor<128x2x!tt.ptr<i8>, #e353>
tensor<128x2x128xf32, #e398>
tensor<128x2x16xf32, #e399>
tensor<128x2x256xf32, #e400>
tensor<128x2x32xbf16, #e401>
tensor<128x2x32xbf16, #e402>
tensor<128x2x32xf32, #e403>
tensor<128x2x64xbf16, #e404>
tensor<128x2x64xf32, #e404>
tensor<128x2x64xf32, #e405>
tensor<128x2x64xf32, #e406>
tensor<128x2x64xf32, #e407>
tensor<128x2x64xf32, #e408>
tensor<128x2x64xf32, #e409>
tensor<128x2xbf16, #e410>
tensor<128x2xf16, #e223>
tensor<128x2xf16, #e410>
tensor<128x2xf32, #e410>
tensor<128x2xi8, #e196>
tensor<128x2xi8, #e411>
tensor<128x2xi8, #e353>
tensor<128x2xi8, #e410>
tensor<128x32x!tt.ptr<bf16>, #e308>
tensor<128x32x!tt.ptr<bf16>, #e355>
tensor<128x32x!tt.ptr<bf16>, #e216>
tensor<128x32x!tt.ptr<f16>, #e338>
tensor<128x32x!tt.ptr<f16>, #e223>
tensor<128x32x!tt.ptr<f16>, #e236>
tensor<128x32x!tt.ptr<f16>, #e205>
tensor<128x32x!tt.ptr<f16>, #e412>
tensor<128x32x!tt.ptr<f16>, #e228>
tensor<128x32x!tt.ptr<f16>, #e355>
tensor<128x32x!tt.ptr<f16>, #e413>
tensor<128x32x!tt.ptr<f32>, #e223>
tensor<128x32x!tt.ptr<f32>, #e205>
tensor<128x32x!tt.ptr<f32>, #e228>
tensor<128x32x!tt.ptr<f32>, #e216>
tensor<128x32x!tt.ptr<f64>, #e414>
tensor<128x32x!tt.ptr<f8E4M3FN>, #e236>
tensor<128x32x!tt.ptr<f8E4M3FN>, #e205>
tensor<128x32x!tt.ptr<f8E5M2>, #e308>
tensor<128x32x!tt.ptr<f8E5M2>, #e205>
tensor<128x32x!tt.ptr<f8E5M2>, #e412>
tensor<128x32x!tt.ptr<i16>, #e230>
tensor<128x32x!tt.ptr<i32>, #e205>
tensor<128x32x!tt.ptr<i8>, #e357>
tensor<128x32x2xbf16, #e415>
tensor<128x32x2xbf16, #e416>
tensor<128x32x2xf16, #e417>
tensor<128x32x2xf16, #e418>
tensor<128x32x2xf32, #e417>
tensor<128x32xbf16, #e357>
tensor<128x32xbf16, #e308>
tensor<128x32xbf16, #e419>
tensor<128x32xbf16, #e355>
tensor<128x32xbf16, #e420>
tensor<128x32xbf16, #e216>
tensor<128x32xbf16, #e421>
tensor<128x32xbf16, #e295>
tensor<128x32xbf16, #e422>
tensor<128x32xf16, #e423>
tensor<128x32xf16, #e424>
tensor<128x32xf16, #e425>
tensor<128x32xf16, #e426>
tensor<128x32xf16, #e308>
tensor<128x32xf16, #e338>
tensor<128x32xf16, #e223>
tensor<128x32xf16, #e427>
tensor<128x32xf16, #e419>
tensor<128x32xf16, #e236>
tensor<128x32xf16, #e428>
tensor<128x32xf16, #e205>
tensor<128x32xf16, #e412>
tensor<128x32xf16, #e228>
tensor<128x32xf16, #e355>
tensor<128x32xf16, #e429>
tensor<128x32xf16, #e430>
tensor<128x32xf16, #e420>
tensor<128x32xf16, #e431>
tensor<128x32xf16, #e261>
tensor<128x32xf16, #e432>
tensor<128x32xf16, #e288>
tensor<128x32xf16, #e433>
tensor<128x32xf16, #e348>
tensor<128x32xf16, #e349>
tensor<128x32xf16, #e413>
tensor<128x32xf16, #e434>
tensor<128x32xf16, #e435>
tensor<128x32xf16, #e436>
tensor<128x32xf32, #e308>
tensor<128x32xf32, #e223>
tensor<128x32xf32, #e419>
tensor<128x32xf32, #e205>
tensor<128x32xf32, #e228>
tensor<128x32xf32, #e355>
tensor<128x32xf32, #e231>
tensor<128x32xf32, #e429>
tensor<128x32xf32, #e437>
tensor<128x32xf32, #e216>
tensor<128x32xf32, #e433>
tensor<128x32xf32, #e438>
tensor<128x32xf32, #e439>
tensor<128x32xf64, #e414>
tensor<128x32xf64, #e440>
tensor<128x32xf64, #e287>
tensor<128x32xf8E4M3FN, #e357>
tensor<128x32xf8E4M3FN, #e308>
tensor<128x32xf8E4M3FN, #e236>
tensor<128x32xf8E4M3FN, #e205>
tensor<128x32xf8E4M3FN, #e422>
tensor<128x32xf8E5M2, #e441>
tensor<128x32xf8E5M2, #e424>
tensor<128x32xf8E5M2, #e304>
tensor<128x32xf8E5M2, #e217>
tensor<128x32xf8E5M2, #e426>
tensor<128x32xf8E5M2, #e308>
tensor<128x32xf8E5M2, #e205>
tensor<128x32xf8E5M2, #e412>
tensor<128x32xf8E5M2, #e431>
tensor<128x32xf8E5M2, #e442>
tensor<128x32xf8E5M2, #e443>
tensor<128x32xf8E5M2, #e444>
tensor<128x32xf8E5M2, #e445>
tensor<128x32xf8E5M2, #e446>
tensor<128x32xf8E5M2, #e349>
tensor<128x32xf8E5M2, #e434>
tensor<128x32xi1, #e357>
tensor<128x32xi1, #e236>
tensor<128x32xi1, #e205>
tensor<128x32xi1, #e412>
tensor<128x32xi1, #e216>
tensor<128x32xi16, #e230>
tensor<128x32xi32, #e357>
tensor<128x32xi32, #e447>
tensor<128x32xi32, #e223>
tensor<128x32xi32, #e236>
tensor<128x32xi32, #e205>
tensor<128x32xi32, #e412>
tensor<128x32xi32, #e413>
tensor<128x32xi64, #e205>
tensor<128x32xi8, #e357>
tensor<128x32xi8, #e273>
tensor<128x32xi8, #e426>
tensor<128x32xi8, #e422>
tensor<128x4x!tt.ptr<i8>, #e214>
tensor<128x4x!tt.ptr<i8>, #e358>
tensor<128x4x!tt.ptr<i8>, #e448>
tensor<128x4x!tt.ptr<i8>, #e449>
tensor<128x4xf16, #e449>
tensor<128x4xf16, #e450>
tensor<128x4xf32, #e449>
tensor<128x4xf8E4M3FN, #e449>
tensor<128x4xf8E5M2, #e449>
tensor<128x4xf8E8M0FNU, #e449>
tensor<128x4xi32, #e358>
tensor<128x4xi32, #e448>
tensor<128x4xi8, #e196>
tensor<128x4xi8, #e353>
tensor<128x4xi8, #e214>
tensor<128x4xi8, #e451>
tensor<128x4xi8, #e358>
tensor<128x4xi8, #e448>
tensor<128x4xi8, #e226>
tensor<128x4xi8, #e449>
tensor<128x512x!tt.ptr<f32>, #e452>
tensor<128x512x!tt.ptr<i8>, #e252>
tensor<128x512xf16, #e308>
tensor<128x512xf32, #e452>
tensor<128x512xf32, #e453>
tensor<128x512xi8, #e454>
tensor<128x512xi8, #e252>
tensor<128x64x!tt.ptr<bf16>, #e455>
tensor<128x64x!tt.ptr<f16>, #e307>
tensor<128x64x!tt.ptr<f16>, #e273>
tensor<128x64x!tt.ptr<f16>, #e308>
tensor<128x64x!tt.ptr<f16>, #e275>
tensor<128x64x!tt.ptr<f16>, #e456>
tensor<128x64x!tt.ptr<f16>, #e223>
tensor<128x64x!tt.ptr<f16>, #e457>
tensor<128x64x!tt.ptr<f16>, #e228>
tensor<128x64x!tt.ptr<f16>, #e230>
tensor<128x64x!tt.ptr<f16>, #e360>
tensor<128x64x!tt.ptr<f16>, #e355>
tensor<128x64x!tt.ptr<f16>, #e311>
tensor<128x64x!tt.ptr<f16>, #e362>
tensor<128x64x!tt.ptr<f16>, #e241>
tensor<128x64x!tt.ptr<f16>, #e365>
tensor<128x64x!tt.ptr<f16>, #e458>
tensor<128x64x!tt.ptr<f16>, #e247>
tensor<128x64x!tt.ptr<f16>, #e459>
tensor<128x64x!tt.ptr<f16>, #e249>
tensor<128x64x!tt.ptr<f32>, #e343>
tensor<128x64x!tt.ptr<f8E4M3FN>, #e228>
tensor<128x64x!tt.ptr<f8E5M2>, #e363>
tensor<128x64x!tt.ptr<i8>, #e455>
tensor<128x64x!tt.ptr<i8>, #e223>
tensor<128x64x!tt.ptr<i8>, #e335>
tensor<128x64x!tt.ptr<i8>, #e246>
tensor<128x64x!tt.ptr<i8>, #e247>
tensor<128x64x!tt.ptr<i8>, #e248>
tensor<128x64x!tt.ptr<i8>, #e249>
tensor<128x64x1xf16, #e460>
tensor<128x64x2xf16, #e460>
tensor<128x64x2xf32, #e461>
tensor<128x64x2xf32, #e462>
tensor<128x64x2xf32, #e463>
tensor<128x64x2xf32, #e464>
tensor<128x64x2xf32, #e465>
tensor<128x64x2xf32, #e466>
tensor<128x64x2xf32, #e467>
tensor<128x64x2xf32, #e468>
tensor<128x64x2xf32, #e469>
tensor<128x64xbf16, #e455>
tensor<128x64xbf16, #e196>
tensor<128x64xbf16, #e273>
tensor<128x64xbf16, #e470>
tensor<128x64xbf16, #e471>
tensor<128x64xbf16, #e227>
tensor<128x64xbf16, #e230>
tensor<128x64xbf16, #e360>
tensor<128x64xf16, #e213>
tensor<128x64xf16, #e455>
tensor<128x64xf16, #e472>
tensor<128x64xf16, #e196>
tensor<128x64xf16, #e307>
tensor<128x64xf16, #e273>
tensor<128x64xf16, #e308>
tensor<128x64xf16, #e275>
tensor<128x64xf16, #e473>
tensor<128x64xf16, #e456>
tensor<128x64xf16, #e474>
tensor<128x64xf16, #e223>
tensor<128x64xf16, #e276>
tensor<128x64xf16, #e204>
tensor<128x64xf16, #e238>
tensor<128x64xf16, #e227>
tensor<128x64xf16, #e475>
tensor<128x64xf16, #e228>
tensor<128x64xf16, #e215>
tensor<128x64xf16, #e230>
tensor<128x64xf16, #e355>
tensor<128x64xf16, #e311>
tensor<128x64xf16, #e362>
tensor<128x64xf16, #e429>
tensor<128x64xf16, #e241>
tensor<128x64xf16, #e476>
tensor<128x64xf16, #e216>
tensor<128x64xf16, #e365>
tensor<128x64xf16, #e477>
tensor<128x64xf16, #e478>
tensor<128x64xf16, #e458>
tensor<128x64xf16, #e247>
tensor<128x64xf16, #e459>
tensor<128x64xf16, #e249>
tensor<128x64xf16, #e479>
tensor<128x64xf16, #e260>
tensor<128x64xf16, #e316>
tensor<128x64xf16, #e199>
tensor<128x64xf16, #e263>
tensor<128x64xf16, #e480>
tensor<128x64xf16, #e481>
tensor<128x64xf16, #e317>
tensor<128x64xf16, #e330>
tensor<128x64xf16, #e288>
tensor<128x64xf16, #e482>
tensor<128x64xf16, #e483>
tensor<128x64xf16, #e484>
tensor<128x64xf16, #e485>
tensor<128x64xf16, #e348>
tensor<128x64xf16, #e434>
tensor<128x64xf16, #e350>
tensor<128x64xf16, #e351>
tensor<128x64xf16, #e264>
tensor<128x64xf16, #e486>
tensor<128x64xf16, #e270>
tensor<128x64xf16, #e487>
tensor<128x64xf16, #e488>
tensor<128x64xf16, #e324>
tensor<128x64xf16, #e388>
tensor<128x64xf16, #e364>
tensor<128x64xf32, #e217>
tensor<128x64xf32, #e213>
tensor<128x64xf32, #e196>
tensor<128x64xf32, #e273>
tensor<128x64xf32, #e275>
tensor<128x64xf32, #e223>
tensor<128x64xf32, #e201>
tensor<128x64xf32, #e276>
tensor<128x64xf32, #e343>
tensor<128x64xf32, #e225>
tensor<128x64xf32, #e419>
tensor<128x64xf32, #e471>
tensor<128x64xf32, #e238>
tensor<128x64xf32, #e198>
tensor<128x64xf32, #e227>
tensor<128x64xf32, #e230>
tensor<128x64xf32, #e280>
tensor<128x64xf32, #e241>
tensor<128x64xf32, #e199>
tensor<128x64xf32, #e348>
tensor<128x64xf32, #e489>
tensor<128x64xf32, #e490>
tensor<128x64xf32, #e324>
tensor<128x64xf32, #e388>
tensor<128x64xf32, #e364>
tensor<128x64xf32, #e491>
tensor<128x64xf8E4M3FN, #e357>
tensor<128x64xf8E4M3FN, #e273>
tensor<128x64xf8E4M3FN, #e275>
tensor<128x64xf8E4M3FN, #e492>
tensor<128x64xf8E4M3FN, #e228>
tensor<128x64xf8E4M3FN, #e450>
tensor<128x64xf8E4M3FN, #e493>
tensor<128x64xf8E5M2, #e363>
tensor<128x64xf8E5M2, #e482>
tensor<128x64xf8E5M2, #e450>
tensor<128x64xf8E5M2, #e494>
tensor<128x64xf8E5M2, #e495>
tensor<128x64xf8E5M2, #e496>
tensor<128x64xf8E5M2, #e488>
tensor<128x64xf8E5M2, #e388>
tensor<128x64xi1, #e223>
tensor<128x64xi1, #e227>
tensor<128x64xi1, #e360>
tensor<128x64xi1, #e324>
tensor<128x64xi16, #e480>
tensor<128x64xi32, #e273>
tensor<128x64xi32, #e275>
tensor<128x64xi32, #e497>
tensor<128x64xi32, #e201>
tensor<128x64xi32, #e457>
tensor<128x64xi32, #e225>
tensor<128x64xi32, #e227>
tensor<128x64xi32, #e228>
tensor<128x64xi32, #e230>
tensor<128x64xi32, #e360>
tensor<128x64xi32, #e355>
tensor<128x64xi32, #e311>
tensor<128x64xi32, #e362>
tensor<128x64xi32, #e335>
tensor<128x64xi32, #e363>
tensor<128x64xi32, #e498>
tensor<128x64xi32, #e324>
tensor<128x64xi32, #e499>
tensor<128x64xi64, #e196>
tensor<128x64xi64, #e230>
tensor<128x64xi64, #e241>
tensor<128x64xi64, #e365>
tensor<128x64xi64, #e500>
tensor<128x64xi8, #e455>
tensor<128x64xi8, #e234>
tensor<128x64xi8, #e501>
tensor<128x64xi8, #e338>
tensor<128x64xi8, #e223>
tensor<128x64xi8, #e335>
tensor<128x64xi8, #e246>
tensor<128x64xi8, #e247>
tensor<128x64xi8, #e248>
tensor<128x64xi8, #e249>
tensor<128x64xi8, #e351>
tensor<128x8x!tt.ptr<f16>, #e502>
tensor<128x8x!tt.ptr<i8>, #e228>
tensor<128x8xi32, #e228>
tensor<128x8xi8, #e503>
tensor<128x8xi8, #e235>
tensor<128x8xi8, #e504>
tensor<128x8xi8, #e228>
tensor<128xbf16, #e210>
tensor<128xbf16, #e212>
tensor<128xf16, #e210>
tensor<128xf16, #e186>
tensor<128xf16, #e212>
tensor<128xf16, #e505>
tensor<128xf16, #e506>
tensor<128xf32, #e210>
tensor<128xf32, #e186>
tensor<128xf32, #e207>
tensor<128xf32, #e191>
tensor<128xf32, #e212>
tensor<128xf32, #e507>
tensor<128xf32, #e508>
tensor<128xf32, #e509>
tensor<128xf32, #e510>
tensor<128xf32, #e511>
tensor<128xf32, #e512>
tensor<128xf32, #e506>
tensor<128xf32, #e208>
tensor<128xf32, #e513>
tensor<128xf32, #e211>
tensor<128xf32, #e514>
tensor<128xf32, #e515>
tensor<128xf32, #e516>
tensor<128xf32, #e517>
tensor<128xf32, #e518>
tensor<128xf32, #e4>
tensor<128xf8E4M3FN, #e210>
tensor<128xf8E4M3FN, #e212>
tensor<128xf8E5M2, #e210>
tensor<128xf8E5M2, #e212>
tensor<128xi1, #e210>
tensor<128xi1, #e186>
tensor<128xi1, #e209>
tensor<128xi1, #e519>
tensor<128xi1, #e520>
tensor<128xi1, #e208>
tensor<128xi1, #e521>
tensor<128xi1, #e517>
tensor<128xi32, #e210>
tensor<128xi32, #e522>
tensor<128xi32, #e186>
tensor<128xi32, #e207>
tensor<128xi32, #e190>
tensor<128xi32, #e191>
tensor<128xi32, #e212>
tensor<128xi32, #e189>
tensor<128xi32, #e523>
tensor<128xi32, #e524>
tensor<128xi32, #e519>
tensor<128xi32, #e525>
tensor<128xi32, #e526>
tensor<128xi32, #e527>
tensor<128xi32, #e528>
tensor<128xi32, #e529>
tensor<128xi32, #e530>
tensor<128xi32, #e531>
tensor<128xi32, #e532>
tensor<128xi32, #e533>
tensor<128xi32, #e509>
tensor<128xi32, #e534>
tensor<128xi32, #e535>
tensor<128xi32, #e536>
tensor<128xi32, #e537>
tensor<128xi32, #e511>
tensor<128xi32, #e538>
tensor<128xi32, #e539>
tensor<128xi32, #e520>
tensor<128xi32, #e540>
tensor<128xi32, #e541>
tensor<128xi32, #e542>
tensor<128xi32, #e543>
tensor<128xi32, #e544>
tensor<128xi32, #e208>
tensor<128xi32, #e545>
tensor<128xi32, #e546>
tensor<128xi32, #e547>
tensor<128xi32, #e548>
tensor<128xi32, #e549>
tensor<128xi32, #e550>
tensor<128xi32, #e211>
tensor<128xi32, #e551>
tensor<128xi32, #e514>
tensor<128xi32, #e552>
tensor<128xi32, #e553>
tensor<128xi32, #e554>
tensor<128xi32, #e555>
tensor<128xi32, #e516>
tensor<128xi32, #e521>
tensor<128xi32, #e556>
tensor<128xi32, #e557>
tensor<128xi32, #e558>
tensor<128xi32, #e559>
tensor<128xi32, #e560>
tensor<128xi32, #e561>
tensor<128xi32, #e518>
tensor<128xi32, #e562>
tensor<128xi32, #e563>
tensor<128xi32, #e564>
tensor<128xi64, #e189>
tensor<128xi64, #e529>
tensor<128xi64, #e534>
tensor<128xi64, #e555>
tensor<128xi64, #e516>
tensor<128xi64, #e561>
tensor<16384xf16, #e190>
tensor<16384xi32, #e190>
tensor<16x!tt.ptr<bf16>, #e186>
tensor<16x!tt.ptr<f32>, #e186>
tensor<16x!tt.ptr<i32>, #e186>
tensor<16x!tt.ptr<i32>, #e192>
tensor<16x!tt.ptr<i32>, #e565>
tensor<16x!tt.ptr<i32>, #e566>
tensor<16x!tt.ptr<i64>, #e567>
tensor<16x128x!tt.ptr<f16>, #e236>
tensor<16x128x!tt.ptr<f16>, #e215>
tensor<16x128x!tt.ptr<f16>, #e229>
tensor<16x128x!tt.ptr<f32>, #e234>
tensor<16x128x!tt.ptr<f32>, #e568>
tensor<16x128x!tt.ptr<f32>, #e238>
tensor<16x128x!tt.ptr<f32>, #e229>
tensor<16x128x!tt.ptr<f8E5M2>, #e229>
tensor<16x128xbf16, #e497>
tensor<16x128xf16, #e236>
tensor<16x128xf16, #e228>
tensor<16x128xf16, #e215>
tensor<16x128xf16, #e229>
tensor<16x128xf16, #e569>
tensor<16x128xf16, #e263>
tensor<16x128xf16, #e570>
tensor<16x128xf16, #e270>
tensor<16x128xf16, #e571>
tensor<16x128xf32, #e301>
tensor<16x128xf32, #e196>
tensor<16x128xf32, #e234>
tensor<16x128xf32, #e568>
tensor<16x128xf32, #e238>
tensor<16x128xf32, #e229>
tensor<16x128xf32, #e572>
tensor<16x128xf32, #e280>
tensor<16x128xf32, #e569>
tensor<16x128xf32, #e390>
tensor<16x128xf32, #e573>
tensor<16x128xf8E5M2, #e229>
tensor<16x128xf8E5M2, #e569>
tensor<16x128xf8E5M2, #e293>
tensor<16x128xi1, #e236>
tensor<16x128xi32, #e236>
tensor<16x128xi32, #e215>
tensor<16x128xi64, #e568>
tensor<16x16x!tt.ptr<f16>, #e304>
tensor<16x16x!tt.ptr<f16>, #e574>
tensor<16x16x!tt.ptr<f16>, #e225>
tensor<16x16x!tt.ptr<f16>, #e575>
tensor<16x16x!tt.ptr<f16>, #e576>
tensor<16x16x!tt.ptr<f16>, #e236>
tensor<16x16x!tt.ptr<f16>, #e577>
tensor<16x16x!tt.ptr<f16>, #e205>
tensor<16x16x!tt.ptr<f16>, #e578>
tensor<16x16x!tt.ptr<f16>, #e579>
tensor<16x16x!tt.ptr<f32>, #e580>
tensor<16x16x!tt.ptr<f32>, #e304>
tensor<16x16x!tt.ptr<f32>, #e447>
tensor<16x16x!tt.ptr<f32>, #e338>
tensor<16x16x!tt.ptr<f32>, #e581>
tensor<16x16x!tt.ptr<f32>, #e582>
tensor<16x16x!tt.ptr<f32>, #e19>
tensor<16x16x!tt.ptr<f8E5M2>, #e304>
tensor<16x16x!tt.ptr<i32>, #e583>
tensor<16x16x!tt.ptr<i32>, #e584>
tensor<16x16x!tt.ptr<i8>, #e205>
tensor<16x16xbf16, #e585>
tensor<16x16xbf16, #e586>
tensor<16x16xbf16, #e587>
tensor<16x16xbf16, #e588>
tensor<16x16xbf16, #e589>
tensor<16x16xf16, #e580>
tensor<16x16xf16, #e590>
tensor<16x16xf16, #e591>
tensor<16x16xf16, #e304>
tensor<16x16xf16, #e592>
tensor<16x16xf16, #e593>
tensor<16x16xf16, #e574>
tensor<16x16xf16, #e594>
tensor<16x16xf16, #e225>
tensor<16x16xf16, #e595>
tensor<16x16xf16, #e596>
tensor<16x16xf16, #e575>
tensor<16x16xf16, #e576>
tensor<16x16xf16, #e236>
tensor<16x16xf16, #e577>
tensor<16x16xf16, #e238>
tensor<16x16xf16, #e449>
tensor<16x16xf16, #e205>
tensor<16x16xf16, #e597>
tensor<16x16xf16, #e584>
tensor<16x16xf16, #e360>
tensor<16x16xf16, #e578>
tensor<16x16xf16, #e598>
tensor<16x16xf16, #e599>
tensor<16x16xf16, #e600>
tensor<16x16xf16, #e601>
tensor<16x16xf16, #e602>
tensor<16x16xf16, #e603>
tensor<16x16xf16, #e579>
tensor<16x16xf16, #e604>
tensor<16x16xf16, #e263>
tensor<16x16xf16, #e605>
tensor<16x16xf16, #e606>
tensor<16x16xf16, #e413>
tensor<16x16xf16, #e607>
tensor<16x16xf16, #e608>
tensor<16x16xf16, #e609>
tensor<16x16xf16, #e610>
tensor<16x16xf16, #e611>
tensor<16x16xf16, #e612>
tensor<16x16xf16, #e613>
tensor<16x16xf16, #e614>
tensor<16x16xf16, #e615>
tensor<16x16xf16, #e616>
tensor<16x16xf16, #e617>
tensor<16x16xf16, #e618>
tensor<16x16xf16, #e619>
tensor<16x16xf16, #e620>
tensor<16x16xf16, #e271>
tensor<16x16xf16, #e388>
tensor<16x16xf32, #e580>
tensor<16x16xf32, #e621>
tensor<16x16xf32, #e622>
tensor<16x16xf32, #e623>
tensor<16x16xf32, #e624>
tensor<16x16xf32, #e625>
tensor<16x16xf32, #e301>
tensor<16x16xf32, #e626>
tensor<16x16xf32, #e304>
tensor<16x16xf32, #e627>
tensor<16x16xf32, #e447>
tensor<16x16xf32, #e308>
tensor<16x16xf32, #e574>
tensor<16x16xf32, #e338>
tensor<16x16xf32, #e201>
tensor<16x16xf32, #e225>
tensor<16x16xf32, #e628>
tensor<16x16xf32, #e596>
tensor<16x16xf32, #e575>
tensor<16x16xf32, #e238>
tensor<16x16xf32, #e629>
tensor<16x16xf32, #e630>
tensor<16x16xf32, #e581>
tensor<16x16xf32, #e578>
tensor<16x16xf32, #e598>
tensor<16x16xf32, #e582>
tensor<16x16xf32, #e579>
tensor<16x16xf32, #e314>
tensor<16x16xf32, #e631>
tensor<16x16xf32, #e632>
tensor<16x16xf32, #e633>
tensor<16x16xf32, #e319>
tensor<16x16xf32, #e634>
tensor<16x16xf32, #e635>
tensor<16x16xf32, #e636>
tensor<16x16xf32, #e637>
tensor<16x16xf32, #e573>
tensor<16x16xf32, #e620>
tensor<16x16xf32, #e243>
tensor<16x16xf32, #e638>
tensor<16x16xf64, #e639>
tensor<16x16xf64, #e640>
tensor<16x16xf64, #e641>
tensor<16x16xf64, #e642>
tensor<16x16xf64, #e643>
tensor<16x16xf64, #e644>
tensor<16x16xf64, #e589>
tensor<16x16xf64, #e645>
tensor<16x16xf64, #e620>
tensor<16x16xf8E5M2, #e304>
tensor<16x16xf8E5M2, #e205>
tensor<16x16xf8E5M2, #e584>
tensor<16x16xf8E5M2, #e607>
tensor<16x16xf8E5M2, #e646>
tensor<16x16xf8E5M2, #e647>
tensor<16x16xi1, #e447>
tensor<16x16xi1, #e574>
tensor<16x16xi1, #e575>
tensor<16x16xi1, #e197>
tensor<16x16xi1, #e205>
tensor<16x16xi1, #e582>
tensor<16x16xi16, #e584>
tensor<16x16xi16, #e619>
tensor<16x16xi32, #e447>
tensor<16x16xi32, #e574>
tensor<16x16xi32, #e201>
tensor<16x16xi32, #e596>
tensor<16x16xi32, #e575>
tensor<16x16xi32, #e583>
tensor<16x16xi32, #e577>
tensor<16x16xi32, #e197>
tensor<16x16xi32, #e205>
tensor<16x16xi32, #e584>
tensor<16x16xi32, #e581>
tensor<16x16xi32, #e360>
tensor<16x16xi32, #e648>
tensor<16x16xi64, #e236>
tensor<16x16xi8, #e205>
tensor<16x16xi8, #e355>
tensor<16x16xi8, #e604>
tensor<16x16xi8, #e607>
tensor<16x16xi8, #e612>
tensor<16x16xi8, #e589>
tensor<16x1x!tt.ptr<f16>, #e575>
tensor<16x1x!tt.ptr<f16>, #e362>
tensor<16x1x!tt.ptr<f32>, #e581>
tensor<16x1xf16, #e575>
tensor<16x1xf32, #e447>
tensor<16x1xf32, #e574>
tensor<16x1xf32, #e223>
tensor<16x1xf32, #e575>
tensor<16x1xf32, #e649>
tensor<16x1xf32, #e650>
tensor<16x1xf32, #e324>
tensor<16x1xi1, #e447>
tensor<16x1xi1, #e574>
tensor<16x1xi32, #e447>
tensor<16x1xi32, #e574>
tensor<16x1xi32, #e223>
tensor<16x1xi32, #e235>
tensor<16x1xi32, #e651>
tensor<16x1xi32, #e575>
tensor<16x1xi32, #e568>
tensor<16x1xi32, #e581>
tensor<16x1xi32, #e278>
tensor<16x1xi32, #e340>
tensor<16x1xi32, #e362>
tensor<16x1xi32, #e650>
tensor<16x1xi64, #e568>
tensor<16x1xi64, #e236>
tensor<16x256x!tt.ptr<bf16>, #e278>
tensor<16x256x!tt.ptr<f16>, #e278>
tensor<16x256x!tt.ptr<f16>, #e340>
tensor<16x256x!tt.ptr<f16>, #e652>
tensor<16x256x!tt.ptr<f16>, #e362>
tensor<16x256x!tt.ptr<f32>, #e238>
tensor<16x256x!tt.ptr<f32>, #e653>
tensor<16x256xbf16, #e278>
tensor<16x256xbf16, #e654>
tensor<16x256xf16, #e574>
tensor<16x256xf16, #e278>
tensor<16x256xf16, #e340>
tensor<16x256xf16, #e362>
tensor<16x256xf16, #e446>
tensor<16x256xf16, #e486>
tensor<16x256xf16, #e655>
tensor<16x256xf16, #e270>
tensor<16x256xf32, #e238>
tensor<16x256xf32, #e656>
tensor<16x256xf32, #e653>
tensor<16x256xf32, #e657>
tensor<16x256xf8E4M3FN, #e309>
tensor<16x256xf8E4M3FN, #e656>
tensor<16x256xi32, #e278>
tensor<16x256xi32, #e340>
tensor<16x256xi32, #e652>
tensor<16x256xi32, #e362>
tensor<16x2x!tt.ptr<i8>, #e353>
tensor<16x2xf32, #e658>
tensor<16x2xf32, #e659>
tensor<16x2xf32, #e660>
tensor<16x2xf32, #e661>
tensor<16x2xi8, #e353>
tensor<16x32x!tt.ptr<f32>, #e662>
tensor<16x32x!tt.ptr<f32>, #e205>
tensor<16x32x!tt.ptr<f32>, #e663>
tensor<16x32x!tt.ptr<i8>, #e308>
tensor<16x32xbf16, #e664>
tensor<16x32xbf16, #e665>
tensor<16x32xbf16, #e666>
tensor<16x32xbf16, #e667>
tensor<16x32xbf16, #e668>
tensor<16x32xbf16, #e669>
tensor<16x32xbf16, #e670>
tensor<16x32xf16, #e236>
tensor<16x32xf16, #e205>
tensor<16x32xf16, #e231>
tensor<16x32xf16, #e362>
tensor<16x32xf16, #e671>
tensor<16x32xf16, #e672>
tensor<16x32xf16, #e666>
tensor<16x32xf16, #e263>
tensor<16x32xf16, #e673>
tensor<16x32xf16, #e670>
tensor<16x32xf16, #e674>
tensor<16x32xf32, #e675>
tensor<16x32xf32, #e676>
tensor<16x32xf32, #e662>
tensor<16x32xf32, #e663>
tensor<16x32xf32, #e677>
tensor<16x32xf32, #e678>
tensor<16x32xf32, #e673>
tensor<16x32xf32, #e679>
tensor<16x32xf32, #e680>
tensor<16x32xf32, #e681>
tensor<16x32xf64, #e673>
tensor<16x32xf8E4M3FN, #e673>
tensor<16x32xf8E5M2, #e666>
tensor<16x32xf8E5M2, #e682>
tensor<16x32xi32, #e683>
tensor<16x32xi32, #e235>
tensor<16x32xi32, #e205>
tensor<16x32xi32, #e663>
tensor<16x32xi32, #e680>
tensor<16x32xi64, #e662>
tensor<16x32xi8, #e308>
tensor<16x32xi8, #e630>
tensor<16x32xi8, #e674>
tensor<16x32xi8, #e684>
tensor<16x4x!tt.ptr<i8>, #e196>
tensor<16x4xf16, #e205>
tensor<16x4xf32, #e353>
tensor<16x4xi32, #e353>
tensor<16x512xf32, #e685>
tensor<16x512xf32, #e649>
tensor<16x64x!tt.ptr<bf16>, #e686>
tensor<16x64x!tt.ptr<f16>, #e308>
tensor<16x64x!tt.ptr<f16>, #e687>
tensor<16x64x!tt.ptr<f32>, #e688>
tensor<16x64x!tt.ptr<f32>, #e230>
tensor<16x64x!tt.ptr<f32>, #e689>
tensor<16x64x!tt.ptr<i8>, #e246>
tensor<16x64xbf16, #e630>
tensor<16x64xbf16, #e686>
tensor<16x64xbf16, #e633>
tensor<16x64xbf16, #e690>
tensor<16x64xbf16, #e691>
tensor<16x64xf16, #e308>
tensor<16x64xf16, #e687>
tensor<16x64xf16, #e205>
tensor<16x64xf16, #e247>
tensor<16x64xf16, #e267>
tensor<16x64xf16, #e291>
tensor<16x64xf16, #e487>
tensor<16x64xf16, #e692>
tensor<16x64xf32, #e688>
tensor<16x64xf32, #e597>
tensor<16x64xf32, #e693>
tensor<16x64xf32, #e650>
tensor<16x64xf32, #e689>
tensor<16x64xf32, #e694>
tensor<16x64xi32, #e695>
tensor<16x64xi32, #e683>
tensor<16x64xi32, #e235>
tensor<16x64xi32, #e687>
tensor<16x64xi32, #e230>
tensor<16x64xi8, #e246>
tensor<16x8xf16, #e696>
tensor<16x8xf16, #e697>
tensor<16x8xf32, #e696>
tensor<16x8xf64, #e696>
tensor<16x8xi32, #e698>
tensor<16x8xi8, #e504>
tensor<16x8xi8, #e449>
tensor<16x8xi8, #e699>
tensor<16xf16, #e700>
tensor<16xf32, #e210>
tensor<16xf32, #e186>
tensor<16xf32, #e701>
tensor<16xf32, #e702>
tensor<16xf32, #e208>
tensor<16xf32, #e703>
tensor<16xi1, #e186>
tensor<16xi32, #e186>
tensor<16xi32, #e192>
tensor<16xi32, #e525>
tensor<16xi32, #e704>
tensor<16xi32, #e565>
tensor<16xi32, #e566>
tensor<16xi32, #e705>
tensor<16xi32, #e706>
tensor<16xi32, #e707>
tensor<16xi32, #e708>
tensor<16xi32, #e709>
tensor<16xi32, #e710>
tensor<16xi32, #e711>
tensor<16xi32, #e712>
tensor<16xi32, #e713>
tensor<16xi32, #e208>
tensor<16xi32, #e714>
tensor<16xi32, #e715>
tensor<16xi32, #e552>
tensor<16xi32, #e554>
tensor<16xi32, #e557>
tensor<16xi32, #e716>
tensor<16xi32, #e717>
tensor<16xi32, #e718>
tensor<16xi32, #e567>
tensor<16xi64, #e186>
tensor<16xi64, #e567>
tensor<1x!tt.ptr<f16>, #e186>
tensor<1x!tt.ptr<f16>, #e719>
tensor<1x!tt.ptr<f32>, #e719>
tensor<1x!tt.ptr<i32>, #e186>
tensor<1x!tt.ptr<i32>, #e192>
tensor<1x1024xf32, #e720>
tensor<1x1024xi32, #e720>
tensor<1x128x!tt.ptr<bf16>, #e216>
tensor<1x128xbf16, #e234>
tensor<1x128xf16, #e234>
tensor<1x128xf16, #e721>
tensor<1x128xf32, #e213>
tensor<1x128xf32, #e234>
tensor<1x128xf32, #e721>
tensor<1x128xf32, #e722>
tensor<1x128xi1, #e255>
tensor<1x128xi1, #e239>
tensor<1x128xi32, #e272>
tensor<1x128xi32, #e254>
tensor<1x128xi32, #e255>
tensor<1x128xi32, #e447>
tensor<1x128xi32, #e308>
tensor<1x128xi32, #e723>
tensor<1x128xi32, #e234>
tensor<1x128xi32, #e235>
tensor<1x128xi32, #e724>
tensor<1x128xi32, #e568>
tensor<1x128xi32, #e236>
tensor<1x128xi32, #e237>
tensor<1x128xi32, #e239>
tensor<1x128xi32, #e412>
tensor<1x128xi32, #e228>
tensor<1x128xi32, #e215>
tensor<1x128xi32, #e243>
tensor<1x128xi32, #e725>
tensor<1x128xi64, #e568>
tensor<1x128xi64, #e215>
tensor<1x16x!tt.ptr<f16>, #e500>
tensor<1x16x!tt.ptr<f16>, #e726>
tensor<1x16x16xf32, #e727>
tensor<1x16x16xf32, #e728>
tensor<1x16x1x16xf32, #e729>
tensor<1x16x4x32xbf16, #e730>
tensor<1x16x4x32xf32, #e730>
tensor<1x16xf16, #e618>
tensor<1x16xf16, #e620>
tensor<1x16xf32, #e447>
tensor<1x16xi1, #e197>
tensor<1x16xi32, #e447>
tensor<1x16xi32, #e309>
tensor<1x16xi32, #e576>
tensor<1x16xi32, #e577>
tensor<1x16xi32, #e197>
tensor<1x16xi32, #e581>
tensor<1x16xi32, #e278>
tensor<1x16xi32, #e340>
tensor<1x16xi32, #e500>
tensor<1x16xi32, #e731>
tensor<1x16xi32, #e732>
tensor<1x1x!tt.ptr<f32>, #e447>
tensor<1x1x16xi32, #e733>
tensor<1x1x1x1x4xi32, #e734>
tensor<1x1x1x32x16xi8, #e735>
tensor<1x1x1x4xi32, #e736>
tensor<1x1x256x8x16xf8E4M3FN, #e737>
tensor<1x1x32x4x4x!tt.ptr<i8>, #e734>
tensor<1x1x32x4x4xi8, #e734>
tensor<1x1x4x2x256xf8E4M3FN, #e738>
tensor<1x1x4xi32, #e739>
tensor<1x1xf32, #e447>
tensor<1x1xf32, #e740>
tensor<1x1xf32, #e223>
tensor<1x1xi1, #e447>
tensor<1x1xi32, #e741>
tensor<1x1xi32, #e447>
tensor<1x1xi32, #e742>
tensor<1x1xi32, #e223>
tensor<1x2048xbf16, #e743>
tensor<1x2048xf32, #e743>
tensor<1x2048xi32, #e744>
tensor<1x2048xi8, #e455>
tensor<1x256x!tt.ptr<f16>, #e745>
tensor<1x256x!tt.ptr<f32>, #e447>
tensor<1x256x!tt.ptr<f32>, #e474>
tensor<1x256x!tt.ptr<i8>, #e309>
tensor<1x256x128xbf16, #e746>
tensor<1x256x128xf32, #e746>
tensor<1x256xf16, #e745>
tensor<1x256xf16, #e747>
tensor<1x256xf16, #e748>
tensor<1x256xf16, #e749>
tensor<1x256xf16, #e750>
tensor<1x256xf32, #e447>
tensor<1x256xf32, #e196>
tensor<1x256xf32, #e474>
tensor<1x256xf32, #e747>
tensor<1x256xf32, #e748>
tensor<1x256xi1, #e306>
tensor<1x256xi1, #e447>
tensor<1x256xi1, #e474>
tensor<1x256xi1, #e278>
tensor<1x256xi1, #e354>
tensor<1x256xi32, #e370>
tensor<1x256xi32, #e361>
tensor<1x256xi32, #e359>
tensor<1x256xi32, #e356>
tensor<1x256xi32, #e306>
tensor<1x256xi32, #e447>
tensor<1x256xi32, #e307>
tensor<1x256xi32, #e309>
tensor<1x256xi32, #e745>
tensor<1x256xi32, #e747>
tensor<1x256xi32, #e278>
tensor<1x256xi32, #e354>
tensor<1x256xi32, #e340>
tensor<1x256xi8, #e309>
tensor<1x256xi8, #e751>
tensor<1x2x!tt.ptr<i64>, #e741>
tensor<1x2x!tt.ptr<i64>, #e411>
tensor<1x2x128xi32, #e752>
tensor<1x2x1x32x16xi8, #e753>
tensor<1x2x1xi32, #e752>
tensor<1x2x1xi32, #e733>
tensor<1x2x2x2x256xi8, #e738>
tensor<1x2x2xi32, #e754>
tensor<1x2x32x4x4x!tt.ptr<i8>, #e734>
tensor<1x2x32x4x4xi32, #e734>
tensor<1x2x32x4x4xi8, #e734>
tensor<1x2x4x2x256xf8E4M3FN, #e738>
tensor<1x2xi1, #e741>
tensor<1x2xi1, #e411>
tensor<1x2xi32, #e741>
tensor<1x2xi32, #e755>
tensor<1x2xi32, #e756>
tensor<1x2xi32, #e757>
tensor<1x2xi64, #e741>
tensor<1x2xi64, #e411>
tensor<1x32x32xf32, #e758>
tensor<1x32xf32, #e759>
tensor<1x32xf32, #e472>
tensor<1x32xf32, #e760>
tensor<1x32xf64, #e761>
tensor<1x32xi1, #e205>
tensor<1x32xi1, #e412>
tensor<1x32xi32, #e762>
tensor<1x32xi32, #e357>
tensor<1x32xi32, #e759>
tensor<1x32xi32, #e741>
tensor<1x32xi32, #e447>
tensor<1x32xi32, #e761>
tensor<1x32xi32, #e760>
tensor<1x32xi32, #e763>
tensor<1x32xi32, #e497>
tensor<1x32xi32, #e683>
tensor<1x32xi32, #e687>
tensor<1x32xi32, #e236>
tensor<1x32xi32, #e205>
tensor<1x32xi32, #e412>
tensor<1x32xi32, #e764>
tensor<1x32xi32, #e355>
tensor<1x32xi32, #e765>
tensor<1x32xi64, #e662>
tensor<1x32xi64, #e763>
tensor<1x32xi64, #e497>
tensor<1x32xi64, #e205>
tensor<1x48xi32, #e501>
tensor<1x4x32x1x4xi8, #e766>
tensor<1x4x32x2x4xi8, #e766>
tensor<1x4xi32, #e358>
tensor<1x4xi32, #e204>
tensor<1x4xi32, #e767>
tensor<1x4xi32, #e768>
tensor<1x512x!tt.ptr<f32>, #e769>
tensor<1x512x!tt.ptr<f64>, #e447>
tensor<1x512x!tt.ptr<f64>, #e197>
tensor<1x512x!tt.ptr<i8>, #e720>
tensor<1x512xf16, #e770>
tensor<1x512xf32, #e769>
tensor<1x512xf32, #e770>
tensor<1x512xf64, #e447>
tensor<1x512xf64, #e197>
tensor<1x512xi1, #e447>
tensor<1x512xi1, #e197>
tensor<1x512xi32, #e447>
tensor<1x512xi32, #e769>
tensor<1x512xi8, #e720>
tensor<1x64x!tt.ptr<i8>, #e771>
tensor<1x64x5x!tt.ptr<f16>, #e772>
tensor<1x64xf16, #e658>
tensor<1x64xf16, #e773>
tensor<1x64xf16, #e271>
tensor<1x64xf16, #e388>
tensor<1x64xf32, #e447>
tensor<1x64xf32, #e273>
tensor<1x64xf32, #e201>
tensor<1x64xf32, #e227>
tensor<1x64xf32, #e202>
tensor<1x64xf32, #e241>
tensor<1x64xi1, #e774>
tensor<1x64xi1, #e230>
tensor<1x64xi1, #e360>
tensor<1x64xi1, #e731>
tensor<1x64xi32, #e775>
tensor<1x64xi32, #e776>
tensor<1x64xi32, #e447>
tensor<1x64xi32, #e774>
tensor<1x64xi32, #e275>
tensor<1x64xi32, #e763>
tensor<1x64xi32, #e497>
tensor<1x64xi32, #e683>
tensor<1x64xi32, #e777>
tensor<1x64xi32, #e778>
tensor<1x64xi32, #e428>
tensor<1x64xi32, #e227>
tensor<1x64xi32, #e230>
tensor<1x64xi32, #e360>
tensor<1x64xi32, #e355>
tensor<1x64xi32, #e311>
tensor<1x64xi32, #e362>
tensor<1x64xi32, #e335>
tensor<1x64xi32, #e779>
tensor<1x64xi32, #e202>
tensor<1x64xi32, #e363>
tensor<1x64xi32, #e780>
tensor<1x64xi32, #e731>
tensor<1x64xi64, #e763>
tensor<1x64xi64, #e497>
tensor<1x64xi64, #e230>
tensor<1x64xi64, #e362>
tensor<1x64xi64, #e365>
tensor<1x64xi64, #e500>
tensor<1x8x!tt.ptr<f32>, #e781>
tensor<1x8x!tt.ptr<i8>, #e782>
tensor<1x8xf16, #e783>
tensor<1x8xf32, #e781>
tensor<1x8xi32, #e784>
tensor<1x8xi32, #e785>
tensor<1x8xi64, #e781>
tensor<1x8xi64, #e782>
tensor<1xf16, #e186>
tensor<1xf16, #e786>
tensor<1xf16, #e787>
tensor<1xf16, #e719>
tensor<1xf16, #e788>
tensor<1xf16, #e789>
tensor<1xf32, #e186>
tensor<1xf32, #e207>
tensor<1xf32, #e190>
tensor<1xf32, #e790>
tensor<1xf32, #e525>
tensor<1xf32, #e701>
tensor<1xf32, #e791>
tensor<1xf32, #e208>
tensor<1xf32, #e787>
tensor<1xf32, #e719>
tensor<1xf32, #e792>
tensor<1xf32, #e788>
tensor<1xf64, #e793>
tensor<1xi1, #e186>
tensor<1xi1, #e190>
tensor<1xi32, #e522>
tensor<1xi32, #e186>
tensor<1xi32, #e190>
tensor<1xi32, #e192>
tensor<1xi32, #e188>
tensor<1xi32, #e794>
tensor<1xi32, #e793>
tensor<1xi32, #e795>
tensor<1xi32, #e208>
tensor<1xi32, #e792>
tensor<1xi64, #e186>
tensor<2048x!tt.ptr<f32>, #e192>
tensor<2048xf32, #e192>
tensor<2048xi32, #e192>
tensor<2048xi32, #e796>
tensor<256x!tt.ptr<bf16>, #e186>
tensor<256x!tt.ptr<bf16>, #e191>
tensor<256x!tt.ptr<bf16>, #e797>
tensor<256x!tt.ptr<f16>, #e186>
tensor<256x!tt.ptr<f16>, #e798>
tensor<256x!tt.ptr<f16>, #e191>
tensor<256x!tt.ptr<f16>, #e194>
tensor<256x!tt.ptr<f16>, #e799>
tensor<256x!tt.ptr<f16>, #e192>
tensor<256x!tt.ptr<f16>, #e800>
tensor<256x!tt.ptr<f16>, #e797>
tensor<256x!tt.ptr<f32>, #e522>
tensor<256x!tt.ptr<f32>, #e186>
tensor<256x!tt.ptr<f32>, #e207>
tensor<256x!tt.ptr<f32>, #e190>
tensor<256x!tt.ptr<f32>, #e191>
tensor<256x!tt.ptr<f32>, #e799>
tensor<256x!tt.ptr<f32>, #e192>
tensor<256x!tt.ptr<f32>, #e801>
tensor<256x!tt.ptr<f32>, #e193>
tensor<256x!tt.ptr<f32>, #e800>
tensor<256x!tt.ptr<f32>, #e797>
tensor<256x!tt.ptr<f64>, #e186>
tensor<256x!tt.ptr<i32>, #e522>
tensor<256x!tt.ptr<i32>, #e186>
tensor<256x!tt.ptr<i8>, #e193>
tensor<256x128x!tt.ptr<f16>, #e802>
tensor<256x128x!tt.ptr<f16>, #e196>
tensor<256x128x!tt.ptr<f16>, #e228>
tensor<256x128x!tt.ptr<f32>, #e803>
tensor<256x128x!tt.ptr<f32>, #e196>
tensor<256x128x!tt.ptr<f8E5M2>, #e272>
tensor<256x128x!tt.ptr<i8>, #e255>
tensor<256x128xbf16, #e213>
tensor<256x128xbf16, #e196>
tensor<256x128xbf16, #e228>
tensor<256x128xbf16, #e804>
tensor<256x128xf16, #e802>
tensor<256x128xf16, #e301>
tensor<256x128xf16, #e213>
tensor<256x128xf16, #e196>
tensor<256x128xf16, #e228>
tensor<256x128xf16, #e805>
tensor<256x128xf16, #e806>
tensor<256x128xf16, #e294>
tensor<256x128xf32, #e802>
tensor<256x128xf32, #e807>
tensor<256x128xf32, #e803>
tensor<256x128xf32, #e808>
tensor<256x128xf32, #e301>
tensor<256x128xf32, #e213>
tensor<256x128xf32, #e196>
tensor<256x128xf32, #e805>
tensor<256x128xf32, #e280>
tensor<256x128xf32, #e326>
tensor<256x128xf32, #e298>
tensor<256x128xf32, #e809>
tensor<256x128xf8E5M2, #e272>
tensor<256x128xi1, #e228>
tensor<256x128xi32, #e272>
tensor<256x128xi32, #e255>
tensor<256x128xi32, #e228>
tensor<256x128xi32, #e810>
tensor<256x128xi8, #e196>
tensor<256x128xi8, #e307>
tensor<256x128xi8, #e811>
tensor<256x128xi8, #e812>
tensor<256x16x!tt.ptr<f16>, #e731>
tensor<256x16x!tt.ptr<f16>, #e813>
tensor<256x16xf16, #e731>
tensor<256x16xf16, #e813>
tensor<256x16xf16, #e814>
tensor<256x16xf32, #e594>
tensor<256x16xf32, #e815>
tensor<256x16xf32, #e360>
tensor<256x16xi32, #e810>
tensor<256x16xi32, #e731>
tensor<256x1x!tt.ptr<f16>, #e731>
tensor<256x1x!tt.ptr<f32>, #e803>
tensor<256x1x!tt.ptr<f32>, #e205>
tensor<256x1x!tt.ptr<f32>, #e765>
tensor<256x1x!tt.ptr<i8>, #e767>
tensor<256x1x!tt.ptr<i8>, #e784>
tensor<256x1xf16, #e247>
tensor<256x1xf32, #e213>
tensor<256x1xf32, #e223>
tensor<256x1xf32, #e227>
tensor<256x1xi1, #e228>
tensor<256x1xi32, #e767>
tensor<256x1xi32, #e205>
tensor<256x1xi32, #e228>
tensor<256x1xi32, #e230>
tensor<256x1xi32, #e784>
tensor<256x1xi32, #e362>
tensor<256x1xi32, #e771>
tensor<256x1xi32, #e765>
tensor<256x1xi32, #e731>
tensor<256x1xi64, #e362>
tensor<256x256x!tt.ptr<bf16>, #e816>
tensor<256x256x!tt.ptr<f16>, #e817>
tensor<256x256x!tt.ptr<f32>, #e818>
tensor<256x256x!tt.ptr<f32>, #e803>
tensor<256x256x!tt.ptr<f32>, #e308>
tensor<256x256x!tt.ptr<f32>, #e368>
tensor<256x256xbf16, #e816>
tensor<256x256xf16, #e278>
tensor<256x256xf16, #e817>
tensor<256x256xf32, #e818>
tensor<256x256xf32, #e807>
tensor<256x256xf32, #e803>
tensor<256x256xf32, #e301>
tensor<256x256xf32, #e819>
tensor<256x256xf32, #e816>
tensor<256x256xf32, #e303>
tensor<256x256xf32, #e308>
tensor<256x256xf32, #e817>
tensor<256x256xf32, #e650>
tensor<256x256xf32, #e820>
tensor<256x256xf32, #e350>
tensor<256x256xf32, #e821>
tensor<256x256xf8E4M3FN, #e357>
tensor<256x256xf8E4M3FN, #e776>
tensor<256x256xi1, #e816>
tensor<256x256xi32, #e504>
tensor<256x256xi32, #e368>
tensor<256x256xi32, #e822>
tensor<256x256xi64, #e368>
tensor<256x2x64xf32, #e407>
tensor<256x2x64xf32, #e823>
tensor<256x2xi1, #e824>
tensor<256x32x!tt.ptr<bf16>, #e825>
tensor<256x32x!tt.ptr<f16>, #e826>
tensor<256x32x!tt.ptr<f16>, #e281>
tensor<256x32x!tt.ptr<f16>, #e827>
tensor<256x32x!tt.ptr<f32>, #e205>
tensor<256x32x!tt.ptr<f32>, #e765>
tensor<256x32xbf16, #e672>
tensor<256x32xf16, #e826>
tensor<256x32xf16, #e281>
tensor<256x32xf16, #e827>
tensor<256x32xf16, #e828>
tensor<256x32xf32, #e308>
tensor<256x32xf32, #e829>
tensor<256x32xf32, #e205>
tensor<256x32xf32, #e765>
tensor<256x32xf64, #e830>
tensor<256x32xf8E4M3FN, #e357>
tensor<256x32xi32, #e205>
tensor<256x32xi32, #e765>
tensor<256x32xi32, #e825>
tensor<256x4x!tt.ptr<i8>, #e767>
tensor<256x4xf32, #e223>
tensor<256x4xi32, #e767>
tensor<256x4xi8, #e358>
tensor<256x4xi8, #e767>
tensor<256x512xf32, #e831>
tensor<256x64x!tt.ptr<f16>, #e273>
tensor<256x64x!tt.ptr<f16>, #e230>
tensor<256x64x!tt.ptr<f16>, #e311>
tensor<256x64x!tt.ptr<f16>, #e362>
tensor<256x64x!tt.ptr<f16>, #e731>
tensor<256x64x!tt.ptr<i8>, #e771>
tensor<256x64x2xf32, #e464>
tensor<256x64x2xf32, #e466>
tensor<256x64x2xf32, #e832>
tensor<256x64xbf16, #e230>
tensor<256x64xbf16, #e833>
tensor<256x64xbf16, #e261>
tensor<256x64xbf16, #e834>
tensor<256x64xbf16, #e835>
tensor<256x64xf16, #e423>
tensor<256x64xf16, #e424>
tensor<256x64xf16, #e836>
tensor<256x64xf16, #e244>
tensor<256x64xf16, #e273>
tensor<256x64xf16, #e308>
tensor<256x64xf16, #e275>
tensor<256x64xf16, #e227>
tensor<256x64xf16, #e230>
tensor<256x64xf16, #e311>
tensor<256x64xf16, #e362>
tensor<256x64xf16, #e731>
tensor<256x64xf16, #e837>
tensor<256x64xf16, #e838>
tensor<256x64xf16, #e813>
tensor<256x64xf16, #e814>
tensor<256x64xf16, #e839>
tensor<256x64xf16, #e247>
tensor<256x64xf16, #e317>
tensor<256x64xf32, #e836>
tensor<256x64xf32, #e217>
tensor<256x64xf32, #e840>
tensor<256x64xf32, #e275>
tensor<256x64xf32, #e597>
tensor<256x64xf32, #e227>
tensor<256x64xf32, #e206>
tensor<256x64xf32, #e230>
tensor<256x64xf8E4M3FN, #e429>
tensor<256x64xf8E5M2, #e356>
tensor<256x64xi1, #e362>
tensor<256x64xi1, #e731>
tensor<256x64xi32, #e230>
tensor<256x64xi32, #e362>
tensor<256x64xi32, #e771>
tensor<256x64xi32, #e731>
tensor<256x64xi64, #e362>
tensor<256x64xi8, #e771>
tensor<256x8x!tt.ptr<i8>, #e784>
tensor<256x8x!tt.ptr<i8>, #e841>
tensor<256x8xf32, #e650>
tensor<256x8xi32, #e784>
tensor<256x8xi32, #e650>
tensor<256x8xi32, #e841>
tensor<256x8xi8, #e235>
tensor<256x8xi8, #e204>
tensor<256x8xi8, #e784>
tensor<256xbf16, #e186>
tensor<256xbf16, #e191>
tensor<256xbf16, #e797>
tensor<256xf16, #e186>
tensor<256xf16, #e207>
tensor<256xf16, #e191>
tensor<256xf16, #e799>
tensor<256xf16, #e193>
tensor<256xf16, #e800>
tensor<256xf16, #e797>
tensor<256xf16, #e842>
tensor<256xf32, #e522>
tensor<256xf32, #e186>
tensor<256xf32, #e207>
tensor<256xf32, #e190>
tensor<256xf32, #e191>
tensor<256xf32, #e799>
tensor<256xf32, #e192>
tensor<256xf32, #e801>
tensor<256xf32, #e193>
tensor<256xf32, #e800>
tensor<256xf32, #e797>
tensor<256xf32, #e843>
tensor<256xf32, #e511>
tensor<256xf32, #e514>
tensor<256xf64, #e186>
tensor<256xi1, #e186>
tensor<256xi1, #e207>
tensor<256xi1, #e191>
tensor<256xi1, #e799>
tensor<256xi1, #e192>
tensor<256xi1, #e801>
tensor<256xi1, #e800>
tensor<256xi1, #e511>
tensor<256xi1, #e844>
tensor<256xi16, #e845>
tensor<256xi32, #e846>
tensor<256xi32, #e522>
tensor<256xi32, #e186>
tensor<256xi32, #e190>
tensor<256xi32, #e847>
tensor<256xi32, #e191>
tensor<256xi32, #e194>
tensor<256xi32, #e799>
tensor<256xi32, #e192>
tensor<256xi32, #e193>
tensor<256xi32, #e800>
tensor<256xi32, #e797>
tensor<256xi32, #e848>
tensor<256xi32, #e849>
tensor<256xi32, #e850>
tensor<256xi32, #e851>
tensor<256xi32, #e852>
tensor<256xi32, #e525>
tensor<256xi32, #e853>
tensor<256xi32, #e854>
tensor<256xi32, #e855>
tensor<256xi32, #e856>
tensor<256xi32, #e710>
tensor<256xi32, #e857>
tensor<256xi32, #e711>
tensor<256xi32, #e858>
tensor<256xi32, #e551>
tensor<256xi32, #e516>
tensor<256xi32, #e859>
tensor<256xi32, #e557>
tensor<256xi32, #e860>
tensor<256xi32, #e861>
tensor<256xi32, #e862>
tensor<256xi64, #e193>
tensor<256xi64, #e863>
tensor<256xi64, #e864>
tensor<256xi8, #e193>
tensor<2x!tt.ptr<i64>, #e186>
tensor<2x128xf32, #e865>
tensor<2x16x16xf16, #e866>
tensor<2x16x16xf16, #e867>
tensor<2x16x16xf32, #e728>
tensor<2x16x16xf32, #e868>
tensor<2x16x16xf32, #e869>
tensor<2x16x16xf32, #e870>
tensor<2x16x16xf32, #e871>
tensor<2x16x2xf32, #e872>
tensor<2x16xf32, #e873>
tensor<2x16xf32, #e874>
tensor<2x16xf32, #e875>
tensor<2x1x1xf32, #e876>
tensor<2x1x32x4x4xi8, #e877>
tensor<2x1x32x4x4xi8, #e878>
tensor<2x1x32x4x4xi8, #e879>
tensor<2x256xf16, #e749>
tensor<2x256xf16, #e750>
tensor<2x256xf32, #e785>
tensor<2x256xf8E4M3FN, #e880>
tensor<2x256xi8, #e880>
tensor<2x2x64xi32, #e752>
tensor<2x32x128xf32, #e746>
tensor<2x32x128xf32, #e881>
tensor<2x32xf16, #e205>
tensor<2x4096xf32, #e720>
tensor<2x4x1024xf32, #e876>
tensor<2x4x32x1x4xi8, #e882>
tensor<2x4x32x1x4xi8, #e883>
tensor<2x4x32x1x4xi8, #e884>
tensor<2x4x32x1x4xi8, #e885>
tensor<2x512xf16, #e749>
tensor<2x512xf16, #e750>
tensor<2x512xi8, #e770>
tensor<2x64x!tt.ptr<f16>, #e313>
tensor<2x64x!tt.ptr<f32>, #e313>
tensor<2x64x!tt.ptr<i32>, #e313>
tensor<2x64x!tt.ptr<i8>, #e313>
tensor<2x64xf16, #e273>
tensor<2x64xf16, #e313>
tensor<2x64xf16, #e485>
tensor<2x64xf32, #e313>
tensor<2x64xf32, #e485>
tensor<2x64xf8E5M2, #e485>
tensor<2x64xi32, #e313>
tensor<2x64xi64, #e273>
tensor<2x64xi8, #e313>
tensor<2x64xi8, #e485>
tensor<2x8xi32, #e785>
tensor<2xf32, #e186>
tensor<2xf32, #e886>
tensor<2xf32, #e792>
tensor<2xf32, #e887>
tensor<2xf32, #e888>
tensor<2xi32, #e522>
tensor<2xi32, #e186>
tensor<2xi32, #e889>
tensor<2xi32, #e890>
tensor<2xi32, #e891>
tensor<2xi32, #e892>
tensor<2xi64, #e186>
tensor<2xi64, #e191>
tensor<32x!tt.ptr<f32>, #e210>
tensor<32x!tt.ptr<f32>, #e186>
tensor<32x!tt.ptr<f32>, #e190>
tensor<32x!tt.ptr<f32>, #e212>
tensor<32x!tt.ptr<f32>, #e893>
tensor<32x!tt.ptr<i32>, #e210>
tensor<32x!tt.ptr<i32>, #e186>
tensor<32x!tt.ptr<i32>, #e700>
tensor<32x!tt.ptr<i64>, #e894>
tensor<32x!tt.ptr<i64>, #e893>
tensor<32x128x!tt.ptr<bf16>, #e196>
tensor<32x128x!tt.ptr<f16>, #e196>
tensor<32x128x!tt.ptr<f16>, #e763>
tensor<32x128x!tt.ptr<f16>, #e236>
tensor<32x128x!tt.ptr<f16>, #e367>
tensor<32x128x!tt.ptr<f16>, #e428>
tensor<32x128x!tt.ptr<f16>, #e205>
tensor<32x128x!tt.ptr<f16>, #e412>
tensor<32x128x!tt.ptr<f16>, #e228>
tensor<32x128x!tt.ptr<f16>, #e895>
tensor<32x128x!tt.ptr<f16>, #e896>
tensor<32x128x!tt.ptr<f16>, #e686>
tensor<32x128x!tt.ptr<f16>, #e897>
tensor<32x128x!tt.ptr<f16>, #e898>
tensor<32x128x!tt.ptr<f32>, #e234>
tensor<32x128x!tt.ptr<f32>, #e225>
tensor<32x128x!tt.ptr<f32>, #e724>
tensor<32x128x!tt.ptr<f32>, #e568>
tensor<32x128x!tt.ptr<f32>, #e236>
tensor<32x128x!tt.ptr<f32>, #e238>
tensor<32x128x!tt.ptr<f32>, #e243>
tensor<32x128x!tt.ptr<f32>, #e725>
tensor<32x128x!tt.ptr<f64>, #e504>
tensor<32x128x!tt.ptr<f8E4M3FN>, #e196>
tensor<32x128x!tt.ptr<i32>, #e236>
tensor<32x128x!tt.ptr<i8>, #e254>
tensor<32x128x2xf32, #e461>
tensor<32x128x2xf32, #e899>
tensor<32x128x2xf32, #e900>
tensor<32x128x2xf32, #e901>
tensor<32x128xbf16, #e196>
tensor<32x128xbf16, #e427>
tensor<32x128xbf16, #e630>
tensor<32x128xbf16, #e432>
tensor<32x128xbf16, #e289>
tensor<32x128xbf16, #e902>
tensor<32x128xf16, #e903>
tensor<32x128xf16, #e196>
tensor<32x128xf16, #e763>
tensor<32x128xf16, #e236>
tensor<32x128xf16, #e367>
tensor<32x128xf16, #e428>
tensor<32x128xf16, #e205>
tensor<32x128xf16, #e412>
tensor<32x128xf16, #e228>
tensor<32x128xf16, #e896>
tensor<32x128xf16, #e686>
tensor<32x128xf16, #e897>
tensor<32x128xf16, #e898>
tensor<32x128xf16, #e263>
tensor<32x128xf16, #e904>
tensor<32x128xf16, #e905>
tensor<32x128xf16, #e268>
tensor<32x128xf16, #e636>
tensor<32x128xf16, #e692>
tensor<32x128xf16, #e571>
tensor<32x128xf16, #e616>
tensor<32x128xf32, #e906>
tensor<32x128xf32, #e196>
tensor<32x128xf32, #e234>
tensor<32x128xf32, #e763>
tensor<32x128xf32, #e724>
tensor<32x128xf32, #e568>
tensor<32x128xf32, #e236>
tensor<32x128xf32, #e238>
tensor<32x128xf32, #e584>
tensor<32x128xf32, #e228>
tensor<32x128xf32, #e438>
tensor<32x128xf32, #e907>
tensor<32x128xf32, #e908>
tensor<32x128xf32, #e439>
tensor<32x128xf32, #e573>
tensor<32x128xf32, #e324>
tensor<32x128xf32, #e243>
tensor<32x128xf32, #e725>
tensor<32x128xf64, #e504>
tensor<32x128xf64, #e909>
tensor<32x128xf64, #e256>
tensor<32x128xf8E4M3FN, #e776>
tensor<32x128xf8E4M3FN, #e196>
tensor<32x128xf8E4M3FN, #e630>
tensor<32x128xf8E4M3FN, #e584>
tensor<32x128xf8E4M3FNUZ, #e584>
tensor<32x128xf8E5M2, #e196>
tensor<32x128xf8E5M2, #e480>
tensor<32x128xf8E5M2, #e910>
tensor<32x128xi1, #e196>
tensor<32x128xi1, #e427>
tensor<32x128xi1, #e236>
tensor<32x128xi1, #e367>
tensor<32x128xi1, #e205>
tensor<32x128xi1, #e412>
tensor<32x128xi1, #e895>
tensor<32x128xi1, #e902>
tensor<32x128xi32, #e254>
tensor<32x128xi32, #e447>
tensor<32x128xi32, #e234>
tensor<32x128xi32, #e763>
tensor<32x128xi32, #e724>
tensor<32x128xi32, #e236>
tensor<32x128xi32, #e367>
tensor<32x128xi32, #e412>
tensor<32x128xi32, #e895>
tensor<32x128xi32, #e897>
tensor<32x128xi32, #e243>
tensor<32x128xi32, #e725>
tensor<32x128xi64, #e568>
tensor<32x128xi64, #e236>
tensor<32x128xi8, #e254>
tensor<32x128xi8, #e196>
tensor<32x128xi8, #e223>
tensor<32x128xi8, #e911>
tensor<32x16x!tt.ptr<f32>, #e912>
tensor<32x16x!tt.ptr<f32>, #e732>
tensor<32x16x!tt.ptr<i8>, #e338>
tensor<32x16x!tt.ptr<i8>, #e913>
tensor<32x16x2xbf16, #e914>
tensor<32x16xbf16, #e394>
tensor<32x16xbf16, #e913>
tensor<32x16xbf16, #e915>
tensor<32x16xbf16, #e916>
tensor<32x16xbf16, #e917>
tensor<32x16xbf16, #e918>
tensor<32x16xbf16, #e919>
tensor<32x16xbf16, #e920>
tensor<32x16xf16, #e238>
tensor<32x16xf16, #e205>
tensor<32x16xf16, #e597>
tensor<32x16xf16, #e916>
tensor<32x16xf16, #e263>
tensor<32x16xf16, #e921>
tensor<32x16xf16, #e920>
tensor<32x16xf32, #e922>
tensor<32x16xf32, #e912>
tensor<32x16xf32, #e763>
tensor<32x16xf32, #e238>
tensor<32x16xf32, #e226>
tensor<32x16xf32, #e923>
tensor<32x16xf32, #e924>
tensor<32x16xf32, #e925>
tensor<32x16xf32, #e385>
tensor<32x16xf32, #e732>
tensor<32x16xf8E4M3FN, #e920>
tensor<32x16xi32, #e924>
tensor<32x16xi32, #e732>
tensor<32x16xi8, #e338>
tensor<32x16xi8, #e913>
tensor<32x16xi8, #e926>
tensor<32x16xi8, #e921>
tensor<32x1x!tt.ptr<bf16>, #e355>
tensor<32x1x!tt.ptr<f16>, #e927>
tensor<32x1x!tt.ptr<f16>, #e763>
tensor<32x1x!tt.ptr<f16>, #e412>
tensor<32x1x!tt.ptr<f16>, #e355>
tensor<32x1x!tt.ptr<f32>, #e225>
tensor<32x1x!tt.ptr<f32>, #e197>
tensor<32x1x!tt.ptr<f32>, #e205>
tensor<32x1x!tt.ptr<f32>, #e732>
tensor<32x1x!tt.ptr<i32>, #e197>
tensor<32x1x!tt.ptr<i8>, #e776>
tensor<32x1x!tt.ptr<i8>, #e204>
tensor<32x1x16x!tt.ptr<f32>, #e733>
tensor<32x1x16xf32, #e733>
tensor<32x1x1x!tt.ptr<f32>, #e733>
tensor<32x1x1xi32, #e733>
tensor<32x1x32xf16, #e928>
tensor<32x1x32xf32, #e929>
tensor<32x1xf16, #e355>
tensor<32x1xf16, #e902>
tensor<32x1xf32, #e912>
tensor<32x1xf32, #e930>
tensor<32x1xf32, #e745>
tensor<32x1xi1, #e927>
tensor<32x1xi1, #e931>
tensor<32x1xi1, #e236>
tensor<32x1xi1, #e205>
tensor<32x1xi1, #e412>
tensor<32x1xi32, #e776>
tensor<32x1xi32, #e931>
tensor<32x1xi32, #e760>
tensor<32x1xi32, #e763>
tensor<32x1xi32, #e223>
tensor<32x1xi32, #e932>
tensor<32x1xi32, #e225>
tensor<32x1xi32, #e204>
tensor<32x1xi32, #e205>
tensor<32x1xi32, #e412>
tensor<32x1xi32, #e278>
tensor<32x1xi32, #e230>
tensor<32x1xi32, #e355>
tensor<32x1xi32, #e732>
tensor<32x1xi32, #e757>
tensor<32x1xi64, #e763>
tensor<32x1xi64, #e568>
tensor<32x256x!tt.ptr<bf16>, #e817>
tensor<32x256x!tt.ptr<f16>, #e278>
tensor<32x256xbf16, #e933>
tensor<32x256xf16, #e745>
tensor<32x256xf16, #e934>
tensor<32x256xf16, #e278>
tensor<32x256xf16, #e935>
tensor<32x256xf16, #e270>
tensor<32x256xf16, #e936>
tensor<32x256xf32, #e745>
tensor<32x256xf32, #e935>
tensor<32x256xf32, #e573>
tensor<32x256xf64, #e937>
tensor<32x256xf8E4M3FN, #e776>
tensor<32x256xf8E5M2, #e938>
tensor<32x256xi32, #e278>
tensor<32x256xi32, #e817>
tensor<32x2x!tt.ptr<i8>, #e939>
tensor<32x2x16x!tt.ptr<f32>, #e733>
tensor<32x2x16xbf16, #e940>
tensor<32x2x16xf32, #e733>
tensor<32x2x16xi32, #e733>
tensor<32x2x1x!tt.ptr<f32>, #e733>
tensor<32x2x1xi32, #e733>
tensor<32x2x2xf32, #e941>
tensor<32x2x2xi32, #e941>
tensor<32x2x32xf32, #e401>
tensor<32x2x32xf32, #e942>
tensor<32x2x32xf32, #e941>
tensor<32x2x64xf32, #e404>
tensor<32x2xf32, #e410>
tensor<32x2xi8, #e939>
tensor<32x2xi8, #e204>
tensor<32x32x!tt.ptr<bf16>, #e355>
tensor<32x32x!tt.ptr<bf16>, #e943>
tensor<32x32x!tt.ptr<f16>, #e762>
tensor<32x32x!tt.ptr<f16>, #e927>
tensor<32x32x!tt.ptr<f16>, #e424>
tensor<32x32x!tt.ptr<f16>, #e308>
tensor<32x32x!tt.ptr<f16>, #e912>
tensor<32x32x!tt.ptr<f16>, #e763>
tensor<32x32x!tt.ptr<f16>, #e412>
tensor<32x32x!tt.ptr<f16>, #e230>
tensor<32x32x!tt.ptr<f16>, #e944>
tensor<32x32x!tt.ptr<f16>, #e355>
tensor<32x32x!tt.ptr<f32>, #e308>
tensor<32x32x!tt.ptr<f32>, #e574>
tensor<32x32x!tt.ptr<f32>, #e945>
tensor<32x32x!tt.ptr<f32>, #e931>
tensor<32x32x!tt.ptr<f32>, #e760>
tensor<32x32x!tt.ptr<f32>, #e763>
tensor<32x32x!tt.ptr<f32>, #e946>
tensor<32x32x!tt.ptr<f32>, #e223>
tensor<32x32x!tt.ptr<f32>, #e235>
tensor<32x32x!tt.ptr<f32>, #e947>
tensor<32x32x!tt.ptr<f32>, #e948>
tensor<32x32x!tt.ptr<f32>, #e197>
tensor<32x32x!tt.ptr<f32>, #e205>
tensor<32x32x!tt.ptr<f32>, #e949>
tensor<32x32x!tt.ptr<f32>, #e230>
tensor<32x32x!tt.ptr<f32>, #e355>
tensor<32x32x!tt.ptr<f32>, #e950>
tensor<32x32x!tt.ptr<i32>, #e197>
tensor<32x32x!tt.ptr<i32>, #e230>
tensor<32x32x!tt.ptr<i8>, #e931>
tensor<32x32x!tt.ptr<i8>, #e951>
tensor<32x32x!tt.ptr<i8>, #e248>
tensor<32x32x!tt.ptr<i8>, #e252>
tensor<32x32x2xf32, #e952>
tensor<32x32x2xf32, #e953>
tensor<32x32x2xf32, #e954>
tensor<32x32x2xf32, #e955>
tensor<32x32x32xf16, #e956>
tensor<32x32x32xf32, #e758>
tensor<32x32xbf16, #e308>
tensor<32x32xbf16, #e223>
tensor<32x32xbf16, #e201>
tensor<32x32xbf16, #e355>
tensor<32x32xbf16, #e943>
tensor<32x32xf16, #e762>
tensor<32x32xf16, #e927>
tensor<32x32xf16, #e423>
tensor<32x32xf16, #e424>
tensor<32x32xf16, #e308>
tensor<32x32xf16, #e912>
tensor<32x32xf16, #e763>
tensor<32x32xf16, #e687>
tensor<32x32xf16, #e957>
tensor<32x32xf16, #e277>
tensor<32x32xf16, #e412>
tensor<32x32xf16, #e958>
tensor<32x32xf16, #e230>
tensor<32x32xf16, #e944>
tensor<32x32xf16, #e355>
tensor<32x32xf16, #e599>
tensor<32x32xf16, #e959>
tensor<32x32xf16, #e960>
tensor<32x32xf16, #e961>
tensor<32x32xf16, #e247>
tensor<32x32xf16, #e962>
tensor<32x32xf16, #e963>
tensor<32x32xf16, #e964>
tensor<32x32xf16, #e965>
tensor<32x32xf16, #e966>
tensor<32x32xf16, #e967>
tensor<32x32xf16, #e633>
tensor<32x32xf16, #e289>
tensor<32x32xf16, #e968>
tensor<32x32xf16, #e251>
tensor<32x32xf16, #e969>
tensor<32x32xf16, #e438>
tensor<32x32xf16, #e970>
tensor<32x32xf16, #e971>
tensor<32x32xf16, #e295>
tensor<32x32xf16, #e322>
tensor<32x32xf16, #e972>
tensor<32x32xf32, #e973>
tensor<32x32xf32, #e974>
tensor<32x32xf32, #e762>
tensor<32x32xf32, #e424>
tensor<32x32xf32, #e621>
tensor<32x32xf32, #e623>
tensor<32x32xf32, #e301>
tensor<32x32xf32, #e975>
tensor<32x32xf32, #e219>
tensor<32x32xf32, #e220>
tensor<32x32xf32, #e308>
tensor<32x32xf32, #e574>
tensor<32x32xf32, #e912>
tensor<32x32xf32, #e931>
tensor<32x32xf32, #e760>
tensor<32x32xf32, #e763>
tensor<32x32xf32, #e946>
tensor<32x32xf32, #e223>
tensor<32x32xf32, #e235>
tensor<32x32xf32, #e947>
tensor<32x32xf32, #e948>
tensor<32x32xf32, #e976>
tensor<32x32xf32, #e977>
tensor<32x32xf32, #e978>
tensor<32x32xf32, #e419>
tensor<32x32xf32, #e979>
tensor<32x32xf32, #e197>
tensor<32x32xf32, #e449>
tensor<32x32xf32, #e205>
tensor<32x32xf32, #e980>
tensor<32x32xf32, #e412>
tensor<32x32xf32, #e230>
tensor<32x32xf32, #e944>
tensor<32x32xf32, #e355>
tensor<32x32xf32, #e231>
tensor<32x32xf32, #e981>
tensor<32x32xf32, #e950>
tensor<32x32xf32, #e982>
tensor<32x32xf32, #e983>
tensor<32x32xf32, #e984>
tensor<32x32xf32, #e985>
tensor<32x32xf32, #e986>
tensor<32x32xf32, #e987>
tensor<32x32xf32, #e988>
tensor<32x32xf32, #e989>
tensor<32x32xf32, #e990>
tensor<32x32xf32, #e991>
tensor<32x32xf32, #e966>
tensor<32x32xf32, #e992>
tensor<32x32xf32, #e993>
tensor<32x32xf32, #e994>
tensor<32x32xf32, #e995>
tensor<32x32xf32, #e996>
tensor<32x32xf32, #e997>
tensor<32x32xf32, #e998>
tensor<32x32xf32, #e999>
tensor<32x32xf32, #e1000>
tensor<32x32xf32, #e1001>
tensor<32x32xf32, #e1002>
tensor<32x32xf32, #e1003>
tensor<32x32xf32, #e439>
tensor<32x32xf32, #e1004>
tensor<32x32xf32, #e573>
tensor<32x32xf32, #e1005>
tensor<32x32xf32, #e322>
tensor<32x32xf32, #e323>
tensor<32x32xf32, #e243>
tensor<32x32xf32, #e1006>
tensor<32x32xf32, #e1007>
tensor<32x32xf64, #e1008>
tensor<32x32xf64, #e449>
tensor<32x32xf64, #e965>
tensor<32x32xf64, #e969>
tensor<32x32xf8E4M3FN, #e1009>
tensor<32x32xf8E4M3FN, #e1010>
tensor<32x32xf8E5M2, #e1009>
tensor<32x32xf8E5M2, #e1010>
tensor<32x32xi1, #e927>
tensor<32x32xi1, #e424>
tensor<32x32xi1, #e931>
tensor<32x32xi1, #e205>
tensor<32x32xi1, #e412>
tensor<32x32xi32, #e762>
tensor<32x32xi32, #e447>
tensor<32x32xi32, #e931>
tensor<32x32xi32, #e760>
tensor<32x32xi32, #e763>
tensor<32x32xi32, #e683>
tensor<32x32xi32, #e204>
tensor<32x32xi32, #e687>
tensor<32x32xi32, #e197>
tensor<32x32xi32, #e205>
tensor<32x32xi32, #e412>
tensor<32x32xi32, #e230>
tensor<32x32xi32, #e355>
tensor<32x32xi32, #e1011>
tensor<32x32xi32, #e1012>
tensor<32x32xi32, #e1013>
tensor<32x32xi32, #e1014>
tensor<32x32xi32, #e1015>
tensor<32x32xi64, #e763>
tensor<32x32xi8, #e196>
tensor<32x32xi8, #e308>
tensor<32x32xi8, #e931>
tensor<32x32xi8, #e763>
tensor<32x32xi8, #e951>
tensor<32x32xi8, #e248>
tensor<32x32xi8, #e446>
tensor<32x32xi8, #e252>
tensor<32x4x!tt.ptr<i8>, #e204>
tensor<32x4x16xf32, #e941>
tensor<32x4x1xbf16, #e1016>
tensor<32x4x1xbf16, #e1017>
tensor<32x4x1xi1, #e1017>
tensor<32x4x2xf32, #e941>
tensor<32x4x2xi32, #e941>
tensor<32x4x32xbf16, #e1017>
tensor<32x4x32xi1, #e1017>
tensor<32x4x4x!tt.ptr<i8>, #e1018>
tensor<32x4xbf16, #e204>
tensor<32x4xbf16, #e1019>
tensor<32x4xf32, #e270>
tensor<32x4xi1, #e204>
tensor<32x4xi1, #e1019>
tensor<32x4xi16, #e204>
tensor<32x4xi32, #e204>
tensor<32x4xi8, #e204>
tensor<32x4xi8, #e598>
tensor<32x64x!tt.ptr<bf16>, #e501>
tensor<32x64x!tt.ptr<f16>, #e1020>
tensor<32x64x!tt.ptr<f16>, #e775>
tensor<32x64x!tt.ptr<f16>, #e777>
tensor<32x64x!tt.ptr<f16>, #e778>
tensor<32x64x!tt.ptr<f16>, #e428>
tensor<32x64x!tt.ptr<f16>, #e230>
tensor<32x64x!tt.ptr<f16>, #e355>
tensor<32x64x!tt.ptr<f16>, #e311>
tensor<32x64x!tt.ptr<f16>, #e476>
tensor<32x64x!tt.ptr<f32>, #e775>
tensor<32x64x!tt.ptr<f32>, #e501>
tensor<32x64x!tt.ptr<f32>, #e763>
tensor<32x64x!tt.ptr<f8E4M3FN>, #e1021>
tensor<32x64x!tt.ptr<i8>, #e776>
tensor<32x64x2xf32, #e461>
tensor<32x64x2xf32, #e462>
tensor<32x64x2xf32, #e463>
tensor<32x64xbf16, #e501>
tensor<32x64xbf16, #e665>
tensor<32x64xbf16, #e1022>
tensor<32x64xf16, #e1020>
tensor<32x64xf16, #e428>
tensor<32x64xf16, #e230>
tensor<32x64xf16, #e360>
tensor<32x64xf16, #e355>
tensor<32x64xf16, #e311>
tensor<32x64xf16, #e476>
tensor<32x64xf16, #e1023>
tensor<32x64xf16, #e965>
tensor<32x64xf16, #e480>
tensor<32x64xf16, #e1024>
tensor<32x64xf16, #e633>
tensor<32x64xf16, #e1025>
tensor<32x64xf16, #e265>
tensor<32x64xf16, #e905>
tensor<32x64xf16, #e1026>
tensor<32x64xf16, #e487>
tensor<32x64xf16, #e1027>
tensor<32x64xf16, #e692>
tensor<32x64xf32, #e776>
tensor<32x64xf32, #e196>
tensor<32x64xf32, #e273>
tensor<32x64xf32, #e275>
tensor<32x64xf32, #e763>
tensor<32x64xf32, #e311>
tensor<32x64xf32, #e1028>
tensor<32x64xf32, #e633>
tensor<32x64xf32, #e1029>
tensor<32x64xf32, #e487>
tensor<32x64xf8E4M3FN, #e776>
tensor<32x64xf8E4M3FN, #e480>
tensor<32x64xf8E4M3FN, #e1030>
tensor<32x64xf8E5M2, #e480>
tensor<32x64xi32, #e775>
tensor<32x64xi32, #e776>
tensor<32x64xi32, #e501>
tensor<32x64xi32, #e777>
tensor<32x64xi32, #e778>
tensor<32x64xi32, #e428>
tensor<32x64xi32, #e230>
tensor<32x64xi64, #e763>
tensor<32x64xi8, #e776>
tensor<32x64xi8, #e273>
tensor<32x64xi8, #e480>
tensor<32x64xi8, #e921>
tensor<32x8x!tt.ptr<f16>, #e222>
tensor<32x8x!tt.ptr<f16>, #e1031>
tensor<32x8x8x16xf8E4M3FN, #e1032>
tensor<32x8xf16, #e222>
tensor<32x8xf16, #e1031>
tensor<32x8xf16, #e1030>
tensor<32x8xf32, #e217>
tensor<32x8xf32, #e222>
tensor<32x8xf32, #e1030>
tensor<32x8xf64, #e1030>
tensor<32x8xf8E4M3FN, #e1030>
tensor<32x8xi8, #e204>
tensor<32x8xi8, #e1033>
tensor<32xbf16, #e210>
tensor<32xf16, #e210>
tensor<32xf16, #e186>
tensor<32xf16, #e565>
tensor<32xf32, #e210>
tensor<32xf32, #e186>
tensor<32xf32, #e798>
tensor<32xf32, #e190>
tensor<32xf32, #e847>
tensor<32xf32, #e212>
tensor<32xf32, #e800>
tensor<32xf32, #e893>
tensor<32xf32, #e700>
tensor<32xf32, #e1034>
tensor<32xf32, #e1035>
tensor<32xf32, #e1036>
tensor<32xf32, #e1037>
tensor<32xf32, #e1038>
tensor<32xf32, #e791>
tensor<32xf32, #e1039>
tensor<32xf32, #e1040>
tensor<32xf32, #e1041>
tensor<32xf32, #e546>
tensor<32xf32, #e1042>
tensor<32xf32, #e1043>
tensor<32xf32, #e1044>
tensor<32xi1, #e700>
tensor<32xi1, #e1045>
tensor<32xi1, #e546>
tensor<32xi16, #e533>
tensor<32xi32, #e210>
tensor<32xi32, #e186>
tensor<32xi32, #e190>
tensor<32xi32, #e191>
tensor<32xi32, #e192>
tensor<32xi32, #e1046>
tensor<32xi32, #e1047>
tensor<32xi32, #e1048>
tensor<32xi32, #e1049>
tensor<32xi32, #e889>
tensor<32xi32, #e525>
tensor<32xi32, #e894>
tensor<32xi32, #e893>
tensor<32xi32, #e505>
tensor<32xi32, #e1050>
tensor<32xi32, #e1051>
tensor<32xi32, #e1052>
tensor<32xi32, #e533>
tensor<32xi32, #e707>
tensor<32xi32, #e1053>
tensor<32xi32, #e700>
tensor<32xi32, #e1054>
tensor<32xi32, #e1055>
tensor<32xi32, #e1056>
tensor<32xi32, #e1057>
tensor<32xi32, #e1034>
tensor<32xi32, #e1058>
tensor<32xi32, #e1045>
tensor<32xi32, #e1059>
tensor<32xi32, #e1060>
tensor<32xi32, #e1061>
tensor<32xi32, #e1039>
tensor<32xi32, #e208>
tensor<32xi32, #e1062>
tensor<32xi32, #e886>
tensor<32xi32, #e714>
tensor<32xi32, #e546>
tensor<32xi32, #e1063>
tensor<32xi32, #e551>
tensor<32xi32, #e1064>
tensor<32xi32, #e552>
tensor<32xi32, #e516>
tensor<32xi32, #e1065>
tensor<32xi32, #e1066>
tensor<32xi32, #e1067>
tensor<32xi32, #e1068>
tensor<32xi32, #e1069>
tensor<32xi32, #e562>
tensor<32xi32, #e1070>
tensor<32xi32, #e563>
tensor<32xi64, #e894>
tensor<32xi64, #e893>
tensor<32xi64, #e714>
tensor<32xi8, #e210>
tensor<4096x!tt.ptr<f32>, #e192>
tensor<4096xf32, #e207>
tensor<4096xf32, #e192>
tensor<4096xi32, #e192>
tensor<48x!tt.ptr<f32>, #e186>
tensor<48x!tt.ptr<i32>, #e186>
tensor<48xf32, #e186>
tensor<48xi1, #e186>
tensor<48xi32, #e186>
tensor<48xi32, #e1071>
tensor<4x!tt.ptr<i32>, #e513>
tensor<4x128x1xbf16, #e1072>
tensor<4x128x1xi1, #e1072>
tensor<4x128x32xbf16, #e1072>
tensor<4x128x32xi1, #e1072>
tensor<4x128xbf16, #e1073>
tensor<4x128xbf16, #e1074>
tensor<4x128xf32, #e722>
tensor<4x128xi1, #e1073>
tensor<4x128xi1, #e1074>
tensor<4x128xi16, #e1073>
tensor<4x128xi8, #e1073>
tensor<4x16xf16, #e595>
tensor<4x16xf16, #e205>
tensor<4x16xi32, #e394>
tensor<4x1x4x16x2x2x1xi8, #e1075>
tensor<4x1xi1, #e308>
tensor<4x1xi1, #e1076>
tensor<4x1xi32, #e308>
tensor<4x1xi32, #e201>
tensor<4x1xi64, #e201>
tensor<4x1xi64, #e449>
tensor<4x256x!tt.ptr<i8>, #e367>
tensor<4x256xf16, #e1077>
tensor<4x256xf8E4M3FN, #e1078>
tensor<4x256xf8E4M3FN, #e1079>
tensor<4x256xi32, #e367>
tensor<4x256xi8, #e367>
tensor<4x2x16x1x2x4x1xi8, #e1080>
tensor<4x2xi32, #e410>
tensor<4x32x!tt.ptr<bf16>, #e308>
tensor<4x32x!tt.ptr<f32>, #e308>
tensor<4x32x128xbf16, #e1081>
tensor<4x32x128xi1, #e1081>
tensor<4x32xf16, #e205>
tensor<4x32xf32, #e308>
tensor<4x32xf32, #e1082>
tensor<4x32xi1, #e308>
tensor<4x4xf16, #e205>
tensor<4x4xf32, #e1083>
tensor<4x64x!tt.ptr<f32>, #e1084>
tensor<4x64xf16, #e773>
tensor<4x64xf32, #e1084>
tensor<4x8xf16, #e205>
tensor<4x8xf64, #e1085>
tensor<4xi1, #e1086>
tensor<4xi32, #e186>
tensor<4xi32, #e1087>
tensor<4xi32, #e1088>
tensor<4xi32, #e1089>
tensor<4xi32, #e1090>
tensor<4xi32, #e702>
tensor<4xi32, #e513>
tensor<4xi64, #e186>
tensor<4xi64, #e513>
tensor<512x!tt.ptr<bf16>, #e194>
tensor<512x!tt.ptr<f16>, #e1091>
tensor<512x!tt.ptr<f32>, #e190>
tensor<512x!tt.ptr<i8>, #e192>
tensor<512x128x!tt.ptr<i8>, #e248>
tensor<512x128xi8, #e248>
tensor<512x32xf16, #e231>
tensor<512x64xf16, #e308>
tensor<512x64xf16, #e360>
tensor<512x8x!tt.ptr<i8>, #e782>
tensor<512x8xi32, #e782>
tensor<512x8xi8, #e782>
tensor<512xbf16, #e194>
tensor<512xf16, #e1091>
tensor<512xf32, #e194>
tensor<512xi1, #e194>
tensor<512xi32, #e186>
tensor<512xi32, #e190>
tensor<512xi32, #e194>
tensor<512xi32, #e192>
tensor<512xi32, #e525>
tensor<512xi32, #e1091>
tensor<512xi64, #e194>
tensor<512xi8, #e192>
tensor<64x!tt.ptr<f32>, #e522>
tensor<64x!tt.ptr<f32>, #e186>
tensor<64x!tt.ptr<f32>, #e798>
tensor<64x!tt.ptr<f32>, #e190>
tensor<64x!tt.ptr<f32>, #e800>
tensor<64x!tt.ptr<f32>, #e1092>
tensor<64x!tt.ptr<i1>, #e186>
tensor<64x!tt.ptr<i32>, #e1093>
tensor<64x!tt.ptr<i64>, #e186>
tensor<64x!tt.ptr<i64>, #e190>
tensor<64x!tt.ptr<i64>, #e1094>
tensor<64x!tt.ptr<i8>, #e186>
tensor<64x128x!tt.ptr<bf16>, #e228>
tensor<64x128x!tt.ptr<f16>, #e196>
tensor<64x128x!tt.ptr<f16>, #e497>
tensor<64x128x!tt.ptr<f16>, #e236>
tensor<64x128x!tt.ptr<f16>, #e228>
tensor<64x128x!tt.ptr<f16>, #e215>
tensor<64x128x!tt.ptr<f16>, #e896>
tensor<64x128x!tt.ptr<f16>, #e362>
tensor<64x128x!tt.ptr<f16>, #e726>
tensor<64x128x!tt.ptr<f16>, #e1095>
tensor<64x128x!tt.ptr<f16>, #e251>
tensor<64x128x!tt.ptr<f16>, #e1096>
tensor<64x128x!tt.ptr<f16>, #e253>
tensor<64x128x!tt.ptr<f32>, #e236>
tensor<64x128x!tt.ptr<f32>, #e238>
tensor<64x128x!tt.ptr<f32>, #e271>
tensor<64x128x!tt.ptr<i32>, #e312>
tensor<64x128x!tt.ptr<i8>, #e272>
tensor<64x128x!tt.ptr<i8>, #e254>
tensor<64x128x!tt.ptr<i8>, #e287>
tensor<64x128x!tt.ptr<i8>, #e250>
tensor<64x128x!tt.ptr<i8>, #e251>
tensor<64x128x!tt.ptr<i8>, #e252>
tensor<64x128x!tt.ptr<i8>, #e253>
tensor<64x128x2xbf16, #e1097>
tensor<64x128xbf16, #e272>
tensor<64x128xbf16, #e196>
tensor<64x128xbf16, #e1098>
tensor<64x128xbf16, #e228>
tensor<64x128xbf16, #e215>
tensor<64x128xbf16, #e1099>
tensor<64x128xbf16, #e1100>
tensor<64x128xbf16, #e294>
tensor<64x128xbf16, #e636>
tensor<64x128xbf16, #e1101>
tensor<64x128xf16, #e903>
tensor<64x128xf16, #e196>
tensor<64x128xf16, #e273>
tensor<64x128xf16, #e308>
tensor<64x128xf16, #e474>
tensor<64x128xf16, #e497>
tensor<64x128xf16, #e236>
tensor<64x128xf16, #e1098>
tensor<64x128xf16, #e278>
tensor<64x128xf16, #e228>
tensor<64x128xf16, #e215>
tensor<64x128xf16, #e896>
tensor<64x128xf16, #e230>
tensor<64x128xf16, #e362>
tensor<64x128xf16, #e1102>
tensor<64x128xf16, #e476>
tensor<64x128xf16, #e1103>
tensor<64x128xf16, #e726>
tensor<64x128xf16, #e813>
tensor<64x128xf16, #e263>
tensor<64x128xf16, #e317>
tensor<64x128xf16, #e1104>
tensor<64x128xf16, #e434>
tensor<64x128xf16, #e1105>
tensor<64x128xf16, #e1106>
tensor<64x128xf16, #e1107>
tensor<64x128xf16, #e1108>
tensor<64x128xf16, #e486>
tensor<64x128xf16, #e655>
tensor<64x128xf16, #e1095>
tensor<64x128xf16, #e251>
tensor<64x128xf16, #e1096>
tensor<64x128xf16, #e253>
tensor<64x128xf16, #e1109>
tensor<64x128xf16, #e390>
tensor<64x128xf16, #e270>
tensor<64x128xf16, #e294>
tensor<64x128xf16, #e256>
tensor<64x128xf16, #e1110>
tensor<64x128xf16, #e1111>
tensor<64x128xf16, #e1112>
tensor<64x128xf16, #e271>
tensor<64x128xf32, #e196>
tensor<64x128xf32, #e236>
tensor<64x128xf32, #e238>
tensor<64x128xf32, #e1098>
tensor<64x128xf32, #e228>
tensor<64x128xf32, #e215>
tensor<64x128xf32, #e280>
tensor<64x128xf32, #e312>
tensor<64x128xf32, #e1103>
tensor<64x128xf32, #e1113>
tensor<64x128xf32, #e1114>
tensor<64x128xf32, #e1115>
tensor<64x128xf32, #e994>
tensor<64x128xf32, #e271>
tensor<64x128xf32, #e325>
tensor<64x128xf32, #e326>
tensor<64x128xf32, #e1116>
tensor<64x128xf8E4M3FN, #e776>
tensor<64x128xf8E4M3FN, #e306>
tensor<64x128xf8E4M3FN, #e196>
tensor<64x128xf8E4M3FN, #e497>
tensor<64x128xf8E4M3FN, #e1101>
tensor<64x128xf8E4M3FNUZ, #e1104>
tensor<64x128xf8E5M2, #e1111>
tensor<64x128xi1, #e236>
tensor<64x128xi1, #e228>
tensor<64x128xi16, #e362>
tensor<64x128xi16, #e486>
tensor<64x128xi32, #e254>
tensor<64x128xi32, #e236>
tensor<64x128xi32, #e1098>
tensor<64x128xi32, #e228>
tensor<64x128xi32, #e362>
tensor<64x128xi32, #e312>
tensor<64x128xi32, #e726>
tensor<64x128xi64, #e215>
tensor<64x128xi64, #e896>
tensor<64x128xi8, #e272>
tensor<64x128xi8, #e254>
tensor<64x128xi8, #e196>
tensor<64x128xi8, #e234>
tensor<64x128xi8, #e338>
tensor<64x128xi8, #e223>
tensor<64x128xi8, #e287>
tensor<64x128xi8, #e250>
tensor<64x128xi8, #e251>
tensor<64x128xi8, #e252>
tensor<64x128xi8, #e253>
tensor<64x16x!tt.ptr<bf16>, #e338>
tensor<64x16x!tt.ptr<f16>, #e343>
tensor<64x16x!tt.ptr<f16>, #e342>
tensor<64x16x!tt.ptr<f16>, #e500>
tensor<64x16x!tt.ptr<f16>, #e726>
tensor<64x16x!tt.ptr<i8>, #e272>
tensor<64x16x!tt.ptr<i8>, #e250>
tensor<64x16xbf16, #e338>
tensor<64x16xbf16, #e1117>
tensor<64x16xbf16, #e1118>
tensor<64x16xf16, #e343>
tensor<64x16xf16, #e596>
tensor<64x16xf16, #e238>
tensor<64x16xf16, #e500>
tensor<64x16xf16, #e726>
tensor<64x16xf16, #e260>
tensor<64x16xf16, #e263>
tensor<64x16xf16, #e1119>
tensor<64x16xf16, #e267>
tensor<64x16xf16, #e321>
tensor<64x16xf16, #e1120>
tensor<64x16xf16, #e692>
tensor<64x16xf32, #e1121>
tensor<64x16xf32, #e492>
tensor<64x16xf32, #e238>
tensor<64x16xf32, #e1122>
tensor<64x16xf8E4M3FN, #e353>
tensor<64x16xi1, #e272>
tensor<64x16xi32, #e500>
tensor<64x16xi32, #e726>
tensor<64x16xi8, #e272>
tensor<64x16xi8, #e250>
tensor<64x192x!tt.ptr<f16>, #e501>
tensor<64x192xi32, #e501>
tensor<64x1x!tt.ptr<f16>, #e1123>
tensor<64x1x!tt.ptr<f16>, #e362>
tensor<64x1x!tt.ptr<f16>, #e726>
tensor<64x1x!tt.ptr<f32>, #e223>
tensor<64x1x!tt.ptr<f32>, #e1123>
tensor<64x1x!tt.ptr<f32>, #e236>
tensor<64x1x32x!tt.ptr<f32>, #e1124>
tensor<64x1x32xf32, #e1124>
tensor<64x1x8xf32, #e1125>
tensor<64x1x8xf32, #e1126>
tensor<64x1xf16, #e1123>
tensor<64x1xf32, #e1127>
tensor<64x1xf32, #e1128>
tensor<64x1xf32, #e594>
tensor<64x1xf32, #e1123>
tensor<64x1xf32, #e949>
tensor<64x1xf32, #e1098>
tensor<64x1xf32, #e650>
tensor<64x1xf32, #e271>
tensor<64x1xi1, #e1128>
tensor<64x1xi1, #e1123>
tensor<64x1xi1, #e354>
tensor<64x1xi1, #e228>
tensor<64x1xi32, #e356>
tensor<64x1xi32, #e307>
tensor<64x1xi32, #e501>
tensor<64x1xi32, #e497>
tensor<64x1xi32, #e1128>
tensor<64x1xi32, #e223>
tensor<64x1xi32, #e594>
tensor<64x1xi32, #e236>
tensor<64x1xi32, #e354>
tensor<64x1xi32, #e228>
tensor<64x1xi32, #e362>
tensor<64x1xi32, #e1129>
tensor<64x1xi32, #e779>
tensor<64x1xi32, #e650>
tensor<64x1xi32, #e1130>
tensor<64x1xi32, #e500>
tensor<64x1xi32, #e780>
tensor<64x1xi32, #e726>
tensor<64x1xi32, #e731>
tensor<64x1xi32, #e1131>
tensor<64x1xi64, #e497>
tensor<64x1xi64, #e215>
tensor<64x1xi64, #e896>
tensor<64x1xi64, #e230>
tensor<64x1xi64, #e500>
tensor<64x1xi8, #e226>
tensor<64x256x!tt.ptr<f16>, #e196>
tensor<64x256x!tt.ptr<f16>, #e307>
tensor<64x256x!tt.ptr<f16>, #e473>
tensor<64x256x!tt.ptr<f16>, #e354>
tensor<64x256x!tt.ptr<f16>, #e362>
tensor<64x256x!tt.ptr<f8E5M2>, #e356>
tensor<64x256x!tt.ptr<i8>, #e1129>
tensor<64x256x2xf16, #e1132>
tensor<64x256xbf16, #e1133>
tensor<64x256xf16, #e196>
tensor<64x256xf16, #e1134>
tensor<64x256xf16, #e473>
tensor<64x256xf16, #e278>
tensor<64x256xf16, #e228>
tensor<64x256xf16, #e362>
tensor<64x256xf16, #e1129>
tensor<64x256xf16, #e1108>
tensor<64x256xf16, #e486>
tensor<64x256xf16, #e251>
tensor<64x256xf16, #e390>
tensor<64x256xf16, #e496>
tensor<64x256xf16, #e1135>
tensor<64x256xf16, #e1136>
tensor<64x256xf16, #e392>
tensor<64x256xf16, #e636>
tensor<64x256xf32, #e196>
tensor<64x256xf32, #e390>
tensor<64x256xf8E4M3FN, #e903>
tensor<64x256xf8E4M3FN, #e1077>
tensor<64x256xf8E5M2, #e356>
tensor<64x256xf8E5M2, #e1077>
tensor<64x256xi1, #e354>
tensor<64x256xi32, #e356>
tensor<64x256xi32, #e307>
tensor<64x256xi32, #e354>
tensor<64x256xi32, #e362>
tensor<64x256xi32, #e1129>
tensor<64x256xi8, #e196>
tensor<64x256xi8, #e1129>
tensor<64x2x!tt.ptr<f32>, #e223>
tensor<64x2x!tt.ptr<f32>, #e1130>
tensor<64x2x256xf16, #e1137>
tensor<64x2x32xf32, #e942>
tensor<64x2x64xf32, #e1138>
tensor<64x2x64xf32, #e1139>
tensor<64x2xf32, #e223>
tensor<64x2xf32, #e1130>
tensor<64x2xi1, #e223>
tensor<64x2xi32, #e223>
tensor<64x2xi32, #e1130>
tensor<64x32x!tt.ptr<f16>, #e764>
tensor<64x32x!tt.ptr<f16>, #e355>
tensor<64x32x!tt.ptr<f16>, #e476>
tensor<64x32x!tt.ptr<f32>, #e497>
tensor<64x32x!tt.ptr<f8E4M3FN>, #e357>
tensor<64x32x!tt.ptr<f8E4M3FN>, #e931>
tensor<64x32x2xf32, #e955>
tensor<64x32xbf16, #e223>
tensor<64x32xbf16, #e1140>
tensor<64x32xbf16, #e477>
tensor<64x32xbf16, #e919>
tensor<64x32xf16, #e1141>
tensor<64x32xf16, #e472>
tensor<64x32xf16, #e308>
tensor<64x32xf16, #e687>
tensor<64x32xf16, #e764>
tensor<64x32xf16, #e355>
tensor<64x32xf16, #e1142>
tensor<64x32xf16, #e476>
tensor<64x32xf16, #e1143>
tensor<64x32xf16, #e259>
tensor<64x32xf16, #e828>
tensor<64x32xf16, #e1144>
tensor<64x32xf16, #e1145>
tensor<64x32xf16, #e969>
tensor<64x32xf16, #e496>
tensor<64x32xf16, #e1146>
tensor<64x32xf32, #e1147>
tensor<64x32xf32, #e1141>
tensor<64x32xf32, #e308>
tensor<64x32xf32, #e829>
tensor<64x32xf32, #e497>
tensor<64x32xf32, #e1128>
tensor<64x32xf32, #e205>
tensor<64x32xf32, #e1140>
tensor<64x32xf32, #e263>
tensor<64x32xf32, #e288>
tensor<64x32xf32, #e994>
tensor<64x32xf32, #e636>
tensor<64x32xf32, #e439>
tensor<64x32xf32, #e324>
tensor<64x32xf32, #e297>
tensor<64x32xf32, #e388>
tensor<64x32xf8E4M3FN, #e357>
tensor<64x32xf8E4M3FN, #e931>
tensor<64x32xf8E4M3FN, #e673>
tensor<64x32xf8E4M3FN, #e496>
tensor<64x32xf8E5M2, #e496>
tensor<64x32xi16, #e496>
tensor<64x32xi32, #e687>
tensor<64x32xi32, #e764>
tensor<64x32xi32, #e355>
tensor<64x32xi64, #e497>
tensor<64x32xi8, #e357>
tensor<64x32xi8, #e497>
tensor<64x32xi8, #e496>
tensor<64x48x!tt.ptr<f16>, #e501>
tensor<64x48xi32, #e501>
tensor<64x4x!tt.ptr<f32>, #e238>
tensor<64x4xf32, #e238>
tensor<64x4xi8, #e204>
tensor<64x64x!tt.ptr<bf16>, #e206>
tensor<64x64x!tt.ptr<bf16>, #e311>
tensor<64x64x!tt.ptr<bf16>, #e500>
tensor<64x64x!tt.ptr<f16>, #e818>
tensor<64x64x!tt.ptr<f16>, #e808>
tensor<64x64x!tt.ptr<f16>, #e234>
tensor<64x64x!tt.ptr<f16>, #e501>
tensor<64x64x!tt.ptr<f16>, #e1148>
tensor<64x64x!tt.ptr<f16>, #e1128>
tensor<64x64x!tt.ptr<f16>, #e230>
tensor<64x64x!tt.ptr<f16>, #e360>
tensor<64x64x!tt.ptr<f16>, #e805>
tensor<64x64x!tt.ptr<f16>, #e1149>
tensor<64x64x!tt.ptr<f16>, #e500>
tensor<64x64x!tt.ptr<f16>, #e731>
tensor<64x64x!tt.ptr<f16>, #e251>
tensor<64x64x!tt.ptr<f32>, #e308>
tensor<64x64x!tt.ptr<f32>, #e497>
tensor<64x64x!tt.ptr<f32>, #e1128>
tensor<64x64x!tt.ptr<f32>, #e223>
tensor<64x64x!tt.ptr<f32>, #e343>
tensor<64x64x!tt.ptr<f32>, #e197>
tensor<64x64x!tt.ptr<f32>, #e1150>
tensor<64x64x!tt.ptr<f32>, #e412>
tensor<64x64x!tt.ptr<f32>, #e582>
tensor<64x64x!tt.ptr<f32>, #e1151>
tensor<64x64x!tt.ptr<f8E4M3FN>, #e355>
tensor<64x64x2xf32, #e1152>
tensor<64x64x2xf32, #e1153>
tensor<64x64x2xf32, #e1154>
tensor<64x64xbf16, #e273>
tensor<64x64xbf16, #e206>
tensor<64x64xbf16, #e230>
tensor<64x64xbf16, #e311>
tensor<64x64xbf16, #e1155>
tensor<64x64xbf16, #e500>
tensor<64x64xbf16, #e268>
tensor<64x64xbf16, #e1156>
tensor<64x64xf16, #e818>
tensor<64x64xf16, #e808>
tensor<64x64xf16, #e1157>
tensor<64x64xf16, #e213>
tensor<64x64xf16, #e776>
tensor<64x64xf16, #e196>
tensor<64x64xf16, #e273>
tensor<64x64xf16, #e308>
tensor<64x64xf16, #e1148>
tensor<64x64xf16, #e1128>
tensor<64x64xf16, #e223>
tensor<64x64xf16, #e596>
tensor<64x64xf16, #e1158>
tensor<64x64xf16, #e846>
tensor<64x64xf16, #e584>
tensor<64x64xf16, #e1159>
tensor<64x64xf16, #e1160>
tensor<64x64xf16, #e230>
tensor<64x64xf16, #e360>
tensor<64x64xf16, #e805>
tensor<64x64xf16, #e1161>
tensor<64x64xf16, #e1149>
tensor<64x64xf16, #e1162>
tensor<64x64xf16, #e500>
tensor<64x64xf16, #e731>
tensor<64x64xf16, #e1163>
tensor<64x64xf16, #e247>
tensor<64x64xf16, #e199>
tensor<64x64xf16, #e1164>
tensor<64x64xf16, #e1165>
tensor<64x64xf16, #e287>
tensor<64x64xf16, #e1166>
tensor<64x64xf16, #e1167>
tensor<64x64xf16, #e1168>
tensor<64x64xf16, #e251>
tensor<64x64xf16, #e487>
tensor<64x64xf16, #e1112>
tensor<64x64xf16, #e692>
tensor<64x64xf16, #e618>
tensor<64x64xf16, #e619>
tensor<64x64xf16, #e271>
tensor<64x64xf16, #e388>
tensor<64x64xf32, #e818>
tensor<64x64xf32, #e1169>
tensor<64x64xf32, #e300>
tensor<64x64xf32, #e803>
tensor<64x64xf32, #e1170>
tensor<64x64xf32, #e1171>
tensor<64x64xf32, #e808>
tensor<64x64xf32, #e301>
tensor<64x64xf32, #e304>
tensor<64x64xf32, #e1172>
tensor<64x64xf32, #e1157>
tensor<64x64xf32, #e1173>
tensor<64x64xf32, #e196>
tensor<64x64xf32, #e273>
tensor<64x64xf32, #e308>
tensor<64x64xf32, #e497>
tensor<64x64xf32, #e1128>
tensor<64x64xf32, #e223>
tensor<64x64xf32, #e201>
tensor<64x64xf32, #e1174>
tensor<64x64xf32, #e343>
tensor<64x64xf32, #e724>
tensor<64x64xf32, #e846>
tensor<64x64xf32, #e1175>
tensor<64x64xf32, #e197>
tensor<64x64xf32, #e1176>
tensor<64x64xf32, #e198>
tensor<64x64xf32, #e1150>
tensor<64x64xf32, #e696>
tensor<64x64xf32, #e949>
tensor<64x64xf32, #e412>
tensor<64x64xf32, #e1098>
tensor<64x64xf32, #e360>
tensor<64x64xf32, #e1177>
tensor<64x64xf32, #e650>
tensor<64x64xf32, #e582>
tensor<64x64xf32, #e1151>
tensor<64x64xf32, #e241>
tensor<64x64xf32, #e1161>
tensor<64x64xf32, #e1149>
tensor<64x64xf32, #e1162>
tensor<64x64xf32, #e476>
tensor<64x64xf32, #e994>
tensor<64x64xf32, #e1112>
tensor<64x64xf32, #e620>
tensor<64x64xf32, #e1178>
tensor<64x64xf8E4M3FN, #e273>
tensor<64x64xf8E4M3FN, #e275>
tensor<64x64xf8E4M3FN, #e355>
tensor<64x64xf8E5M2, #e244>
tensor<64x64xf8E5M2, #e1112>
tensor<64x64xi1, #e818>
tensor<64x64xi1, #e774>
tensor<64x64xi1, #e1128>
tensor<64x64xi1, #e223>
tensor<64x64xi1, #e197>
tensor<64x64xi1, #e1150>
tensor<64x64xi1, #e412>
tensor<64x64xi1, #e230>
tensor<64x64xi1, #e360>
tensor<64x64xi1, #e805>
tensor<64x64xi1, #e582>
tensor<64x64xi32, #e356>
tensor<64x64xi32, #e447>
tensor<64x64xi32, #e774>
tensor<64x64xi32, #e501>
tensor<64x64xi32, #e1128>
tensor<64x64xi32, #e223>
tensor<64x64xi32, #e230>
tensor<64x64xi32, #e355>
tensor<64x64xi32, #e805>
tensor<64x64xi32, #e779>
tensor<64x64xi32, #e650>
tensor<64x64xi32, #e780>
tensor<64x64xi32, #e731>
tensor<64x64xi64, #e497>
tensor<64x64xi64, #e230>
tensor<64x64xi64, #e500>
tensor<64x64xi8, #e308>
tensor<64x64xi8, #e338>
tensor<64x64xi8, #e1155>
tensor<64x64xi8, #e1179>
tensor<64x64xi8, #e1112>
tensor<64x8x32x!tt.ptr<f32>, #e1180>
tensor<64x8x32xf32, #e1180>
tensor<64x8x32xf32, #e1181>
tensor<64x8x32xi32, #e1180>
tensor<64x8xf16, #e1182>
tensor<64x8xf32, #e1183>
tensor<64x8xf32, #e1119>
tensor<64xbf16, #e847>
tensor<64xf16, #e1184>
tensor<64xf32, #e522>
tensor<64xf32, #e186>
tensor<64xf32, #e207>
tensor<64xf32, #e798>
tensor<64xf32, #e190>
tensor<64xf32, #e800>
tensor<64xf32, #e525>
tensor<64xf32, #e508>
tensor<64xf32, #e1092>
tensor<64xf32, #e1185>
tensor<64xf32, #e1186>
tensor<64xf32, #e1187>
tensor<64xf32, #e1188>
tensor<64xf32, #e1189>
tensor<64xf32, #e1190>
tensor<64xf32, #e1191>
tensor<64xf32, #e1192>
tensor<64xf32, #e1193>
tensor<64xf64, #e798>
tensor<64xf8E4M3FN, #e847>
tensor<64xi1, #e1093>
tensor<64xi1, #e186>
tensor<64xi1, #e190>
tensor<64xi1, #e1194>
tensor<64xi32, #e1093>
tensor<64xi32, #e522>
tensor<64xi32, #e186>
tensor<64xi32, #e207>
tensor<64xi32, #e798>
tensor<64xi32, #e190>
tensor<64xi32, #e847>
tensor<64xi32, #e800>
tensor<64xi32, #e189>
tensor<64xi32, #e1195>
tensor<64xi32, #e1196>
tensor<64xi32, #e1197>
tensor<64xi32, #e525>
tensor<64xi32, #e1198>
tensor<64xi32, #e1199>
tensor<64xi32, #e505>
tensor<64xi32, #e1094>
tensor<64xi32, #e1050>
tensor<64xi32, #e1200>
tensor<64xi32, #e1201>
tensor<64xi32, #e1202>
tensor<64xi32, #e1092>
tensor<64xi32, #e1203>
tensor<64xi32, #e1204>
tensor<64xi32, #e1057>
tensor<64xi32, #e1205>
tensor<64xi32, #e1206>
tensor<64xi32, #e1207>
tensor<64xi32, #e1208>
tensor<64xi32, #e1209>
tensor<64xi32, #e1210>
tensor<64xi32, #e1211>
tensor<64xi32, #e1212>
tensor<64xi32, #e712>
tensor<64xi32, #e1058>
tensor<64xi32, #e540>
tensor<64xi32, #e1213>
tensor<64xi32, #e1214>
tensor<64xi32, #e1215>
tensor<64xi32, #e208>
tensor<64xi32, #e1189>
tensor<64xi32, #e546>
tensor<64xi32, #e553>
tensor<64xi32, #e1194>
tensor<64xi32, #e555>
tensor<64xi32, #e1216>
tensor<64xi32, #e557>
tensor<64xi32, #e1217>
tensor<64xi32, #e1218>
tensor<64xi32, #e1219>
tensor<64xi32, #e1220>
tensor<64xi32, #e1221>
tensor<64xi32, #e862>
tensor<64xi64, #e186>
tensor<64xi64, #e190>
tensor<64xi64, #e189>
tensor<64xi64, #e508>
tensor<64xi64, #e1203>
tensor<64xi64, #e1206>
tensor<64xi64, #e1211>
tensor<64xi64, #e1222>
tensor<64xi64, #e555>
tensor<64xi64, #e1216>
tensor<64xi64, #e516>
tensor<64xi64, #e1219>
tensor<64xi8, #e186>
tensor<65536xi8, #e186>
tensor<8192x!tt.ptr<f32>, #e799>
tensor<8192x!tt.ptr<f32>, #e192>
tensor<8192x!tt.ptr<f32>, #e801>
tensor<8192x!tt.ptr<i32>, #e186>
tensor<8192x!tt.ptr<i32>, #e192>
tensor<8192xf32, #e799>
tensor<8192xf32, #e192>
tensor<8192xf32, #e801>
tensor<8192xi1, #e186>
tensor<8192xi32, #e186>
tensor<8192xi32, #e799>
tensor<8192xi32, #e192>
tensor<8192xi32, #e801>
tensor<8x!tt.ptr<bf16>, #e191>
tensor<8x!tt.ptr<bf16>, #e1223>
tensor<8x!tt.ptr<f32>, #e191>
tensor<8x!tt.ptr<i32>, #e186>
tensor<8x128x!tt.ptr<i8>, #e237>
tensor<8x128x128xf32, #e1224>
tensor<8x128x16x!tt.ptr<f8E5M2>, #e1225>
tensor<8x128x16xf16, #e1226>
tensor<8x128x16xf8E5M2, #e1225>
tensor<8x128x16xf8E5M2, #e1226>
tensor<8x128x16xi1, #e1225>
tensor<8x128x16xi32, #e1225>
tensor<8x128x32x!tt.ptr<f8E5M2>, #e1225>
tensor<8x128x32xf16, #e1226>
tensor<8x128x32xf8E5M2, #e1225>
tensor<8x128x32xf8E5M2, #e1226>
tensor<8x128x32xi1, #e1225>
tensor<8x128x32xi32, #e1225>
tensor<8x128xf32, #e1227>
tensor<8x128xf32, #e201>
tensor<8x128xi32, #e237>
tensor<8x128xi8, #e273>
tensor<8x128xi8, #e237>
tensor<8x16x128x!tt.ptr<f16>, #e1225>
tensor<8x16x128xf16, #e1225>
tensor<8x16x128xf16, #e1228>
tensor<8x16x128xi1, #e1225>
tensor<8x16x128xi32, #e1225>
tensor<8x16xf16, #e309>
tensor<8x16xf16, #e687>
tensor<8x16xf32, #e205>
tensor<8x16xi32, #e309>
tensor<8x16xi32, #e347>
tensor<8x1x!tt.ptr<i8>, #e237>
tensor<8x1xf32, #e770>
tensor<8x1xi32, #e744>
tensor<8x1xi32, #e1229>
tensor<8x2048x!tt.ptr<i8>, #e744>
tensor<8x2048xi32, #e744>
tensor<8x2048xi8, #e744>
tensor<8x2xi32, #e1230>
tensor<8x2xi32, #e1229>
tensor<8x2xi32, #e1231>
tensor<8x2xi32, #e1232>
tensor<8x32x!tt.ptr<f16>, #e1233>
tensor<8x32x128x!tt.ptr<f16>, #e1225>
tensor<8x32x128xf16, #e1225>
tensor<8x32x128xf16, #e1228>
tensor<8x32x128xi1, #e1225>
tensor<8x32x128xi32, #e1225>
tensor<8x32x32xf16, #e1234>
tensor<8x32x32xf16, #e1235>
tensor<8x32x32xf16, #e1236>
tensor<8x32x32xf16, #e1237>
tensor<8x32x8x16xf8E4M3FN, #e1238>
tensor<8x32xf16, #e205>
tensor<8x32xf16, #e1233>
tensor<8x4xf32, #e204>
tensor<8x4xf32, #e1239>
tensor<8x4xf64, #e1240>
tensor<8x512xf16, #e770>
tensor<8x512xf32, #e770>
tensor<8x64xf16, #e297>
tensor<8x64xf32, #e501>
tensor<8x64xi1, #e501>
tensor<8x64xi32, #e501>
tensor<8x8x!tt.ptr<f32>, #e724>
tensor<8x8x!tt.ptr<f32>, #e1177>
tensor<8x8xbf16, #e480>
tensor<8x8xf16, #e759>
tensor<8x8xf16, #e472>
tensor<8x8xf16, #e480>
tensor<8x8xf32, #e724>
tensor<8x8xf32, #e1177>
tensor<8x8xf32, #e480>
tensor<8x8xf32, #e697>
tensor<8x8xf64, #e201>
tensor<8x8xf8E4M3FN, #e480>
tensor<8x8xf8E4M3FNUZ, #e480>
tensor<8x8xf8E5M2, #e480>
tensor<8x8xf8E5M2FNUZ, #e480>
tensor<8xbf16, #e1223>
tensor<8xf32, #e186>
tensor<8xf32, #e191>
tensor<8xf32, #e1241>
tensor<8xi32, #e1242>
tensor<8xi32, #e186>
tensor<8xi32, #e1243>
tensor<8xi32, #e191>
tensor<8xi32, #e1244>
tensor<8xi32, #e533>
tensor<8xi32, #e1245>
tensor<8xi32, #e1246>
tensor<8xi32, #e1247>
tensor<8xi32, #e1248>
tensor<8xi32, #e1223>
tensor<8xi64, #e191>
tensor<8xi64, #e1244>
tensor<8xi64, #e1246>
