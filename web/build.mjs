// Builds the pages into their folders: scripts, style sheets, each compressed too, and the licences of
// what is in them.
//
//   npm ci --ignore-scripts && npm run build            into web/*/dist
//   node build.mjs FOLDER                               into FOLDER/*/dist
//
// The same lockfile gives the same bytes, which ./check holds.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [out = here('.')] = process.argv.slice(2);

// Most bytes of the console that a browser loads, compressed with Brotli.
const CONSOLE_BYTES = 125_000;

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
    onResolve({ filter: /^react-style-singleton$/ }, () => ({ path: here('graphiql/src/style-singleton.js') }));
    // 360 kB of fonts stand in it as data: URLs; the fonts of the system do as well.
    onLoad({ filter: /graphiql[\\/]dist[\\/]style\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/@font-face\s*\{[^}]*\}/g, ''),
      loader: 'css',
    }));
  },
};

const PAGES = {
  graphiql: { entryPoints: { graphiql: 'graphiql/src/page.jsx' }, jsx: 'automatic' },
  console: {
    entryPoints: { console: 'console/src/main.tsx' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
  docs: {
    entryPoints: { rest: 'docs/src/rest.js', schema: 'docs/src/schema.js', docs: 'docs/src/docs.js' },
  },
};

function licence(name) {
  const folder = here(`node_modules/${SAME_LICENCE[name] ?? name}`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

/** The licences of the packages in what was built. */
function licences(page, { outputs }) {
  const packages = new Set();
  for (const output of Object.values(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const [, name] = input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
      if (name && bytesInOutput > 0) packages.add(name);
    }
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
  return [`${page}.js and ${page}.css are built from these packages.\n`, ...texts].join(rule);
}

function compressed(file) {
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  return brotli.length;
}

for (const [page, options] of Object.entries(PAGES)) {
  const outdir = join(out, page, 'dist');
  mkdirSync(outdir, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: here('.'),
    outdir,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [forThePolicy],
    ...options,
  });
  writeFileSync(join(outdir, 'LICENSES.txt'), licences(page, metafile));
  let total = 0;
  for (const file of readdirSync(outdir).filter((name) => /\.(js|css|txt)$/.test(name))) {
    const size = compressed(join(outdir, file));
    if (!file.endsWith('.txt')) total += size;
  }
  console.log(`${page}: ${(total / 1000).toFixed(1)} kB compressed`);
  if (page === 'console' && total > CONSOLE_BYTES) throw new Error(`more than ${CONSOLE_BYTES} bytes`);
}
