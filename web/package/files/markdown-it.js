import { answer } from './answer.js';
import { load } from './index.js';

const core = await load();

const escapes = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\n': '&#10;' };
const open = (tag, attributes) =>
  `<${tag}${Object.entries(attributes).map(([name, value]) => ` ${name}="${value.replace(/[&<"\n]/g, (char) => escapes[char])}"`).join('')}>`;

/** For Markdown-it: `md.use(stridescope)`. */
export default function stridescope(md) {
  md.core.ruler.push('stridescope', ({ tokens, Token }) => {
    for (let at = tokens.length; at-- > 0;) {
      const block = tokens[at];
      const found = /^(fence|code_block)$/.test(block.type) && answer(core, block.content, block.info);
      if (!found) continue;
      block.content = found.text;
      tokens.splice(at + 1, 0, ...found.pictures.map(({ element, image }) => {
        const html = new Token('html_block', '', 0);
        html.content = `${open('stride-scope', element)}${open('img', image)}</stride-scope>\n`;
        return html;
      }));
    }
  });
}
