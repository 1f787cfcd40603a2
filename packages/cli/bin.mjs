#!/usr/bin/env node
/**
 * `npx ledgerline` in a checkout: runs the compiled program while it is as new as the sources, otherwise the sources
 * themselves. Plain JavaScript, because it runs before anything is compiled.
 */
import { readdirSync, statSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const compiled = new URL('dist/packages/cli/main.js', root);

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isCurrent() {
  const made = modifiedAt(compiled);
  const sources = ['packages', 'shared/operations/commands'].map(
    (name) => new URL(`${name}/`, root),
  );
  return (
    made > 0 &&
    sources.every((folder) =>
      readdirSync(folder, { recursive: true }).every(
        (name) => modifiedAt(new URL(name, folder)) < made,
      ),
    )
  );
}

async function understandTypeScript() {
  if (process.features.typescript) return;
  try {
    (await import('tsx/esm/api')).register();
  } catch {
    console.error('Run npm run build first, or use Node 22.18 or newer.');
    process.exit(1);
  }
}

if (isCurrent()) await import(compiled.href);
else {
  await understandTypeScript();
  await import('./main.ts');
}
