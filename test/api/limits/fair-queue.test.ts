import { expect } from 'chai';
import { createFairQueue } from '../../../api/limits/fair-queue.ts';

describe('a fair queue', () => {
  const drain = (queue: { shift(): string | undefined }) => {
    const all: string[] = [];
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) all.push(item);
    return all.join(' ');
  };

  it('lets the greediest give way when it is full, but no one for an equal', () => {
    const queue = createFairQueue<string>(4);
    for (const item of ['a1', 'a2', 'a3', 'a4']) expect(queue.push('a', item)).to.equal(null);
    expect(queue.push('a', 'a5')).to.equal('a5');
    expect(queue.push('b', 'b1')).to.equal('a4');
    expect(queue.push('b', 'b2')).to.equal('a3');
    expect(queue.push('b', 'b3')).to.equal('b3');
    expect(queue.push('c', 'c1')).to.equal('a2');
    expect(drain(queue)).to.equal('a1 b1 c1 b2');
  });

  it('forgets what is taken out', () => {
    const queue = createFairQueue<string>(4);
    for (const item of ['a1', 'a2', 'b1']) queue.push(item[0]!, item);
    expect(queue.remove('a', 'a1')).to.equal(true);
    expect(queue.remove('a', 'a1')).to.equal(false);
    expect(queue.clear()).to.deep.equal(['a2', 'b1']);
    expect(queue.size).to.equal(0);
  });
});
