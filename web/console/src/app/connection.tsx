// Says in the frame whether changes arrive, and has all read again once the server is back.

import { useClient } from '@urql/preact';
import { useEffect, useRef } from 'preact/hooks';
import { useConnection } from '../api/connection';
import { readAgain } from '../api/lists';
import { countUnread } from '../api/unread';
import { useLanguage } from '../i18n';
import { useNarrow } from '../parts/media';

/** How long a subscription takes to begin, generously: what happens before that is in nothing. */
const BEGUN_MS = 1000;
/** How often one asks a server that doesn't answer. */
const ASK_MS = 2000;

/** Reads again what is on the screen when the connection stands, or a server answers again. */
export function Reader() {
  const client = useClient();
  const state = useConnection();
  const before = useRef(state);
  useEffect(() => {
    const isBack = state === 'live' || before.current === 'unreachable';
    before.current = state;
    if (state === 'unreachable') {
      const timer = setInterval(() => countUnread(client), ASK_MS);
      return () => clearInterval(timer);
    }
    if (!isBack) return undefined;
    const timer = setTimeout(readAgain, BEGUN_MS);
    return () => clearTimeout(timer);
  }, [client, state]);
  return null;
}

export function ConnectionSign() {
  const { t } = useLanguage();
  const state = useConnection();
  const narrow = useNarrow();
  const shown = state === 'unreachable' ? 'away' : state;
  return <p class="live" data-state={shown} role="status">{t(narrow && shown === 'away' ? 'app.lost' : `app.${shown}`)}</p>;
}
