// Swagger UI over the document of this server. Requests are sent as whoever is signed in to the console in another tab;
// Authorize takes another token, which stays in this page.

import 'swagger-ui-dist/swagger-ui.css';
import './rest.css';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-bundle.js';
import { described, follow } from '../../shared/session.ts';

let signedIn = null;
const who = document.createElement('p');
who.className = 'who';
who.setAttribute('role', 'status');
document.querySelector('header h1').after(who);
follow((it) => {
  signedIn = it;
  who.textContent = it ? `${described(it)}. Authorize takes another token.` : '';
});

/** Sends the token of the console to this server, where none was entered. */
function authorized(request) {
  const isHere = new URL(request.url, location.href).origin === location.origin;
  if (signedIn && isHere && !request.headers.Authorization) request.headers.Authorization = `Bearer ${signedIn.token}`;
  return request;
}

// Swagger UI goes by a class, not by what the system has.
const dark = matchMedia('(prefers-color-scheme: dark)');
const theme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', theme);
theme();

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Takes examples out of optional parameters: Swagger UI would send them, such as a version of another record. */
function withoutExamples(document) {
  for (const path of Object.values(document.paths)) {
    for (const { parameters = [] } of METHODS.flatMap((method) => path[method] ?? [])) {
      for (const parameter of parameters.filter((it) => !it.required)) {
        delete parameter.example;
        delete parameter.examples;
        delete parameter.schema?.examples;
        delete parameter.schema?.example;
      }
    }
  }
  return document;
}

/** Names the fields that Swagger UI leaves without a name, and lets the keyboard scroll its boxes. */
function label() {
  for (const select of document.querySelectorAll('#api select:not([aria-label])')) {
    const parameter = select.closest('[data-param-name]')?.dataset.paramName;
    select.setAttribute('aria-label', parameter ?? (select.id === 'servers' ? 'Server' : 'Media type'));
  }
  for (const box of document.querySelectorAll('#api pre.microlight:not([tabindex])')) box.tabIndex = 0;
  for (const table of document.querySelectorAll('#api table[role="region"]:not([aria-label])')) {
    table.setAttribute('aria-label', `Responses of ${table.id.replace(/_responses$/, '')}`);
  }
}

function show(document) {
  new MutationObserver(label).observe(window.document.getElementById('api'), { childList: true, subtree: true });
  SwaggerUIBundle({
    spec: withoutExamples(document),
    domNode: window.document.getElementById('api'),
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    requestInterceptor: authorized,
    // No other host is asked to judge the document.
    validatorUrl: null,
  });
}

fetch('/api/v1/openapi.json').then((response) => response.json()).then(show, ({ message }) => {
  window.document.getElementById('api').textContent = `The document can’t be loaded: ${message}. Reload to try again.`;
});
