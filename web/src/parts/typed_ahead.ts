// Keys typed while a dialog loads: they go to its field, not to the program behind it. Escape ends the holding.
let holding = false;
let text = '';

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') releaseKeys();
  else if (event.key.length === 1) text += event.key;
  else if (event.key === 'Backspace') text = text.slice(0, -1);
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function holdKeys(): void {
  if (holding) return;
  holding = true;
  addEventListener('keydown', keep, true);
}

/** Ends the holding and returns what was typed, once. */
export function releaseKeys(): string {
  const typed = text;
  holding = false;
  text = '';
  removeEventListener('keydown', keep, true);
  return typed;
}
