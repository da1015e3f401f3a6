// Messages about what was done. One that offers something waits until it is closed.

import { createContext, type ComponentChildren } from 'preact';
import { useCallback, useContext, useMemo, useState } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { Button, IconButton } from '../parts/small';

/** `busy` is one about what is still done; it stays until it is closed, whatever its button does. */
export type Toast = { text: string; tone?: 'error' | 'success'; action?: { label: string; run(): void }; busy?: boolean };
type Shown = Toast & { id: number };
type Toasts = { show(toast: Toast): number; update(id: number, text: string): void; close(id: number): void };

const MOST = 3;
const READ_MS = 6000;

let next = 1;

/** Drops the oldest ones, those first that offer nothing. */
function fitting(toasts: Shown[]): Shown[] {
  if (toasts.length <= MOST) return toasts;
  const least = toasts.slice(0, -1).find((it) => !it.action && !it.busy) ?? toasts.find((it) => !it.busy) ?? toasts[0];
  return fitting(toasts.filter((it) => it !== least));
}

const Context = createContext<Toasts>({ show: () => 0, update: () => {}, close: () => {} });
export const useToasts = () => useContext(Context);

export function ToastProvider({ children }: { children: ComponentChildren }) {
  const { t } = useLanguage();
  const [toasts, setToasts] = useState<Shown[]>([]);
  const close = useCallback((id: number) => setToasts((all) => all.filter((it) => it.id !== id)), []);
  const update = useCallback((id: number, text: string) => setToasts((all) => all.map((it) => (it.id === id ? { ...it, text } : it))), []);
  const show = useCallback((toast: Toast) => {
    const id = next++;
    setToasts((all) => fitting([...all, { ...toast, id }]));
    if (!toast.action && !toast.busy && toast.tone !== 'error') setTimeout(() => close(id), READ_MS);
    return id;
  }, []);
  const value = useMemo(() => ({ show, update, close }), []);
  return (
    <Context.Provider value={value}>
      {children}
      <section class="toasts" aria-live="polite" aria-label={t('app.messages')}>
        {toasts.map(({ id, text, tone, action, busy }) => (
          <div key={id} class="toast" data-tone={tone} data-busy={busy}>
            <p>{text}</p>
            {action && <Button look="quiet" onClick={() => { action.run(); if (!busy) close(id); }}>{action.label}</Button>}
            {!busy && <IconButton icon="close" label={t('common.close')} onClick={() => close(id)} />}
          </div>
        ))}
      </section>
    </Context.Provider>
  );
}
