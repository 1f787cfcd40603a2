import { expect } from 'chai';
import { createShares } from '../../../api/limits/shares.ts';
import { createByteCollector } from '../../../api/http/byte-collector.ts';

describe('shares', () => {
  it('bound one owner, and all of them together', () => {
    const shares = createShares({ total: 10, perOwner: 3 });
    expect(shares.take('a', 3)).to.equal(true);
    expect(shares.take('a')).to.equal(false);
    for (const owner of ['b', 'c', 'd']) expect(shares.take(owner, 2)).to.equal(true);
    expect(shares.take('e', 2)).to.equal(false);
    shares.give('a', 3);
    expect(shares.take('e', 2)).to.equal(true);
    expect(shares.held).to.equal(8);
  });

  it('leave something for the next one, however greedy those before were', () => {
    const shares = createShares({ total: 256, perOwner: 256 });
    const grab = (owner: string) => {
      let got = 0;
      while (shares.take(owner)) got += 1;
      return got;
    };
    expect([grab('a'), grab('b'), grab('c'), grab('d')]).to.deep.equal([128, 64, 32, 16]);
  });
});

describe('a byte collector', () => {
  it('holds what came, not what was promised, and joins it in order', () => {
    const promised = 30 * 1024 * 1024;
    const collector = createByteCollector(promised, promised);
    const piece = Buffer.from('0123456789');
    for (let n = 0; n < 2000; n += 1) collector.add(piece);
    const taken = collector.take();
    expect(Buffer.from(taken).equals(Buffer.alloc(20_000, piece))).to.equal(true);
    expect(taken.buffer.byteLength).to.be.below(64 * 1024);
    expect(collector.take().byteLength).to.equal(0);
  });

  it('takes a true promise at its word, and no more', () => {
    const collector = createByteCollector(100_000, 1_000_000);
    for (let n = 0; n < 100; n += 1) collector.add(Buffer.alloc(1000));
    expect(collector.take().buffer.byteLength).to.equal(100_000);
  });
});
