// Shows the schema as it is printed, one section a type, with links between the types.

import { follow } from '../../shared/session.ts';

const DEFINITION = /^(type|input|enum|interface|union|scalar|directive|schema)\b ?@?(\w*)/;
// What stands first is what one looks for first.
const FIRST = ['Query', 'Mutation', 'Subscription'];

const list = document.getElementById('types');
const main = document.getElementById('definitions');
const state = document.getElementById('state');
const find = document.getElementById('find');

/** The definitions of a schema, each with its description. */
function definitions(text) {
  const found = [];
  let lines = [];
  let within = false;
  for (const line of text.split('\n')) {
    if (line === '"""') within = !within;
    const match = within ? null : line.match(DEFINITION);
    lines.push(line);
    if (match) found.push({ kind: match[1], name: match[2] || match[1], lines });
    const ends = !within && (line === '}' || (match && !line.endsWith('{') && !line.endsWith('(')) || /^\) on /.test(line));
    if (ends) lines = [];
  }
  const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return found.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** A line with its parts: text, directives, and links to types. */
function written(line, isText, names) {
  const parts = [];
  if (isText || /^\s*"/.test(line)) {
    const span = document.createElement('span');
    span.className = 'text';
    span.textContent = line;
    return [span];
  }
  for (const part of line.split(/(@\w+|\b[A-Z]\w+\b)/)) {
    if (part.startsWith('@')) {
      const span = document.createElement('span');
      span.className = 'directive';
      span.textContent = part;
      parts.push(span);
    } else if (names.has(part)) {
      const link = document.createElement('a');
      link.href = `#${part}`;
      link.textContent = part;
      parts.push(link);
    } else parts.push(part);
  }
  return parts;
}

function section({ kind, name, lines }, names) {
  const element = document.createElement('section');
  element.id = name;
  const heading = document.createElement('h2');
  heading.textContent = kind === 'directive' ? `@${name}` : name;
  const code = document.createElement('pre');
  let within = false;
  lines.forEach((line, index) => {
    const quotes = line.split('"""').length - 1;
    const isText = within || quotes > 0;
    if (quotes === 1) within = !within;
    // The colour says that it is a description.
    const text = line.replaceAll('"""', '');
    if (isText && !text.trim()) return;
    code.append(...written(text, isText, names), index < lines.length - 1 ? '\n' : '');
  });
  element.append(heading, code);
  return element;
}

async function show() {
  const response = await fetch('/schema.graphql');
  if (!response.ok) throw new Error(`status ${response.status}`);
  const all = definitions(await response.text());
  const names = new Set(all.map(({ name }) => name));
  const shown = all.map((it) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `#${it.name}`;
    link.textContent = it.kind === 'directive' ? `@${it.name}` : it.name;
    item.append(link);
    return { item, element: section(it, names), text: it.lines.join('\n').toLowerCase(), name: it.name.toLowerCase() };
  });
  list.append(...shown.map(({ item }) => item));
  main.append(...shown.map(({ element }) => element));
  state.hidden = true;
  find.addEventListener('input', () => {
    const wanted = find.value.trim().toLowerCase();
    let count = 0;
    for (const { item, element, text } of shown) {
      const fits = text.includes(wanted);
      count += fits ? 1 : 0;
      item.hidden = element.hidden = !fits;
    }
    state.hidden = count > 0;
    state.textContent = 'Nothing matches. Try a shorter word.';
  });
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch(({ message }) => { state.textContent = `The schema can’t be loaded: ${message}. Reload to try again.`; });
// Signing out reaches this tab too, in which the console may have been open.
void follow(() => {});
