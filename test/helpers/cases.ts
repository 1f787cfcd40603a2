/** How many cases a property is tried on: all of them in `npm run test:all`, a tenth in `npm test` and in a second run. */
export const cases = (all: number): number =>
  process.env['TEST_ALL'] === '1' && process.env['TEST_AGAIN'] !== '1' ? all : Math.ceil(all / 10);
