// Light or dark: the system's choice, until the reader makes another.
import { effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const key = 'stridescope-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): Theme => (system.matches ? 'dark' : 'light');

/** The theme in force. */
export const theme = signal<Theme>(stored() ?? systemTheme());

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  store(theme.value === systemTheme() ? undefined : theme.value);
}

export function followSystemTheme(): void {
  system.addEventListener('change', () => {
    theme.value = stored() ?? systemTheme();
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

// Storage throws where the reader has forbidden it.
function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

function store(value: Theme | undefined): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // The choice holds for this visit.
  }
}
