/** `npm run build`: what `npm start` builds, for a release. */
import { dirname } from 'node:path';
import { build, buildConsole } from './start/build.ts';

const root = dirname(import.meta.dirname);
await Promise.all([build(root), buildConsole(root)]);
