import { expect } from 'chai';
import { guardedLookup, isAllowedUrl } from '../../../../shared/sync/client/addresses.ts';

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
