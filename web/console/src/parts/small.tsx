// Small parts that all views use.

import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { ActorFragment, Kind } from '../generated/documents';
import { useLanguage, type Language } from '../i18n';
import type { Key } from '../i18n/en';
import { TitleContext } from './beside';
import { useChip } from './chips';
import { Icon, type IconName } from './icons';
import { useMinute } from './media';

type ButtonProps = JSX.IntrinsicElements['button'] & { icon?: IconName; look?: 'plain' | 'primary' | 'danger' | 'quiet' };

export const Button = ({ icon, look = 'plain', children, class: name, ...rest }: ButtonProps) => (
  <button type="button" class={`button ${look} ${name ?? ''}`} {...rest}>
    {icon && <Icon name={icon} />}
    {children && <span>{children}</span>}
  </button>
);

/** A button with an icon only. */
export const IconButton = ({ icon, label, ...rest }: { icon: IconName; label: string } & JSX.IntrinsicElements['button']) => (
  <button type="button" class="icon-button" aria-label={label} title={label} {...rest}>
    <Icon name={icon} />
  </button>
);

/** Who acted, in words. Of a purged account only the id is known. */
export const acted = (t: Language['t'], actor: ActorFragment | null | undefined) =>
  actor ? actor.email ?? t('audit.purged', { id: actor.databaseId }) : t('audit.system');

/** A time: how long ago it was, or where one looks closer the time itself too. */
export function Time({ at, full }: { at: string | null | undefined; full?: boolean }) {
  const { ago, exact, t } = useLanguage();
  useMinute();
  if (!at) return <span class="dim">{t('common.never')}</span>;
  return <time dateTime={at} title={exact(at)}>{full ? `${exact(at)} (${ago(at)})` : ago(at)}</time>;
}

export function useKindName() {
  const { t } = useLanguage();
  return (kind: Kind, count = 1) => t(`kind.${kind}` as Key, { count });
}

export function KindBadge({ kind }: { kind: Kind }) {
  const name = useKindName();
  return <span class="kind" data-kind={kind}>{name(kind)}</span>;
}

/** Where something is that is still read. */
export function Skeleton({ lines }: { lines: number }) {
  const { t } = useLanguage();
  return <div class="skeleton" role="status" aria-label={t('common.loading')}>{Array.from({ length: lines }, (_, index) => <div key={index} />)}</div>;
}

export const Badge = ({ tone = 'neutral', children }: { tone?: string; children: ComponentChildren }) => (
  <span class="badge" data-tone={tone}>{children}</span>
);

/** What a view without content says, and what to do. */
export const Notice = ({ title, hint, children, tone }: {
  title: string; hint?: string; children?: ComponentChildren; tone?: 'error';
}) => (
  <div class="notice" role={tone === 'error' ? 'alert' : undefined}>
    <p class="notice-title">{title}</p>
    {hint && <p>{hint}</p>}
    {children}
  </div>
);

/** As a filter it narrows nothing with its first option. */
export function Select({ label, value, onChange, options, hideLabel }: {
  label: string; value: string; onChange(value: string): void; options: [string, string][]; hideLabel?: boolean;
}) {
  const nothing = options[0]?.[0] ?? '';
  useChip(value !== nothing, label, options.find(([it]) => it === value)?.[1] ?? value, () => onChange(nothing));
  return (
    <label class={`select ${hideLabel ? 'bare' : ''}`}>
      <span class={hideLabel ? 'visually-hidden' : 'select-label'}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </label>
  );
}

/** Copies a value that stands beside it. */
export function CopyIcon({ label, text }: { label: string; text: string }) {
  const { t } = useLanguage();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={`${t('common.copy')}: ${label}`} onClick={copy} />
      <span class="visually-hidden" role="status">{copied && t('common.copied')}</span>
    </>
  );
}

export function CopyButton({ text, onCopied }: { text: string; onCopied(): void }) {
  const { t } = useLanguage();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopied();
  };
  return <Button icon={copied ? 'check' : 'copy'} onClick={copy}>{t(copied ? 'common.copied' : 'common.copy')}</Button>;
}

/** The titles of what is shown, the uppermost last: a list keeps its place below the record that is over it. */
const titles = new Map<object, string>();

/** Names the window, among others and in the history, by what it shows. */
export function useTitle(title: string) {
  const { t } = useLanguage();
  const tell = useContext(TitleContext);
  const [key] = useState({});
  const name = () => {
    const shown = [...titles.values()].at(-1);
    if (shown) document.title = `${shown} · ${t('app.name')}`;
  };
  useEffect(() => {
    titles.set(key, title);
    name();
    tell?.(title);
  }, [title]);
  useEffect(() => () => {
    titles.delete(key);
    name();
  }, []);
}

/** The head of a view: what it is, and what can be done in it. */
export function Head({ title, count, lead, children }: {
  title: string; count?: ComponentChildren; lead?: ComponentChildren; children?: ComponentChildren;
}) {
  useTitle(title);
  return (
    <header class="head">
      <div>
        <div class="title-line"><h1 tabIndex={-1}>{title}</h1>{count}</div>
        {lead && <p class="lead">{lead}</p>}
      </div>
      <div class="head-actions">{children}</div>
    </header>
  );
}

/** A button that opens a box with more; a click elsewhere and Escape close it. */
export function Popover({ label, class: name = '', children }: { label: string; class?: string; children: ComponentChildren }) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!element.current?.contains(target as Node)) element.current?.removeAttribute('open');
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, []);
  return (
    <details
      ref={element} class={`popover ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !element.current?.open) return;
        event.stopPropagation();
        element.current.open = false;
        element.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="button plain">{label}</summary>
      <div class="menu">{children}</div>
    </details>
  );
}
