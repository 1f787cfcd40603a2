import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { sha256Hex } from '#preflight/sha256';

describe('sha256Hex', () => {
  it('is that of Node, for texts of every length around a block', () => {
    const texts = Array.from({ length: 200 }, (_, length) => 'ä€b'.repeat(67).slice(0, length));
    for (const text of texts) {
      expect(sha256Hex(text)).to.equal(createHash('sha256').update(text).digest('hex'));
    }
  });
});
