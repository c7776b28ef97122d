// The three streams of a program. Any of them can be closed, full, or a pipe without a reader.
#pragma once

namespace stridescope {

// Reserves the number of a closed stream, so that no file opened later gets it: otherwise output to standard output
// would be written into that file. Reading or writing a closed stream still fails. Call it at the start of `main`.
void hold_standard_streams();

// Flushes standard output. False if output was lost: the disk is full, or the pipe or the stream is closed. Call it at
// the end of every program that prints: a lost answer is not a success.
bool output_written();

}  // namespace stridescope
