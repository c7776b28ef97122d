import type { EmitFormat } from '../core/binding';
import { copyText, notify } from '../page/clipboard';
import { CopyIcon } from '../page/icons';
import { Menu } from '../page/menu';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

type Format = readonly [EmitFormat, string];

const codeFormats: readonly Format[] = [
  ['cpp', 'CuTe C++'], ['dsl', 'CuTe DSL'], ['pycute', 'pycute'], ['python', 'Python lists'],
];
const pictureFormats: readonly Format[] = [
  ['svg', 'SVG'], ['latex', 'TikZ'], ['text', 'Characters'], ['json', 'JSON'], ['ascii', 'CuTe print_layout'], ['cute_latex', 'CuTe print_latex'],
];

export function CopyMenu({ card, session }: { card: Card; session: Session }) {
  const { binding } = card;

  async function copy([format, title]: Format): Promise<void> {
    const emitted = await session.emit(card, format);
    if (emitted?.answer !== undefined) await copyText(session, emitted.answer, title);
    else if (emitted) notify(session, emitted.refused);
  }

  const entry = (one: Format) => <button key={one[0]} type="button" onClick={() => copy(one)}>{one[1]}</button>;
  return (
    <Menu class="copy" label={<CopyIcon />} title={`Copy ${binding.name || binding.source}`}>
      <p>Copy the value as</p>
      <button type="button" onClick={() => copyText(session, binding.cute)}>CuTe form</button>
      {codeFormats.map(entry)}
      {binding.views.length > 0 && <p>the picture as</p>}
      {binding.views.length > 0 && pictureFormats.map(entry)}
    </Menu>
  );
}
