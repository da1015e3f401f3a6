// Keys that work on every view, and the list of all keys.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useLanguage } from '../i18n';
import { Dialog } from '../parts/dialog';
import { useUndo } from './acts';
import { places } from './places';
import { kindsFor, useViewer } from './viewer';

const SEQUENCE_MS = 1200;

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.matches('input:not([type=checkbox]),textarea,select') || target.isContentEditable);

export function Shortcuts() {
  const { t } = useLanguage();
  const [, navigate] = useLocation();
  const undo = useUndo();
  const viewer = useViewer();
  const go = places(viewer);
  const [open, setOpen] = useState(false);
  const going = useRef(0);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (document.querySelector('dialog[open]') && event.key !== '?') return;
      const target = Date.now() - going.current < SEQUENCE_MS ? go.find((it) => it.key === event.key) : undefined;
      going.current = event.key === 'g' ? Date.now() : 0;
      if (target) navigate(target.path);
      else if (event.key === '?') setOpen(true);
      else if (event.key === 'u') void undo();
      else if (event.key === '/') document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      else return;
      event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [undo, viewer]);
  if (!open) return null;
  const keys: [string[], string][] = [
    [['↑', '↓'], t('help.move')], [['Home', 'End'], t('help.ends')], [['Space'], t('help.select')], [['Enter'], t('help.enter')],
    ...(kindsFor(viewer, 'restore').length > 0 ? [[['r'], t('help.restore')] as [string[], string]] : []), [['u'], t('help.undo')], [['/'], t('help.search')], [['?'], t('help.open')],
    ...go.map(({ key, name }): [string[], string] => [['g', key], `${t('help.go')} ${t(name)}`]),
  ];
  return (
    <Dialog title={t('help.title')} onClose={() => setOpen(false)}>
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
