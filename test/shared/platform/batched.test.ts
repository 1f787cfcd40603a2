import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { batched } from '../../../shared/platform/batched.ts';

describe('what is asked for in one turn of the event loop', () => {
  const source = { name: 'a pool' };

  /** Answers numbers with their doubles, even ones only, and notes each question. `thought` comes before each answer. */
  function doubles(thought = () => Promise.resolve()) {
    const questions: { of: object; keys: readonly number[] }[] = [];
    const find = batched(async (of: object, keys: readonly number[]) => {
      questions.push({ of, keys });
      await thought();
      if (keys.includes(13)) throw new Error('no such luck');
      return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, 2 * key]));
    });
    return { questions, find };
  }

  it('is one question for each distinct key', async () => {
    const { questions, find } = doubles();
    const answers = await Promise.all([find(source, 2), find(source, 3), find(source, 2)]);
    expect(answers).to.deep.equal([4, undefined, 4]);
    expect(questions).to.deep.equal([{ of: source, keys: [2, 3] }]);
  });

  it('is asked for after the question that is open, together with all that comes until then', async () => {
    const answers: (() => void)[] = [];
    const { questions, find } = doubles(() => new Promise<void>((answer) => answers.push(answer)));
    const answerNext = (): void => answers.shift()!();
    const first = find(source, 2);
    await nextTurn();
    const second = find(source, 2);
    await nextTurn();
    const third = find(source, 4);
    expect(questions).to.deep.equal([{ of: source, keys: [2] }]);
    answerNext();
    expect(await first).to.equal(4);
    await nextTurn();
    answerNext();
    expect(await Promise.all([second, third])).to.deep.equal([4, 8]);
    expect(questions.slice(1)).to.deep.equal([{ of: source, keys: [2, 4] }]);
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
