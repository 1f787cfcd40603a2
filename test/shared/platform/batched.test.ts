import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { batched } from '../../../shared/platform/batched.ts';

describe('what is asked for in one turn of the event loop', () => {
  const source = { name: 'a pool' };

  /** Answers numbers with their doubles, even ones only, and notes each question. */
  function doubles() {
    const questions: { of: object; keys: readonly number[] }[] = [];
    const find = batched((of: object, keys: readonly number[]) => {
      questions.push({ of, keys });
      if (keys.includes(13)) return Promise.reject(new Error('no such luck'));
      return Promise.resolve(
        new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, 2 * key])),
      );
    });
    return { questions, find };
  }

  it('is one question for each distinct key', async () => {
    const { questions, find } = doubles();
    const answers = await Promise.all([find(source, 2), find(source, 3), find(source, 2)]);
    expect(answers).to.deep.equal([4, undefined, 4]);
    expect(questions).to.deep.equal([{ of: source, keys: [2, 3] }]);
  });

  it('is asked again in the next turn, even while the first question is open', async () => {
    const { questions, find } = doubles();
    const first = find(source, 2);
    await nextTurn();
    const second = find(source, 2);
    expect(await Promise.all([first, second])).to.deep.equal([4, 4]);
    expect(questions).to.have.length(2);
  });

  it('is asked of each source', async () => {
    const { questions, find } = doubles();
    const other = { name: 'another pool' };
    await Promise.all([find(source, 2), find(other, 4)]);
    expect(questions).to.deep.equal([
      { of: source, keys: [2] },
      { of: other, keys: [4] },
    ]);
  });

  it('fails for all when the question fails, and not for those who ask later', async () => {
    const { find } = doubles();
    const settled = await Promise.allSettled([find(source, 2), find(source, 13)]);
    expect(settled.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await find(source, 2)).to.equal(4);
  });
});
