// The atoms of CUTLASS: found by words, seen as pictures, and built into tilings. All that it makes is program text.
import { useEffect, useState } from 'preact/hooks';
import table from '../../../core/tiled/cutlass_atoms.def?raw';
import type { ListedAtom } from '../core/door';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { t } from '../words/words';
import { AtomView } from './atom_view';

// Those that have atoms, the newest first, and last `any`.
const architectures = [...table.matchAll(/^STRIDESCOPE_CUTLASS_ATOMS\((\w+),/gm)].map(([, name]) => name!).reverse();
/** Typed letters wait for each other. */
const settle = 120;

export function Atoms({ session, close }: DialogProps) {
  const [words, setWords] = useState('');
  const [architecture, setArchitecture] = useState('sm80');
  const [kind, setKind] = useState<'mma' | 'copy'>('mma');
  const [found, setFound] = useState<readonly ListedAtom[]>();
  const [picked, setPicked] = useState<ListedAtom>();

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      const asked = [kind, ...(architecture ? [architecture] : []), ...words.split(/\s+/).filter(Boolean)];
      void session.ask('atoms', { words: asked }).then((given) => {
        if (!current) return;
        const list = given?.answer?.atoms ?? [];
        setFound(list);
        setPicked((before) => list.find(({ name }) => name === before?.name) ?? list[0]);
      });
    }, settle);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [words, architecture, kind]);

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
          <option value="">{t('atoms.any')}</option>
          {architectures.map((one) => <option key={one} value={one}>{one === 'any' ? 'universal' : one}</option>)}
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
          {found?.map((atom) => (
            <li key={atom.name}>
              <button type="button" aria-pressed={atom === picked} onClick={() => setPicked(atom)}>{atom.name}</button>
            </li>
          ))}
          {found?.length === 0 && <li class="note">{t('atoms.nothing')}</li>}
        </ul>
        {picked ? <AtomView key={picked.name} atom={picked} kind={kind} session={session} close={close} /> : <p class="note">{t('atoms.pick')}</p>}
      </div>
    </DialogFrame>
  );
}
