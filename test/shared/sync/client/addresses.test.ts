import { expect } from 'chai';
import {
  guardedLookup,
  isAllowedUrl,
  isPublicAddress,
} from '../../../../shared/sync/client/addresses.ts';

describe('isPublicAddress', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
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

describe('isAllowedUrl', () => {
  const rules = { allowedHosts: ['www.bank.test', '8.8.8.8', '10.0.0.1'], allowLocal: false };
  for (const [url, expected] of [
    ['https://www.bank.test/api', true],
    ['https://WWW.BANK.TEST/api', true],
    ['http://www.bank.test/api', false],
    ['https://bank.test/api', false],
    ['https://www.bank.test:8443/api', false],
    ['https://www.bank.test.evil.test/', false],
    ['https://key@www.bank.test/', false],
    ['https://8.8.8.8/', true],
    ['https://10.0.0.1/', false],
    ['https://0xa000001/', false],
  ] as const) {
    it(`${expected ? 'allows' : 'refuses'} ${url}`, () => {
      expect(isAllowedUrl(new URL(url), rules)).to.equal(expected);
    });
  }
});

describe('guardedLookup', () => {
  for (const all of [true, false]) {
    it(`refuses a name that leads to a private address (all: ${all})`, (done) => {
      guardedLookup('localhost', { all }, (error) => {
        expect(error).to.have.property('code', 'EPRIVATEADDRESS');
        done();
      });
    });
  }
});
