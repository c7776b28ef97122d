/** PTX, complete or not, also without a kernel: the machine reports what it lacks. The rule is that of looks_like_ptx
 * (core/machine/ptx_text.cpp): tests/web/ptx_texts.json tests both. */
export const isPtx = (text: string): boolean =>
  /^[ \t]*((\.visible|\.weak)[ \t]+)?(\.entry |ld\.param\.)/m.test(text) || (/^[ \t]*\.version /m.test(text) && /^[ \t]*\.target /m.test(text));
