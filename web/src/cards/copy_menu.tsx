import type { EmitFormat } from '../core/binding';
import { copyText } from '../page/clipboard';
import { CopyIcon } from '../page/icons';
import { Menu } from '../page/menu';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

const pictureFormats: readonly [EmitFormat, string][] = [['ascii', 'Text picture'], ['svg', 'SVG'], ['json', 'JSON']];

export function CopyMenu({ card, session }: { card: Card; session: Session }) {
  const { binding } = card;

  async function copy(format: EmitFormat, title: string): Promise<void> {
    const text = await session.emit(card, format);
    if (text !== undefined) await copyText(session, text, title);
  }

  return (
    <Menu class="copy" label={<CopyIcon />} title={`Copy ${binding.name || binding.source}`}>
      <button type="button" onClick={() => copyText(session, binding.cute)}>CuTe form</button>
      {binding.views.length > 0 && pictureFormats.map(([format, title]) => (
        <button key={format} type="button" onClick={() => copy(format, title)}>{title}</button>
      ))}
    </Menu>
  );
}
