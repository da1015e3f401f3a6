// Keys that work on every view, the list of all keys, and what is opened with them.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { readAgain } from '../api/lists';
import type { Kind } from '../generated/documents';
import { useLanguage, type Language } from '../i18n';
import { Dialog } from '../parts/dialog';
import { isTyping } from '../parts/keys';
import { NewRecord } from '../views/records/new';
import { useUndo } from './acts';
import { Palette } from './palette';
import { places } from './places';
import { useSignOut } from './sign-out';
import { kindsFor, useViewer } from './viewer';

const SEQUENCE_MS = 1200;
/** Keys that press the button that names them, where it can be reached. */
const PRESSING: Readonly<Record<string, string>> = { n: 'n', e: 'e', Delete: 'Delete', Backspace: 'Delete' };

function buttonFor(key: string) {
  const all = document.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts="${PRESSING[key] ?? ''}"]:enabled`);
  return [...all].find((it) => !it.closest('[inert]'));
}

/** What is written on the key that is held for what works while somebody types too. */
export const held = (t: Language['t']) => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('help.control'));

export type Over = 'help' | 'palette' | undefined;

/** `over` is what is open over every view. */
export function Shortcuts({ over, open }: { over: Over; open(over: Over): void }) {
  const [, navigate] = useLocation();
  const undo = useUndo();
  const viewer = useViewer();
  const go = places(viewer);
  const [creating, create] = useState<Kind>();
  const { begin: signOut, question } = useSignOut();
  const going = useRef(0);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCovered = document.querySelector('dialog[open]');
      if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && !isCovered) {
        event.preventDefault();
        return open('palette');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (isCovered && event.key !== '?') return;
      const target = Date.now() - going.current < SEQUENCE_MS ? go.find((it) => it.key === event.key) : undefined;
      going.current = event.key === 'g' ? Date.now() : 0;
      const button = buttonFor(event.key);
      if (target) navigate(target.path);
      else if (event.key === '?') open('help');
      else if (event.key === 'u') void undo();
      else if (button) button.click();
      else if (event.key === '/') document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      else return;
      event.preventDefault();
    }
    // Before a sheet hears of it at the window: “g k” leads elsewhere, “k” to the record before.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [undo, viewer]);
  return (
    <>
      {over === 'help' && <Help onClose={() => open(undefined)} />}
      {over === 'palette' && <Palette onClose={() => open(undefined)} onCreate={create} onHelp={() => open('help')} onSignOut={signOut} />}
      {creating && (
        <NewRecord
          kind={creating} onClose={() => create(undefined)}
          onSaved={(record) => {
            readAgain();
            if (record) navigate(`/records/${record.kind}/${record.id}`);
          }}
        />
      )}
      {question}
    </>
  );
}

function Help({ onClose }: { onClose(): void }) {
  const { t } = useLanguage();
  const viewer = useViewer();
  const go = places(viewer);
  const keys: [string[], string][] = [
    [['↑', '↓'], t('help.move')], [[t('help.key.home'), t('help.key.end')], t('help.ends')], [[t('help.key.enter')], t('help.enter')],
    [[t('help.key.space')], t('help.select')], [[t('help.shift'), '↓'], t('help.range')], [[held(t), 'A'], t('help.all')], [['Esc'], t('help.none')],
    [['n'], t('help.new')], [['e'], t('help.edit')], [[t('help.remove')], t('help.delete')], [[held(t), t('help.key.enter')], t('help.send')],
    ...(kindsFor(viewer, 'restore').length > 0 ? [[['r'], t('help.restore')] as [string[], string]] : []), [['u'], t('help.undo')], [['/'], t('help.search')],
    [[held(t), 'K'], t('palette.title')], [['j', 'k'], t('help.beside')], [['?'], t('help.open')],
    ...go.map(({ key, name }): [string[], string] => [['g', key], `${t('help.go')} ${t(name)}`]),
  ];
  return (
    <Dialog wide title={t('help.title')} onClose={onClose}>
      <dl class="shortcuts">
        {keys.map(([names, text]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{names.map((name) => <kbd key={name}>{name}</kbd>)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
