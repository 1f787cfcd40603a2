/** How many cases a property is tried on: all of them in `npm run test:all`, a tenth in `npm test`. */
export const cases = (all: number): number =>
  process.env['TEST_ALL'] === '1' ? all : Math.ceil(all / 10);
