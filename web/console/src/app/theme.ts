// Light, dark, or as the system has it.

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'reinstate.theme';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const theme = () => (localStorage.getItem(KEY) as Theme | null) ?? 'system';

export function setTheme(next: Theme) {
  localStorage.setItem(KEY, next);
  applyTheme();
}

export function applyTheme() {
  const chosen = theme();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
