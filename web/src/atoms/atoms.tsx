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
      void session.ask('atoms', { kind, architecture, text: words }).then((given) => {
        if (!current || !given?.answer) return;
        const { atoms } = given.answer;
        setFound(given.answer);
        setPicked((before) => atoms.find(({ name }) => name === before?.name) ?? atoms[0]);
      });
    }, settle);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [words, architecture, kind]);

  /** The core names where the words are found. */
  function follow({ kind = 'mma', architecture = '' }: NonNullable<Found['instead']>): void {
    setKind(kind);
    setArchitecture(architecture);
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
          {found?.note && <li class="note">{found.instead ? <button type="button" class="link" onClick={() => follow(found.instead!)}>{found.note}</button> : found.note}</li>}
        </ul>
        {picked ? <AtomView key={picked.name} atom={picked} kind={kind} session={session} close={close} /> : <p class="note">{t('atoms.pick')}</p>}
      </div>
    </DialogFrame>
  );
}
