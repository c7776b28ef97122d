// The atoms of CUTLASS: search by words, pictures, and forms for tilings. The result is always program text.
import { useEffect, useState } from 'preact/hooks';
import type { Atoms as Found, ListedAtom } from '../core/door';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { t } from '../words/words';
import { AtomView } from './atom_view';

/** Waits for a pause in typing. */
const settle = 120;

export function Atoms({ session, close }: DialogProps) {
  const [words, setWords] = useState('');
  const [architecture, setArchitecture] = useState('sm80');
  const [kind, setKind] = useState<'mma' | 'copy'>('mma');
  const [found, setFound] = useState<Found>();
  const [picked, setPicked] = useState<ListedAtom>();

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      void search().then((given) => {
        if (!current || !given) return;
        const { atoms } = given;
        setFound(given);
        setPicked((before) => atoms.find(({ name }) => name === before?.name) ?? atoms[0]);
      });
    }, settle);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [words, architecture, kind]);

  /** Words that the chosen kind and architecture do not have are searched in the others, which become the choice. */
  async function search(): Promise<Found | undefined> {
    const ask = async (one: typeof kind, place: string): Promise<Found | undefined> => (await session.ask('atoms', { kind: one, architecture: place, text: words }))?.answer;
    const first = await ask(kind, architecture);
    if (!first || first.atoms.length || !words.trim()) return first;
    for (const place of [architecture, ...first.architectures.map(({ value }) => value).filter((value) => value !== architecture)]) {
      for (const one of [kind, kind === 'mma' ? 'copy' : 'mma'] as const) {
        const other = await ask(one, place);
        if (!other?.atoms.length) continue;
        setKind(one);
        setArchitecture(place);
        return other;
      }
    }
    return first;
  }

  const tools = (
    <>
      <input
        type="search"
        placeholder={t('atoms.search')}
        aria-label={t('atoms.searchLabel')}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <label class="choice">
        <span>{t('atoms.architecture')}</span>
        <select value={architecture} onChange={(event) => setArchitecture(event.currentTarget.value)}>
          {found?.architectures.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </select>
      </label>
      <div class="segmented" role="group" aria-label={t('atoms.kind')}>
        {(['mma', 'copy'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>{t(`atoms.${one}`)}</button>
        ))}
      </div>
    </>
  );
  return (
    <DialogFrame class="atoms" title={t('atoms.title')} closeTitle={t('atoms.close')} close={close} tools={tools}>
      <div class="atom-panes">
        <ul class="atom-list" aria-label={t('atoms')}>
          {found?.atoms.map((atom) => (
            <li key={atom.name}>
              <button type="button" aria-pressed={atom === picked} onClick={() => setPicked(atom)}>{atom.name}</button>
            </li>
          ))}
          {found?.note && <li class="note">{found.instead ? <button type="button" class="link" onClick={() => { setKind(found.instead!.kind ?? 'mma'); setArchitecture(found.instead!.architecture ?? ''); }}>{found.note}</button> : found.note}</li>}
        </ul>
        {picked ? <AtomView key={picked.name} atom={picked} kind={kind} session={session} close={close} /> : <p class="note">{t('atoms.pick')}</p>}
      </div>
    </DialogFrame>
  );
}
