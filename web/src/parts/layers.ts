// Open layers: lists, dialogs, a held arrow. Escape closes only the last one; an earlier user of the key, such as a
// list of completions in the editor, has priority.
const open: { close: () => void }[] = [];

addEventListener('keydown', (event) => {
  const last = open.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || !last) return;
  // The browser first empties a search field.
  if (event.target instanceof HTMLInputElement && event.target.type === 'search' && event.target.value) return;
  event.preventDefault();
  // A closing layer can take a moment to disappear.
  open.pop();
  last.close();
});

/** From now on Escape closes this layer; returns a function that reports that it is closed. */
export function layer(close: () => void): () => void {
  const own = { close };
  open.push(own);
  return () => {
    const at = open.indexOf(own);
    if (at >= 0) open.splice(at, 1);
  };
}
