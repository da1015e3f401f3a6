// Says on the first page whether the server is ready.

import './docs.css';

const shown = document.getElementById('ready');
fetch('/readyz').then(
  ({ ok }) => { shown.textContent = ok ? 'ready' : 'not ready: the database is away or the server is stopping'; },
  () => { shown.textContent = 'can’t be reached'; },
);
