// The three streams that a program is started with. Any of them may be closed, full or a pipe whose reader has gone.
#pragma once

namespace stridescope {

// Gives a closed stream back its number, so that no file that is opened later gets it: what is written to standard
// output would go into that file. Reading or writing a closed stream still fails. For the start of `main`.
void hold_standard_streams();

// Flushes standard output. False if something that was printed is lost: the disk is full, the pipe or the stream is
// closed. For the end of every program that prints: a lost answer is not a success.
bool output_written();

}  // namespace stridescope
