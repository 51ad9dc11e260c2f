/**
 * Light or dark: what the person chose, else what the system says. It stands on the root element before anything is
 * drawn.
 */
import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';
interface Theme {
  readonly choice: ThemeChoice;
  readonly shown: 'light' | 'dark';
}

const KEY = 'tripwire.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let theme: Theme = read();

function read(): Theme {
  const kept = localStorage.getItem(KEY);
  const choice = kept === 'light' || kept === 'dark' ? kept : 'system';
  const ofSystem = system.matches ? 'dark' : 'light';
  return { choice, shown: choice === 'system' ? ofSystem : choice };
}

function apply(): void {
  theme = read();
  document.documentElement.dataset['theme'] = theme.shown;
  for (const listener of listeners) listener();
}

/** Applies the theme, now and whenever the system changes its mind. */
export function startTheme(): void {
  apply();
  system.addEventListener('change', apply);
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}
