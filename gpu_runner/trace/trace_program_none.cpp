// Builds without processes cannot trace: returns an error.
#include "gpu_runner/trace/source_launch.h"
#include "gpu_runner/trace/trace_program.h"

namespace stridescope::gpu {

Result<TracedProgram> trace_program(const TraceOptions& /*options*/) {
  return failure(ErrorCode::unsupported, say("programs cannot be traced here"), say("use the native command line"));
}

Result<CountedProgram> count_program(const TraceOptions& /*options*/) {
  return failure(ErrorCode::unsupported, say("programs cannot be traced here"), say("use the native command line"));
}

Result<CompiledSource> compiled_source(const SourceOptions& options, int /*architecture*/) {
  if (options.is_ptx) return CompiledSource{options.text, options.kernel, {}};
  return failure(ErrorCode::unsupported, say("sources cannot be compiled here"), say("give PTX"));
}

}  // namespace stridescope::gpu
