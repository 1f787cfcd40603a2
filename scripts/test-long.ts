/** `npm run test:long -- NAME [ARGUMENTS]`: runs one of the tests that take longer than CI allows. */
import { LONG_TESTS } from './named-programs.ts';
import { runNamed } from './terminal/run-named.ts';

runNamed('test:long', LONG_TESTS);
