// A code block of a document: the comments `// ^?` and `# ^?` in it have their answers, by the core's method `annotate`.

// Languages in which `4` is a dynamic integer.
const cute = /^(c|cc|cpp|c\+\+|cu|cuda)\b/i;

/**
 * The text of the block and its pictures: attributes of <stride-scope> and of an <img> in it. Undefined for a block that
 * asks nothing.
 */
export function answer(core, program, language = '') {
  if (!program.includes('^?')) return undefined;
  const mode = cute.test(language.trim()) ? 'cute' : 'teaching';
  const { text, pictures } = core.call('annotate', { program, mode });
  return { text, pictures: pictures.map(({ binding, view }) => ({ element: { program, mode, value: `${binding}`, view }, image: image(core, binding, view) })) };
}

function image(core, binding, view) {
  try {
    const svg = core.ask('emit', { binding, format: 'svg', view }).text;
    const alt = (/<title>([^<]*)/.exec(svg)?.[1] ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt };
  } catch (error) {
    return { alt: error.message };
  }
}
