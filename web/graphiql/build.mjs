// Builds the page into a folder: one script, one style sheet, and the licences of what is in them.
//
//   npm ci && node build.mjs dist
//
// The same lockfile gives the same bytes, which ./check holds.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node build.mjs FOLDER');
  process.exit(2);
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Packages that come without a text are published from the same repository as another that has one.
const SAME_LICENCE = {
  '@graphiql/plugin-doc-explorer': '@graphiql/react',
  '@graphiql/plugin-history': '@graphiql/react',
  'react-compiler-runtime': 'react',
  'react-remove-scroll-bar': 'react-remove-scroll',
};

const forThePolicy = {
  name: 'for the Content-Security-Policy',
  setup({ onLoad, onResolve }) {
    // It would write <style> elements, which the policy refuses.
    onResolve({ filter: /^react-style-singleton$/ }, () => ({ path: here('src/style-singleton.js') }));
    // 360 kB of fonts stand in it as data: URLs; the fonts of the system do as well.
    onLoad({ filter: /graphiql[\\/]dist[\\/]style\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/@font-face\s*\{[^}]*\}/g, ''),
      loader: 'css',
    }));
  },
};

const { metafile } = await build({
  absWorkingDir: here('.'),
  entryPoints: { graphiql: 'src/page.jsx' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [forThePolicy],
});

const packages = new Set();
for (const output of Object.values(metafile.outputs)) {
  for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
    const [, name] = input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
    if (name && bytesInOutput > 0) packages.add(name);
  }
}

function licence(name) {
  const folder = here(`node_modules/${SAME_LICENCE[name] ?? name}`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

const texts = [...packages].sort().map((name) => {
  const manifest = JSON.parse(readFileSync(here(`node_modules/${name}/package.json`), 'utf8'));
  const text = licence(name);
  const author = manifest.author?.name ?? manifest.author;
  if (!text && !(manifest.license && author)) throw new Error(`${name} has no licence`);
  const terms = text ?? `Licence: ${manifest.license}\nAuthor: ${author}`;
  return `${name} ${manifest.version}\n\n${terms}\n`.replace(/\r\n/g, '\n');
});
const rule = `\n${'-'.repeat(80)}\n\n`;
const intro = 'graphiql.js and graphiql.css are built from these packages.\n';
writeFileSync(join(out, 'LICENSES.txt'), [intro, ...texts].join(rule));
