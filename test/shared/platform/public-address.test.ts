import { expect } from 'chai';
import { isLoopbackAddress, isPublicAddress } from '../../../shared/platform/public-address.ts';
import { words } from '../../helpers/for-all.ts';

describe('isPublicAddress', () => {
  for (const address of [
    ...words(`
    127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1
    255.255.255.255 :: ::1 [::1] ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 fc00::1 fd12::1
    fe80::1%eth0 ff02::1 2001:db8::1 2002:7f00:1:: ::ffff:7f00:1 ::ffff:0:10.0.0.1
    64:ff9b:1::a00:1 2001:0:7f00:1:: 192.88.99.1 198.18.0.1 0177.0.0.1 127.1 fec0::1 4000::1
    localhost
  `),
    'not an address',
    '',
  ]) {
    it(`refuses ${JSON.stringify(address)}`, () => {
      expect(isPublicAddress(address)).to.equal(false);
    });
  }
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1']) {
    it(`accepts ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true);
    });
  }
});

describe('isLoopbackAddress', () => {
  for (const [address, expected] of [
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['[::1]', true],
    ['::ffff:127.0.0.1', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
    ['localhost', false],
  ] as const) {
    it(`${expected ? 'knows' : 'does not take'} ${address}`, () => {
      expect(isLoopbackAddress(address)).to.equal(expected);
    });
  }
});
