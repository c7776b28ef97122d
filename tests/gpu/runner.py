"""The runner (stridescope-runner) as a child that answers one request after the other, for the scripts of this folder."""
import json
import os
import subprocess


def gpus():
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout
        return max(1, sum(line.startswith("GPU ") for line in listed.splitlines()))
    except OSError:
        return 1


class Runner:
    """The runner as a child; replaced when it ends."""

    def __init__(self, path, watchdog=5.0, gpu=0):
        self.env = {**os.environ, "CUDA_VISIBLE_DEVICES": str(gpu)}
        self.command = [path, "--watchdog", str(watchdog)]
        self.child = None
        self.replaced = 0
        self.number = 0

    def start(self):
        self.child = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                      env=self.env)

    def ask(self, body):
        if self.child is None or self.child.poll() is not None:
            self.start()
        self.number += 1
        request = {"version": 1, "id": self.number, **body}
        try:
            self.child.stdin.write(json.dumps(request) + "\n")
            self.child.stdin.flush()
            for line in self.child.stdout:
                answer = json.loads(line)
                if answer.get("id") == self.number and "result" in answer:
                    if answer["result"].get("last"):
                        self.end()
                    return answer["result"]
        except BrokenPipeError:
            pass
        self.end()
        return {"status": "error", "code": "runner_died", "message": "the runner ended"}

    def end(self):
        self.child.stdin.close()
        self.child.wait()
        self.child = None
        self.replaced += 1

    def run(self, program, fault=None, **options):
        """A fault is made by stridescope-runner-faults alone (tests/runner/faults.cpp)."""
        if fault:
            program += f"\n# fault: {fault}"
        return self.ask({"run": {"program": program, "device": "gpu", **options}})
