import { it } from 'mocha';

const isAgain = process.env['TEST_AGAIN'] === '1';

/** How many cases a property is tried on, or how large they are: all of it in `npm run test:all`, a tenth in `npm test` and in a second run. */
export const cases = (all: number): number =>
  process.env['TEST_ALL'] === '1' && !isAgain ? all : Math.ceil(all / 10);

/** A test that a second run leaves out: neither another queue nor another Node can change its result. */
export const itOnce = isAgain ? it.skip : it;
