// GraphiQL with a field for the credential; without one requests are sent as whoever is signed in to the
// console in another tab. What is typed there stays in this page: GraphiQL keeps
// queries and settings in the browser's storage, but not headers, and its history, which would keep
// them, is left out.

import 'graphiql/style.css';
import './page.css';

import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DOC_EXPLORER_PLUGIN, DocExplorerContextProvider } from '@graphiql/plugin-doc-explorer';
import { useSchemaStore } from '@graphiql/react';
import { GraphiQL, GraphiQLInterface, GraphiQLProvider } from 'graphiql';
import { described, follow } from '../../shared/session.ts';
import { fetcherWith } from './fetcher.js';

const EXAMPLE = `# Sign in to the console in another tab, or paste
# an access token (rsat_…) or an API key (rsak_…) at the top right.
# Ctrl-Enter runs the query, Ctrl-Space completes what you type.

query Me {
  viewer {
    user { email }
    permissions
  }
}
`;
// What one can start from, each in a tab of its own.
const TABS = [
  EXAMPLE,
  `# The trash: what is deleted, newest first.

query Trash {
  trash(first: 10) {
    totalCount
    nodes { id kind label deletedAt viewerCan { restore } }
  }
}
`,
  `# Changes as they happen: press Ctrl-Enter, then restore or delete something.

subscription Changes {
  recordChanged {
    position
    event { action label createdAt actor { email } }
  }
}
`,
].map((query) => ({ query }));
// What a screen reader calls the editors, by the place where each is.
const LABELS = [
  ['.graphiql-query-editor', 'Query'],
  ['.graphiql-response', 'Response'],
  ['.graphiql-editor-tool .graphiql-editor:nth-of-type(1)', 'Variables'],
  ['.graphiql-editor-tool .graphiql-editor:nth-of-type(2)', 'Headers'],
];
// Long enough for a credential to be typed, short enough to seem immediate.
const TYPING_MS = 300;

let credential = '';
let signedIn = null;
/** Tells the field that somebody else is signed in to the console. */
let told = () => {};
const fetcher = fetcherWith(() => credential);
const plugins = [DOC_EXPLORER_PLUGIN];

/** Takes the credential and reads the schema with it. */
function Credential() {
  const introspect = useSchemaStore((store) => store.introspect);
  const [text, setText] = useState('');
  const [who, setWho] = useState(signedIn);
  // GraphiQL itself has asked with that already when the page begins.
  const used = useRef(credential);
  useEffect(() => { told = () => setWho(signedIn); }, []);
  useEffect(() => {
    credential = text.trim().replace(/^bearer\s+/i, '') || (who?.token ?? '');
    if (credential === used.current) return undefined;
    const timer = setTimeout(() => {
      used.current = credential;
      introspect();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, who, introspect]);
  return (
    <input
      className="credential"
      aria-label="Access token"
      placeholder={who ? described(who) : 'Access token'}
      title="Sent as Authorization: Bearer …, kept in this page only; without one, that of the console is sent"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function Page() {
  return (
    <GraphiQLProvider
      fetcher={fetcher}
      plugins={plugins}
      referencePlugin={DOC_EXPLORER_PLUGIN}
      defaultQuery={EXAMPLE}
      defaultTabs={TABS}
      shouldPersistHeaders={false}
      inputValueDeprecation
    >
      <DocExplorerContextProvider>
        <GraphiQLInterface showPersistHeadersSettings={false}>
          <GraphiQL.Logo>
            <Credential />
          </GraphiQL.Logo>
        </GraphiQLInterface>
      </DocExplorerContextProvider>
    </GraphiQLProvider>
  );
}

/** Names the editors, which come and go with the tabs. */
function label() {
  for (const [place, text] of LABELS) {
    for (const field of document.querySelectorAll(`${place} .CodeMirror textarea:not([aria-label])`)) {
      field.setAttribute('aria-label', text);
    }
  }
}
new MutationObserver(label).observe(document.body, { childList: true, subtree: true });

function show() {
  credential = signedIn?.token ?? '';
  createRoot(document.getElementById('graphiql')).render(
    <>
      <h1 className="visually-hidden">GraphiQL</h1>
      <Page />
    </>,
  );
}

follow((it) => {
  signedIn = it;
  told();
}).then(show);
