import { answer } from './answer.js';
import { load } from './index.js';

const make = (tagName, properties, children = []) => ({ type: 'element', tagName, properties, children });

function visit(core, parent) {
  for (let at = parent.children?.length ?? 0; at-- > 0;) {
    const node = parent.children[at];
    const code = node.tagName === 'pre' && node.children.find(({ tagName }) => tagName === 'code');
    if (!code) {
      visit(core, node);
      continue;
    }
    const language = [code.properties?.className ?? []].flat().find((name) => `${name}`.startsWith('language-'))?.slice(9);
    const found = answer(core, code.children.map(({ value }) => value ?? '').join(''), language);
    if (!found) continue;
    code.children = [{ type: 'text', value: found.text }];
    parent.children.splice(at + 1, 0, ...found.pictures.map(({ element, image }) => make('stride-scope', element, [make('img', image)])));
  }
}

/** For rehype and MDX, before a plugin that highlights: `rehypePlugins: [stridescope]`. */
export default function stridescope() {
  return async (tree) => visit(await load(), tree);
}
