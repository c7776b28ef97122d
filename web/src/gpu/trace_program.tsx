// A program that the runner traces for this page, if it was started with --allow-programs: its command line, its
// output, and its trace, which opens like a dropped file.
import { useRef, useState } from 'preact/hooks';
import { takeFile } from '../file/take';
import type { DialogProps } from '../parts/dialogs';
import { language, t } from '../words/words';
import { runner, type TraceWish } from './runner';
import '../style/trace.css';

/** Maximum lines kept from the end of a program's output. */
const mostLines = 200;

export function TraceProgram({ session, close }: DialogProps) {
  const [wish, setWish] = useState<TraceWish>({ command: '', folder: '', kernel: '', launch: 0, blocks: '' });
  const [said, setSaid] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [stop, setStop] = useState<() => void>();
  const end = useRef<HTMLPreElement>(null);
  const text = (key: 'command' | 'folder' | 'kernel' | 'blocks', label: string, placeholder: string) => (
    <label><span>{label}</span><input type="text" name={key} spellcheck={false} autocomplete="off" placeholder={placeholder} value={wish[key]} onInput={(event) => setWish({ ...wish, [key]: event.currentTarget.value })} /></label>
  );

  async function trace(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setSaid([]);
    setProblem([]);
    const { result, cancel } = runner.traceProgram({ ...wish, language: language.value }, (line) => {
      setSaid((before) => [...before, line].slice(-mostLines));
      end.current?.scrollTo(0, end.current.scrollHeight);
    });
    setStop(() => cancel);
    const { name, why } = await result;
    setStop(undefined);
    setProblem(why);
    const file = name === undefined ? undefined : await runner.trace(name);
    if (!file) return;
    close();
    await takeFile(session, file);
  }

  return (
    <form class="trace-program" onSubmit={(event) => void trace(event)}>
      <h3>{t('gpu.traceProgram')}</h3>
      {text('command', t('gpu.command'), './program --size 1024')}
      {text('folder', t('gpu.folder'), '')}
      {text('kernel', t('gpu.kernels'), '')}
      <label><span>{t('gpu.launch')}</span><input type="number" name="launch" min={0} value={wish.launch} onInput={(event) => setWish({ ...wish, launch: event.currentTarget.valueAsNumber || 0 })} /></label>
      {text('blocks', t('gpu.blocks'), 'first,middle')}
      <div class="dialog-actions">
        {stop
          ? <button type="button" onClick={stop}>{t('gpu.traceStop')}</button>
          : <button type="submit" class="primary" disabled={!wish.command.trim()}>{t('gpu.traceGo')}</button>}
        {stop && <span class="note" role="status">{t('gpu.tracing')}</span>}
      </div>
      {problem.map((one) => <p key={one} class="problem">{one}</p>)}
      {said.length > 0 && <pre ref={end} class="said">{said.join('\n')}</pre>}
    </form>
  );
}
