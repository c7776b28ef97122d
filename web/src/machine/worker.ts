// The worker of the machine's module, which is fetched with it: a kernel that runs long cannot block the page.
import createMachine from 'stridescope-wasm/machine.mjs';
import machineUrl from 'stridescope-wasm/machine.wasm?url';

/** A question to the module, and its answer: JSON, or the reason that it is missing. */
export interface MachineQuestion {
  id: number;
  method: string;
  request: string;
}
export interface MachineReply {
  id: number;
  answer?: string;
  trapped?: string;
}

const machine = createMachine({
  instantiateWasm(imports, received) {
    WebAssembly.instantiateStreaming(fetch(machineUrl), imports).then(
      ({ instance }) => received(instance),
      // Outside of the promise, so that the page hears of it.
      (error: unknown) => setTimeout(() => { throw error; }),
    );
    return {};
  },
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

addEventListener('message', ({ data: { id, method, request } }: MessageEvent<MachineQuestion>) => {
  void machine.then((module) => {
    try {
      const asked = encoder.encode(method + request);
      const to = module._ss_input(asked.length);
      module.HEAPU8.set(asked, to);
      const length = module._ss_call(method.length, asked.length);
      const from = module._ss_answer();
      postMessage({ id, answer: decoder.decode(module.HEAPU8.subarray(from, from + length)) } satisfies MachineReply);
    } catch (error) {
      postMessage({ id, trapped: error instanceof Error ? error.message : String(error) } satisfies MachineReply);
    }
  });
});
