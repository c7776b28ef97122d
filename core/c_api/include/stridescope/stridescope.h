/* Stridescope for C, and for whatever calls C: methods that take JSON and answer with JSON. Link Stridescope::c, which
 * is libstridescope.so. The methods are listed in core/door/door.def; `stridescope call --list` prints them with all
 * members of their requests and answers.
 *
 *   stridescope_session* session = stridescope_open();
 *   stridescope_call_evaluate(session, "{\"program\": \"A = (4,8):(8,1)\"}");
 *   puts(stridescope_call_describe(session, "{\"binding\": 0, \"cell\": 5}"));
 *   stridescope_close(session);
 */
#ifndef STRIDESCOPE_STRIDESCOPE_H
#define STRIDESCOPE_STRIDESCOPE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STRIDESCOPE_API __attribute__((visibility("default")))

/* One program and its report. Only one thread at a time may use a session; sessions are independent. */
typedef struct stridescope_session stridescope_session;

/* A session, or a null pointer when memory runs out. */
STRIDESCOPE_API stridescope_session* stridescope_open(void);
/* Does nothing for a null pointer. */
STRIDESCOPE_API void stridescope_close(stridescope_session* session);

/* The answer to a method, JSON in UTF-8: {"error": {"code", "message", "hint"}} if the request fails. `request` is
 * a JSON object; a null pointer is one without members. The text belongs to the session until its next call. */
STRIDESCOPE_API const char* stridescope_call(stridescope_session* session, const char* method, const char* request);

/* Large lists of numbers (the cells of a picture) as memory instead of text: in answers after stridescope_binary(s, 1)
 * each is {"array": index}. */
STRIDESCOPE_API void stridescope_binary(stridescope_session* session, int on);
typedef struct stridescope_array {
  const void* data; /* the session's, until its next call */
  size_t size;      /* how many numbers */
  int bytes;        /* of one: 4 (int32_t) or 8 (int64_t) */
} stridescope_array;
/* An array of the last answer; one without data if the index is beyond the last. */
STRIDESCOPE_API stridescope_array stridescope_array_of(const stridescope_session* session, size_t index);

/* "MAJOR.MINOR.PATCH". */
STRIDESCOPE_API const char* stridescope_version(void);

/* stridescope_call_NAME(session, request) for each method. */
#define METHOD(name, request, answer, about)                                                          \
  static inline const char* stridescope_call_##name(stridescope_session* session, const char* json) { \
    return stridescope_call(session, #name, json);                                                    \
  }
#include "core/door/door.def"
#undef METHOD

#ifdef __cplusplus
}
#endif

#endif
