// The list of keys, in words; each key is handled where it acts.
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { t, type Word } from '../words/words';

type Shortcut = readonly [keys: string, what: Word, keysWord?: Word];

const groups: readonly { title: Word; shortcuts: readonly Shortcut[] }[] = [
  { title: 'shortcuts.anywhere', shortcuts: [['Ctrl K', 'shortcuts.palette'], ['?', 'shortcuts.sheet'], ['Esc', 'shortcuts.escape'], ['Shift Alt F', 'shortcuts.format']] },
  {
    title: 'shortcuts.editor',
    shortcuts: [
      ['Ctrl Space', 'shortcuts.complete'], ['Tab', 'shortcuts.take'], ['Ctrl Z', 'shortcuts.undo'], ['Ctrl Alt ↓', 'shortcuts.carets'],
      ['Ctrl /', 'shortcuts.comment'],
    ],
  },
  {
    title: 'shortcuts.picture',
    shortcuts: [
      ['← ↑ → ↓', 'shortcuts.walk'], ['Enter', 'shortcuts.pin'], ['+ − 0', 'shortcuts.zoom'], ['G', 'shortcuts.seek'],
      ['M', 'shortcuts.arrow'], ['', 'shortcuts.wheel', 'shortcuts.wheelKeys'], ['', 'shortcuts.drag', 'shortcuts.dragKeys'],
    ],
  },
];

export function Shortcuts({ close }: DialogProps) {
  return (
    <DialogFrame class="shortcuts" title={t('shortcuts')} closeTitle={t('shortcuts.close')} close={close}>
      <div class="sheets">
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {shortcuts.map(([keys, what, word]) => (
                <div key={what}>
                  <dt>{word ? <kbd>{t(word)}</kbd> : keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>)}</dt>
                  <dd>{t(what)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
