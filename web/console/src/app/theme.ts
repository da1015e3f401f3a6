// Light, dark, or as the system has it.

import { useSyncExternalStore } from 'preact/compat';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'reinstate.theme';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const theme = () => (localStorage.getItem(KEY) as Theme | null) ?? 'system';
const listeners = new Set<() => void>();

function setTheme(next: Theme) {
  localStorage.setItem(KEY, next);
  applyTheme();
  for (const listener of listeners) listener();
}

export function applyTheme() {
  const chosen = theme();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = () => [useSyncExternalStore(subscribe, theme), setTheme] as const;
