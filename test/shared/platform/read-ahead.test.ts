import { expect } from 'chai';
import { readAhead } from '../../../shared/platform/read-ahead.ts';

describe('readAhead', () => {
  it('asks for the next while the caller is busy with this one, in order', async () => {
    let asked = 0;
    let ended = false;
    async function* numbers() {
      try {
        for (; asked < 4;) yield Promise.resolve(++asked);
      } finally {
        ended = true;
      }
    }
    const seen: number[][] = [];
    for await (const number of readAhead(numbers())) {
      await new Promise(setImmediate);
      seen.push([number, asked]);
      if (number === 3) break;
    }
    expect(seen).to.deep.equal([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(ended).to.equal(true);
  });

  it('fails where the source fails, and not before', async () => {
    async function* faulty() {
      yield await Promise.resolve(1);
      throw new Error('broken');
    }
    const source = readAhead(faulty());
    expect(await source.next()).to.deep.equal({ value: 1, done: false });
    await new Promise(setImmediate);
    const error: unknown = await source.next().catch((caught: unknown) => caught);
    expect(error).to.have.property('message', 'broken');
  });
});
