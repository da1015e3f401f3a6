// Messages about what was done. One that offers something waits until it is closed.

import { createContext, type ComponentChildren } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { Button, IconButton } from '../parts/small';

export type Toast = { text: string; tone?: 'error' | 'success'; action?: { label: string; run(): void }; busy?: boolean };
type Shown = Toast & { id: number };
type Toasts = { show(toast: Toast): number; close(id: number): void };

const MOST = 3;
const READ_MS = 6000;

const Context = createContext<Toasts>({ show: () => 0, close: () => {} });
export const useToasts = () => useContext(Context);

export function ToastProvider({ children }: { children: ComponentChildren }) {
  const { t } = useLanguage();
  const [toasts, setToasts] = useState<Shown[]>([]);
  const next = useRef(1);
  const close = useCallback((id: number) => setToasts((all) => all.filter((it) => it.id !== id)), []);
  const show = useCallback((toast: Toast) => {
    const id = next.current++;
    setToasts((all) => [...all, { ...toast, id }].slice(-MOST));
    if (!toast.action && !toast.busy && toast.tone !== 'error') setTimeout(() => close(id), READ_MS);
    return id;
  }, []);
  const value = useMemo(() => ({ show, close }), []);
  return (
    <Context.Provider value={value}>
      {children}
      <section class="toasts" aria-live="polite" aria-label={t('app.messages')}>
        {toasts.map(({ id, text, tone, action, busy }) => (
          <div key={id} class="toast" data-tone={tone} data-busy={busy}>
            <p>{text}</p>
            {action && <Button look="quiet" onClick={() => { action.run(); close(id); }}>{action.label}</Button>}
            {!busy && <IconButton icon="close" label={t('common.close')} onClick={() => close(id)} />}
          </div>
        ))}
      </section>
    </Context.Provider>
  );
}
