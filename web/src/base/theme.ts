// Light or dark: the system's choice, until the user makes another one.
import { effect, signal } from '@preact/signals';
import { recall, remember } from './storage';

export type Theme = 'light' | 'dark';

const key = 'stridescope-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): Theme => (system.matches ? 'dark' : 'light');

/** The current theme. */
export const theme = signal<Theme>(stored() ?? systemTheme());

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  remember(key, theme.value === systemTheme() ? undefined : theme.value);
}

export function followSystemTheme(): void {
  system.addEventListener('change', () => {
    theme.value = stored() ?? systemTheme();
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

function stored(): Theme | undefined {
  const value = recall(key);
  return value === 'light' || value === 'dark' ? value : undefined;
}
