/* The C example of the README. */
#include <stdint.h>
#include <stdio.h>
#include <stridescope/stridescope.h>
#include <string.h>

int main(void) {
  stridescope_session* session = stridescope_open();
  if (session == NULL) return 1;
  puts(stridescope_version());
  if (strstr(stridescope_call_evaluate(session, "{\"program\": \"A = (4,8):(8,1)\"}"), "\"diagnostics\":[]") == NULL) return 1;
  puts(stridescope_call_describe(session, "{\"binding\": 0, \"cell\": 5}"));

  stridescope_binary(session, 1);
  if (strstr(stridescope_call_scene(session, "{\"binding\": 0}"), "\"ids\":{\"array\":0}") == NULL) return 1;
  const stridescope_array ids = stridescope_array_of(session, 0);
  printf("%zu cells of %d bytes, the last is %lld\n", ids.size, ids.bytes, (long long)((const int64_t*)ids.data)[ids.size - 1]);
  if (stridescope_array_of(session, 99).data != NULL) return 1;

  puts(stridescope_call(session, "no_such_method", NULL));
  puts(stridescope_call_describe(session, "{\"binding\": 7, \"cell\": 5}"));
  puts(stridescope_call_describe(session, "nonsense"));
  stridescope_close(session);
  stridescope_close(NULL);
  return 0;
}
