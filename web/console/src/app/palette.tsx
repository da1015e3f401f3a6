// One field from which everything is reached: views, kinds, new records, choices, and records by their names.

import { useQuery } from '@urql/preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useKindInfos } from '../api/kinds';
import type { Kind } from '../generated/documents';
import { useLanguage } from '../i18n';
import { Icon, type IconName } from '../parts/icons';
import { useModal } from '../parts/modal';
import { useKindName } from '../parts/small';
import { findable, finding } from '../views/records/documents';
import { canCreate } from '../views/records/new';
import { places } from './places';
import { THEMES, useTheme } from './theme';
import { kindsFor, useViewer } from './viewer';

const TYPING_MS = 250;
/** Fewer letters are in too many names; more characters than this in none. */
const FEWEST = 2;
const MOST = 100;

type Command = { id: string; text: string; hint?: string; icon?: IconName; run(): void };

/** What can be done from anywhere. */
function useCommands({ onCreate, onHelp, onSignOut }: { onCreate(kind: Kind): void; onHelp(): void; onSignOut(): void }): Command[] {
  const { t, languages, setLanguage } = useLanguage();
  const viewer = useViewer();
  const kindName = useKindName();
  const [, setTheme] = useTheme();
  const [, navigate] = useLocation();
  const kinds = kindsFor(viewer, 'view');
  return [
    ...places(viewer).map(({ path, icon, name }) => ({ id: path, icon, text: t(name), run: () => navigate(path) })),
    ...kinds.map((kind) => ({ id: `/records/${kind}`, icon: 'records' as const, text: kindName(kind, 2), hint: t('nav.records'), run: () => navigate(`/records/${kind}`) })),
    ...viewer.kinds.filter(({ kind }) => canCreate(viewer, kind)).map(({ kind }) => (
      { id: `new ${kind}`, icon: 'plus' as const, text: t('records.new', { kind: kindName(kind) }), hint: t('common.create'), run: () => onCreate(kind) })),
    ...THEMES.map((it) => ({ id: it, text: t(`app.theme.${it}`), hint: t('app.theme'), run: () => setTheme(it) })),
    ...languages.map(({ code, name }) => ({ id: code, text: name, hint: t('app.language'), run: () => setLanguage(code) })),
    { id: '?', text: t('help.title'), run: onHelp },
    { id: 'out', icon: 'out', text: t('app.signOut'), run: onSignOut },
  ];
}

/** Records by a part of their label: those of the last text that was asked for, and whether others are still looked for. */
function useFound(typed: string): { records: Command[]; isBusy: boolean } {
  const { t } = useLanguage();
  const viewer = useViewer();
  const kindName = useKindName();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const kinds = kindsFor(viewer, 'view');
  const infos = useKindInfos(kinds);
  // Once more is known of a kind, its records are looked for too.
  const query = useMemo(() => finding(infos.filter(findable), kindsFor(viewer, 'restore').length > 0), [viewer, infos.length]);
  // The next text ends the request for the one before.
  const [{ data, fetching }] = useQuery({ query, variables: { text }, pause: text.length < FEWEST, requestPolicy: 'network-only' });
  if (typed.length < FEWEST) return { records: [], isBusy: false };
  const records = Object.entries(data ?? {}).flatMap(([list, found]) => (found?.nodes ?? []).map(({ id, kind, label }) => {
    const isDeleted = list === 'trash';
    return {
      id, text: label, icon: isDeleted ? 'trash' as const : undefined,
      hint: isDeleted ? `${kindName(kind)} · ${t('records.isDeleted')}` : kindName(kind),
      run: () => navigate(`/${isDeleted ? 'trash' : 'records'}/${kind}/${id}`),
    };
  }));
  return { records, isBusy: fetching || typed !== text || infos.length < kinds.length };
}

export function Palette({ onClose, ...acts }: { onClose(): void; onCreate(kind: Kind): void; onHelp(): void; onSignOut(): void }) {
  const { t } = useLanguage();
  const dialog = useModal();
  const list = useId();
  const options = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string>();
  const wanted = typed.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const commands = useCommands(acts).filter(({ text, hint }) => words.every((it) => `${text} ${hint ?? ''}`.toLowerCase().includes(it)));
  const { records, isBusy } = useFound(typed.trim());
  // What begins so is meant most, and what only belongs to something that is called so least.
  const rank = ({ text }: Command) => [text.toLowerCase().startsWith(wanted), text.toLowerCase().includes(wanted), true].indexOf(true);
  const all = [...commands, ...records.filter((it) => rank(it) < 2)].sort((a, b) => rank(a) - rank(b));
  // What is chosen stays so when records come between.
  const current = Math.max(0, all.findIndex((it) => it.id === active));
  useEffect(() => options.current?.children[current]?.scrollIntoView({ block: 'nearest' }), [current, typed]);
  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + 10, PageUp: current - 10 };
    const to = moves[event.key];
    if (to !== undefined) setActive(all[Math.max(0, Math.min(to, all.length - 1))]?.id);
    else if (event.key === 'Enter' && !event.isComposing) run(all[current]);
    else if (event.key === 'Escape' || (event.key === 'k' && (event.ctrlKey || event.metaKey))) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <dialog
      ref={dialog} class="dialog palette" aria-label={t('palette.title')} onKeyDown={onKeyDown}
      onClose={() => { if (dialog.current) onClose(); }} onClick={({ target }) => { if (target === dialog.current) onClose(); }}
    >
      <div class="search">
        <Icon name="search" />
        <input
          type="text" role="combobox" aria-label={t('palette.title')} placeholder={t('palette.hint')} value={typed} maxLength={MOST}
          aria-expanded={all.length > 0} aria-autocomplete="list" aria-controls={list} aria-activedescendant={all.length > 0 ? `${list}-${current}` : undefined}
          autoComplete="off" spellcheck={false} onInput={(event) => { setTyped(event.currentTarget.value); setActive(undefined); }}
        />
      </div>
      <ul id={list} ref={options} role="listbox" hidden={all.length === 0} aria-label={t('palette.title')}>
        {all.map((command, index) => (
          <li key={command.id} id={`${list}-${index}`} role="option" aria-selected={index === current} onClick={() => run(command)}>
            {command.icon && <Icon name={command.icon} />}
            <span class="clip" title={command.text}>{command.text}</span>
            {' '}
            {command.hint && <span class="dim">{command.hint}</span>}
          </li>
        ))}
      </ul>
      <p class="none dim" role="status">{all.length === 0 && t(isBusy ? 'common.loading' : 'palette.none')}</p>
    </dialog>
  );
}
