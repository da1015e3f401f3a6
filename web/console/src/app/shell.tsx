// The frame around each view: where one can go, who is signed in, and what everybody has to know.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useLanguage } from '../i18n';
import { Icon } from '../parts/icons';
import { useMinute, useNarrow } from '../parts/media';
import { IconButton, Select } from '../parts/small';
import { ConnectionSign } from './connection';
import { Kinds } from './kinds';
import { places } from './places';
import { held, Shortcuts, type Over } from './shortcuts';
import { SignOutButton } from './sign-out';
import { THEMES, useTheme, type Theme } from './theme';
import { useViewer } from './viewer';

const WARN_MS = 10 * 60_000;

function Expiry({ at }: { at: string | null | undefined }) {
  const { t, ago } = useLanguage();
  useMinute();
  if (!at || Date.parse(at) - Date.now() > WARN_MS) return null;
  return <p class="banner" role="status">{t('app.expires', { when: ago(at) })}</p>;
}

export function Shell({ children }: { children: ComponentChildren }) {
  const viewer = useViewer();
  const { t, language, languages, setLanguage, number } = useLanguage();
  const narrow = useNarrow();
  const [location] = useLocation();
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState<Over>();
  const [theme, setTheme] = useTheme();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const [, view, kind] = location.split('/');
  // A record is shown over the list that is there already.
  const place = view === 'records' ? `${view}/${kind}` : view;
  useEffect(() => setOpen(false), [location]);
  useEffect(() => {
    // A screen reader has to be told that the view is another one; the first one it reads anyway, and a row to which
    // somebody comes back says where they are.
    if (first.current) first.current = false;
    else if (!main.current?.contains(document.activeElement)) main.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [place]);
  useEffect(() => {
    if (!open) return undefined;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <div class="shell" data-menu={open}>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{t('app.skip')}</a>
      <header class="topbar">
        <IconButton icon={open ? 'close' : 'menu'} label={t('app.menu')} aria-expanded={open} aria-controls="side" onClick={() => setOpen(!open)} />
        <strong>{t('app.name')}</strong>
        {narrow && <ConnectionSign />}
        <IconButton icon="search" label={t('palette.title')} onClick={() => setOver('palette')} />
      </header>
      <aside id="side" class="side">
        <div class="brand"><Icon name="restore" />{t('app.name')}</div>
        {!narrow && (
          <button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOver('palette')}>
            <Icon name="search" /><span>{t('palette.title')}</span><kbd aria-hidden="true">{held(t)} K</kbd>
          </button>
        )}
        <nav aria-label={t('app.navigation')}>
          {places(viewer).map((place) => {
            const { path, icon, name } = place;
            const isHere = `/${view}` === path;
            const onGo = () => setOpen(false);
            if (icon === 'records') return <Kinds key={path} place={place} isHere={isHere} shown={isHere ? kind : undefined} onGo={onGo} />;
            return (
              <Link key={path} href={path} aria-current={isHere ? 'page' : undefined} onClick={onGo}>
                <Icon name={icon} />
                <span>{t(name)}</span>
                {path === '/inbox' && !!viewer.unreadCount && (
                  <span class="count" aria-label={t('inbox.unreadCount', { count: viewer.unreadCount })}>{number(viewer.unreadCount)}</span>
                )}
              </Link>
            );
          })}
        </nav>
        <div class="side-end">
          {!narrow && <ConnectionSign />}
          <a href="/docs"><Icon name="docs" /><span>{t('app.docs')}</span></a>
          <div class="choices">
            <Select hideLabel label={t('app.language')} value={language} onChange={setLanguage} options={languages.map((it) => [it.code, it.name])} />
            <Select
              hideLabel label={t('app.theme')} value={theme}
              onChange={(value) => setTheme(value as Theme)}
              options={THEMES.map((it) => [it, t(`app.theme.${it}`)])}
            />
          </div>
          <div class="me">
            <span class="me-name" title={viewer.user.email}>{viewer.user.email}</span>
            <SignOutButton />
          </div>
        </div>
      </aside>
      <main id="main" ref={main} tabIndex={-1}>
        <Expiry at={viewer.credential.expiresAt} />
        {children}
      </main>
      <Shortcuts over={over} open={setOver} />
    </div>
  );
}
