// A trap of WebAssembly: one type for several operands of an operation that works element by element. The reader
// repeated the type by `assign` with an element of the same vector, and read memory that the vector had freed.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @sum(%first: tensor<64x64xf32, #blocked>, %second: tensor<64x64xf32, #blocked>, %mask: tensor<64x64xi1, #other>) {
    %0 = arith.addf %first, %second : tensor<64x64xf32, #blocked>
    %1 = math.fma %first, %second, %0 : tensor<64x64xf32, #blocked>
    %2 = arith.andi %mask, %mask, %mask, %mask, %mask : tensor<64x64xi1, #other>
    tt.return
  }
}
