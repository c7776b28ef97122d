// Tests of kernels that add, run by the real runner on the reference device, block by block; if NVRTC is available, the
// same kernels are compiled too.
#include <doctest/doctest.h>

#include "gpu_runner/client.h"
#include "tests/environment.h"
#include "tests/runner/result_text.h"

namespace stridescope::gpu {
namespace {

Json answer(JsonClient& client, const std::string& program) {
  RunRequest request;
  request.id = 1;
  request.program = program;
  request.device = "auto";
  return client.run(request, {}, {});
}

}  // namespace

TEST_CASE("the reference device adds every element once, for each way that threads meet") {
  JsonClient client({{environment("RUNNER")}, 120, false});
  const std::string rows = "reduce_kernel((64,256):(256,1), (64,1):(1,0), ";
  for (const std::string& program :
       {rows + "(_64,_1):(_1,_64), tile=(64,1))", rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128))",
        rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), combine=\"shared\")",
        rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), split=2)",
        rows + "((_64,_4),_4):((_16,_1),_4), tile=(4,256), dtype=\"half_t\")",
        rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), dtype=\"bfloat16_t\", split=2)",
        // Columns; a tensor of three modes summed along two; a swizzled source; everything, by several blocks.
        std::string("reduce_kernel((64,256):(256,1), (1,256):(0,1), ((_32,_8),_2):((_1,_64),_32), tile=(64,8))"),
        std::string("reduce_kernel((16,32,64):(2048,64,1), (1,32,1):(0,1,0), ((_32,_4),_4):((_16,_1),_4), "
                    "tile=(4,4,32), dtype=\"int8_t\")"),
        std::string("reduce_kernel(Sw<3,2,5> o 0 o (64,64):(64,1), (64,1):(1,0), ((_16,_8),_4):((_32,_1),_8), "
                    "tile=(8,64))"),
        std::string("reduce_kernel(65536:1, 1:0, (_256,_8):(_8,_1), split=8)"),
        // The last tile reaches past the end of the rows.
        std::string("reduce_kernel((64,250):(250,1), (64,1):(1,0), ((_32,_8),_4):((_32,_1),_8), tile=(8,128))"),
        std::string("reduce_kernel((8,1000):(1000,1), (8,1):(2,0), ((_32,_8),_2):((_16,_1),_8), tile=(8,64), "
                    "dtype=\"int32_t\")")}) {
    CAPTURE(program);
    const Json result = answer(client, program);
    CAPTURE(result.dump());
    CHECK(result["status"] == "ok");
    CHECK(result["verify"]["wrong"] == 0);
    if (result.contains("compiled")) CHECK_FALSE(result["compiled"].contains("error"));
  }
}

}  // namespace stridescope::gpu
