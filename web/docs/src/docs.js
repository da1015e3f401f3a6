// Says on the first page whether the server is ready.

import './docs.css';
import { follow } from '../../shared/session.ts';

// Signing out reaches this tab too, in which the console may have been open.
void follow(() => {});

const shown = document.getElementById('ready');
fetch('/readyz').then(
  ({ ok }) => { shown.textContent = ok ? 'ready' : 'not ready: the database is away or the server is stopping'; },
  () => { shown.textContent = 'can’t be reached'; },
);
