import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { openSecret, sealSecret, type KeyRing } from '../../../shared/platform/crypto.ts';

function ring(...ids: string[]): KeyRing {
  const all = new Map(ids.map((id) => [id, randomBytes(32)]));
  return { current: { id: ids[0]!, key: all.get(ids[0]!)! }, all };
}

describe('sealed secrets', () => {
  it('open with the key and owner they were sealed for', () => {
    const keys = ring('k1');
    expect(openSecret(keys, sealSecret(keys, 'sk-täst', 'row-1'), 'row-1')).to.equal('sk-täst');
  });
  it('still open after a newer key became the current one', () => {
    const old = ring('k1');
    const sealed = sealSecret(old, 'secret', 'row-1');
    const fresh = ring('k2');
    const both: KeyRing = { current: fresh.current, all: new Map([...fresh.all, ...old.all]) };
    expect(openSecret(both, sealed, 'row-1')).to.equal('secret');
  });
  it('do not open for another row', () => {
    const keys = ring('k1');
    const sealed = sealSecret(keys, 'secret', 'row-1');
    expect(() => openSecret(keys, sealed, 'row-2')).to.throw();
  });
  it('do not open when one bit was changed', () => {
    const keys = ring('k1');
    const sealed = sealSecret(keys, 'secret', 'row-1');
    sealed.ciphertext[14]! ^= 1;
    expect(() => openSecret(keys, sealed, 'row-1')).to.throw();
  });
  it('never show the secret in the ciphertext, and differ every time', () => {
    const keys = ring('k1');
    const [a, b] = [sealSecret(keys, 'secret', 'r'), sealSecret(keys, 'secret', 'r')];
    expect(a.ciphertext.includes('secret')).to.equal(false);
    expect(a.ciphertext.equals(b.ciphertext)).to.equal(false);
  });
  it('name the key that is not configured, and nothing else', () => {
    const sealed = sealSecret(ring('gone'), 'secret', 'r');
    expect(() => openSecret(ring('k1'), sealed, 'r')).to.throw(
      'encryption key gone is not configured',
    );
  });
});
