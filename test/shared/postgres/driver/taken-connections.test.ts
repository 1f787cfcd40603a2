import { expect } from 'chai';
import { withDatabase } from '../../../helpers/with-database.ts';

describe('the pool of connections', () => {
  const database = withDatabase();

  /** The longest list that a statement looks through. */
  async function longestSearch(run: () => PromiseLike<unknown>): Promise<number> {
    let longest = 0;
    const search = Object.getOwnPropertyDescriptor(Array.prototype, 'indexOf')!;
    const found = search.value as (...sought: unknown[]) => number;
    Object.defineProperty(Array.prototype, 'indexOf', {
      ...search,
      value(this: unknown[], ...sought: unknown[]) {
        longest = Math.max(longest, this.length);
        return found.apply(this, sought);
      },
    });
    try {
      await run();
    } finally {
      Object.defineProperty(Array.prototype, 'indexOf', search);
    }
    return longest;
  }

  it('forgets what was taken from it, though one connection is always idle', async () => {
    const { sql } = database;
    await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
    for (let count = 0; count < 3000; count += 1) await sql`select 1`;
    expect(await longestSearch(() => sql`select 1`)).to.be.within(1, 1100);
  });
});
