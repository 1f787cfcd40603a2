/** `npm run build`: builds for a release what `npm start` builds. */
import { dirname } from 'node:path';
import { build, buildConsole } from './start/build.ts';
import { readCommandLine } from './terminal/command-line.ts';

readCommandLine('Usage: npm run build, which writes dist/ and packages/console/dist/');
const root = dirname(import.meta.dirname);
await Promise.all([build(root), buildConsole(root)]);
