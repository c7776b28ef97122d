// Where no program can be started there is nothing to trace.
#include "gpu_runner/trace/trace_program.h"

namespace stridescope::gpu {

Result<TracedProgram> trace_program(const TraceOptions& /*options*/) {
  return failure(ErrorCode::unsupported, say("no program can be traced here"), say("use the native command line"));
}

}  // namespace stridescope::gpu
