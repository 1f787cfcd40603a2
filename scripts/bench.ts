/** `npm run bench -- NAME [ARGUMENTS]`: measures as ratios against a baseline in the same run. */
import { BENCHES } from './named-programs.ts';
import { runNamed } from './terminal/run-named.ts';

runNamed('bench', BENCHES);
