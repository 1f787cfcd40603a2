import { expect } from 'chai';
import fc from 'fast-check';
import { readRateHeaders } from '../../../../shared/sync/limit/rate-headers.ts';
import { waitFromAnswer } from '../../../../shared/sync/limit/retry-after.ts';
import { forAll } from '../../../helpers/for-all.ts';

const now = new Date('2025-06-10T06:00:00Z');
const wait = (headers: Record<string, string>, body = '') => waitFromAnswer({ headers, body, now });
const weekMs = 7 * 86_400_000;

describe('waitFromAnswer', () => {
  for (const [value, expected] of [
    ['30', 30_000],
    [' 2 ', 2000],
    ['1.5', 1500],
    ['Tue, 10 Jun 2025 06:02:00 GMT', 120_000],
    ['Tuesday, 10-Jun-25 06:02:00 GMT', 120_000],
    ['Tue Jun 10 06:02:00 2025', 120_000],
    ['Mon, 01 Jan 2024 00:00:00 GMT', null],
    ['-5', null],
    ['0', null],
    ['soon', null],
    ['', null],
    ['1e9', null],
    ['99999999', weekMs],
    ['9'.repeat(40), null],
  ] as const) {
    it(`reads Retry-After ${JSON.stringify(value)} as ${expected}`, () => {
      expect(wait({ 'retry-after': value })).to.equal(expected);
    });
  }
  it('compares a date with the answer’s own clock, not with ours', () => {
    const headers = {
      date: 'Fri, 10 Jan 2020 06:00:00 GMT',
      'retry-after': 'Fri, 10 Jan 2020 06:00:07 GMT',
    };
    expect(wait(headers)).to.equal(7000);
  });
  for (const [name, value, expected] of [
    ['x-ratelimit-reset', '85092', 85_092_000],
    ['x-ratelimit-reset', '-3', null],
    ['x-rate-limit-reset', '1749535260', 60_000],
    ['ratelimit-reset', '1749535260000', 60_000],
    ['http_x_ratelimit_account_success_reset', '40', 40_000],
    ['ratelimit', 'limit=10, remaining=0, reset=30', 30_000],
    ['ratelimit', '"default";r=0;t=12', 12_000],
  ] as const) {
    it(`reads ${name}: ${value} as ${expected}`, () => {
      expect(wait({ [name]: value })).to.equal(expected);
    });
  }
  for (const [body, expected] of [
    ['Please try again in 42 seconds', 42_000],
    ['{"detail":"4/day. Please try again in 85092 seconds"}', 85_092_000],
    ['Try again in 85,092 seconds', 85_092_000],
    ['try again in 6m0s', 360_000],
    ['Please try again in 1 minute and 30 seconds.', 90_000],
    ['retry after 3s', 3000],
    ['Retry in 500ms', 500],
    ['{"retry_after": 12}', 12_000],
    ['{"retryAfter":"2.5"}', 2500],
    ['{"retry_after": -12}', null],
    ['try again in -5 seconds', null],
    ['try again later', null],
    ['try again in 3 apples', null],
    ['', null],
  ] as const) {
    it(`reads the words ${JSON.stringify(body)} as ${expected}`, () => {
      expect(wait({}, body)).to.equal(expected);
    });
  }
  it('believes the header before the words', () => {
    expect(wait({ 'retry-after': '3' }, 'try again in 9 seconds')).to.equal(3000);
    expect(wait({ 'retry-after': '-3' }, 'try again in 9 seconds')).to.equal(9000);
  });
  it('is never negative, never NaN and never above a week, whatever it is given', () => {
    const names = fc.constantFrom('retry-after', 'date', 'x-ratelimit-reset', 'ratelimit');
    const texts = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.tuple(fc.integer(), fc.string()).map(([n, unit]) => `try again in ${n} ${unit}`),
    );
    forAll(100, fc.dictionary(names, texts), texts, (headers, body) => {
      const waitMs = wait(headers, body);
      if (waitMs !== null) expect(waitMs).to.be.within(1, weekMs);
    });
  });
  it('gives back any whole number of seconds, as a number and as a date', () => {
    forAll(100, fc.integer({ min: 1, max: 604_800 }), (seconds) => {
      expect(wait({ 'retry-after': String(seconds) })).to.equal(seconds * 1000);
      const date = new Date(now.getTime() + seconds * 1000).toUTCString();
      expect(wait({ 'retry-after': date })).to.equal(seconds * 1000);
      expect(wait({}, `try again in ${seconds} seconds`)).to.equal(seconds * 1000);
    });
  });
  // A reading whose time grew with the square of the length would take minutes.
  it('comes to an end with a body made to be slow', () => {
    expect(wait({}, `try again in ${'1 s and '.repeat(100_000)}`)).to.not.equal(undefined);
    wait({}, 'retry '.repeat(200_000));
    wait({}, `retry in ${'1,'.repeat(100_000)}`);
  });
});

describe('readRateHeaders', () => {
  for (const [headers, expected] of [
    [{}, { slots: null, windowMs: null, usedUpForMs: null }],
    [{ 'x-ratelimit-limit': '100' }, { slots: 100, windowMs: null, usedUpForMs: null }],
    [{ 'ratelimit-policy': '100;w=60' }, { slots: 100, windowMs: 60_000, usedUpForMs: null }],
    [{ 'ratelimit-policy': '"a";q=10;w=1' }, { slots: 10, windowMs: 1000, usedUpForMs: null }],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' },
      { slots: null, windowMs: null, usedUpForMs: 9000 },
    ],
    [
      { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '9' },
      { slots: null, windowMs: null, usedUpForMs: null },
    ],
    [
      { http_x_ratelimit_account_success_remaining: '0', 'x-ratelimit-limit': '-1' },
      { slots: null, windowMs: null, usedUpForMs: null },
    ],
  ] as const) {
    it(`reads ${JSON.stringify(headers)}`, () => {
      expect(readRateHeaders({ ...headers }, now)).to.deep.equal(expected);
    });
  }
});
