/**
 * Writes dist/package.json, by which the names of the root's `imports` lead to the compiled files. Plain JavaScript: the build
 * of an image has no tsx.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const { type, imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const compiled = Object.fromEntries(
  Object.entries(imports).map(([name, path]) => [name, path.replace(/\.ts$/, '.js')]),
);
writeFileSync(new URL('dist/package.json', root), JSON.stringify({ type, imports: compiled }));
