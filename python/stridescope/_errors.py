"""Errors of the core as exceptions."""


class StridescopeError(ValueError):
    """An error of the core.

    message  what is wrong with which value, and what is expected
    span     begin and end of its place in `program`, or None
    hint     a fix in words, or ''
    fix      text that replaces the span and fixes the error, or ''
    code     a fixed word, for programs
    program  the text that was evaluated, or ''
    """

    def __init__(self, message, hint="", *, code="", span=None, fix="", program=""):
        super().__init__(message)
        self.message, self.hint, self.code, self.span, self.fix, self.program = message, hint, code, span, fix, program

    def __str__(self):
        lines = [self.message]
        if self.span:
            begin, end = self.span
            start = self.program.rfind("\n", 0, begin) + 1
            line = self.program[start:].split("\n", 1)[0]
            lines[0] = f"{self.program.count(chr(10), 0, begin) + 1}:{begin - start + 1}: {self.message}"
            marks = "^" * max(1, min(end - begin, len(line) - begin + start))
            lines += ["  " + line, "  " + " " * (begin - start) + marks]
        if self.hint:
            lines.append("hint: " + self.hint)
        return "\n".join(lines)

    def _render_traceback_(self):
        # IPython shows these lines instead of a traceback.
        return ["StridescopeError: " + str(self)]


def of_problem(problem, program, skipped):
    """The error of a diagnostic. `skipped`: UTF-16 units of the program before the user's text, which is `program`."""
    units = program.encode("utf-16-le", "surrogatepass")
    begin, end = (max(0, at - skipped) * 2 for at in problem["span"])
    span = tuple(len(units[:at].decode("utf-16-le", "replace")) for at in (begin, end))
    return StridescopeError(
        problem["message"], problem["hint"], code=problem["code"], fix=problem["replacement"], program=program,
        span=None if problem["span"][1] < skipped else span,
    )
