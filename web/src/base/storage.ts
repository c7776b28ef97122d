// State that outlives a visit. Storage throws if the user has forbidden it or it is full; then the value is valid for
// this visit only, and the page reports it.

const unkept = new Map<string, string>();
let listener: (() => void) | undefined;

export function recall(key: string): string | undefined {
  if (unkept.has(key)) return unkept.get(key);
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string | undefined): void {
  const before = unkept.size;
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    if (value === undefined) unkept.delete(key);
    else unkept.set(key, value);
  }
  if (before !== unkept.size) listener?.();
}

/** Names of values that the browser does not keep. `changed` is called when the set changes. */
export function unkeptKeys(): readonly string[] {
  return [...unkept.keys()];
}
export function followUnkept(changed: () => void): void {
  listener = changed;
}
