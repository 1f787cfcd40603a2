import { expect } from 'chai';
import fc from 'fast-check';
import { isLosslessNumber, parse } from 'lossless-json';
import { normalizeDecimal } from '#preflight/money';
import { parseLossless } from '../../../../shared/sync/client/parse-json.ts';
import {
  shapeAccount,
  shapeBalance,
  shapeHolding,
  shapeTransaction,
} from '../../../../shared/sync/client/shapes.ts';
import { forAll, words } from '../../../helpers/for-all.ts';

/** Any JSON number as text, with many digits and exponents. */
const numberText = fc
  .tuple(
    fc.boolean(),
    fc.oneof(fc.constant('0'), fc.bigInt({ min: 1n, max: 10n ** 40n }).map(String)),
    fc.option(fc.stringMatching(/^\d{1,30}$/), { nil: null }),
    fc.option(fc.integer({ min: -40, max: 40 }), { nil: null }),
  )
  .map(([negative, whole, fraction, exponent]) => {
    const point = fraction === null ? '' : `.${fraction}`;
    return `${negative ? '-' : ''}${whole}${point}${exponent === null ? '' : `e${exponent}`}`;
  });

describe('parseLossless', () => {
  it('loses no digit of any number', () => {
    forAll(100, numberText, (text) => {
      const { amount } = shapeTransaction(parseLossless(`{"amount": ${text}}`));
      expect(amount).to.equal(normalizeDecimal(text));
      const asText = shapeTransaction(parseLossless(`{"amount": "${text}"}`));
      expect(asText.amount).to.equal(amount);
    });
  });
  it('reads any document as a full lossless parser does', () => {
    const asText = (value: unknown): unknown => {
      if (isLosslessNumber(value)) return normalizeDecimal(value.toString());
      if (typeof value === 'number') return normalizeDecimal(String(value));
      // A number that a double cannot hold arrives as text.
      if (typeof value === 'string') return normalizeDecimal(value) ?? value;
      if (Array.isArray(value)) return value.map(asText);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asText(each)]));
    };
    forAll(100, fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value);
      expect(asText(parseLossless(json))).to.deep.equal(asText(parse(json)));
    });
  });
  it('leaves digits inside text alone, escaped quotes included', () => {
    const value = {
      a: '12345678901234567890',
      b: 'x"12345678901234567890',
      c: '\\"1e5',
      'd\\': '1',
    };
    expect(parseLossless(JSON.stringify(value))).to.deep.equal(value);
  });
  for (const broken of [...words('{ {"a":-1 01 1. .5 +1 NaN {"a":1e}'), '', '1 2', '"\n"']) {
    it(`refuses ${JSON.stringify(broken)} as JSON.parse does, and quotes nothing of it`, () => {
      expect(() => JSON.parse(broken) as unknown).to.throw(SyntaxError);
      expect(() => parseLossless(broken)).to.throw(SyntaxError, /^not valid JSON$/);
    });
  }
  it('reads a body of 10 MB', () => {
    const row = '{"id":"0123456789abcdef","amount":-12345678901234567.89,"merchant":"A \\" B"},';
    const body = `[${row.repeat(Math.floor((10 * 1024 * 1024) / row.length))}null]`;
    expect(parseLossless(body)).to.have.length.greaterThan(100_000);
  });
});

describe('shapes', () => {
  const empty = {
    id: null,
    amount: null,
    currency: null,
    date: null,
    merchant: null,
    description: null,
    pending: false,
    extra: null,
  };
  it('gives both dialects one shape', () => {
    const shaped = {
      ...empty,
      id: '7',
      amount: '-10.5',
      merchant: 'Shop',
      pending: true,
    };
    const camel = { id: 7, amount: -10.5, merchant: 'Shop', isPending: true };
    const snake = {
      id: ' 7 ',
      amount: '-10.50',
      merchant_name: 'Shop',
      pending: true,
    };
    expect(shapeTransaction(camel)).to.deep.equal(shaped);
    expect(shapeTransaction(snake)).to.deep.equal(shaped);
    for (const pending of [
      { pending: 'true' },
      { is_pending: 1 },
      { isPending: null, pending: 1 },
    ]) {
      expect(shapeTransaction({ transactionId: 7, ...pending })).to.include({
        id: '7',
        pending: true,
      });
    }
    expect(
      shapeAccount({ account_id: '1', account_type: 'card', institutionName: 'B' }),
    ).to.include({ id: '1', type: 'card', institutionName: 'B' });
    expect(shapeBalance({ amount: 0, currency: 'EUR' })).to.deep.equal({
      amount: '0',
      currency: 'EUR',
    });
    expect(shapeBalance({ current: '0.00', currency: 'EUR' })).to.deep.equal({
      amount: '0',
      currency: 'EUR',
    });
  });
  it('keeps what no column holds of a row, but no secrets, and not more than fits', () => {
    const kept = (fields: object): unknown => {
      const { extra } = shapeTransaction(
        { id: 1, accountId: 2, merchant: null, ...fields },
        'k-42',
      );
      return extra === null ? null : JSON.parse(extra).provider;
    };
    expect(kept({ category: 'Cat', foo: { Bar: ['Baz', 1, false] } })).to.deep.equal({
      category: 'Cat',
      foo: { Bar: ['Baz', 1, false] },
    });
    expect(kept({ nothing: null, blank: '', empty: {}, list: [null], nul: '\0' })).to.equal(null);
    expect(kept({ access_token: 'x', note: 'of k-42', 'k-42': 1, a: { apiKey: 2 } })).to.equal(
      null,
    );
    expect(kept({ a: { b: { c: { d: { e: { f: 1 } } } } } })).to.equal(null);
    expect(kept(JSON.parse('{"__proto__":{"amount":1},"x":"\\ud800\\u0000y"}'))).to.deep.equal(
      JSON.parse('{"__proto__":{"amount":1},"x":"\ufffdy"}'),
    );
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const many = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`field ${at}`, at]),
    );
    const huge = kept({ deep, many, long: 'x'.repeat(9_000_000) });
    expect(JSON.stringify(huge)).to.have.length.below(10_000);
    expect(kept({ long: 'x'.repeat(9_000_000) })).to.deep.equal({ long: 'x'.repeat(1000) });
  });
  it('keeps all digits of a large numeric id', () => {
    expect(shapeTransaction(parseLossless('{"id":90071992547409931}')).id).to.equal(
      '90071992547409931',
    );
  });
  for (const amount of [null, 'abc', '', true, {}, [], '1,000.00', '12 EUR', 'Infinity', 'NaN']) {
    it(`has no amount for ${JSON.stringify(amount)}`, () => {
      expect(shapeTransaction({ amount }).amount).to.equal(null);
      expect(shapeBalance({ amount }).amount).to.equal(null);
    });
  }
  it('does not expand an exponent beyond reason', () => {
    expect(shapeTransaction(parseLossless('{"amount":1e999999999}')).amount).to.equal(null);
    expect(shapeTransaction({ amount: '9'.repeat(2000) }).amount).to.equal(null);
  });
  it('never throws, whatever an entry is', () => {
    forAll(100, fc.jsonValue(), (value) => {
      shapeAccount(value);
      shapeBalance(value);
      shapeHolding(value);
      const row = shapeTransaction(value);
      if (typeof value !== 'object' || value === null) expect(row).to.deep.equal(empty);
    });
  });
  it('lists no account that cannot be addressed', () => {
    for (const entry of [null, {}, { id: null }, { id: ' ' }, 'x']) {
      expect(shapeAccount(entry)).to.equal(null);
    }
  });
  it('takes the position’s key from whichever aggregator sent it', () => {
    expect(shapeHolding({ raw: { mx: { id: 12 } } }).id).to.equal('12');
    expect(shapeHolding({ raw: { mx: null, snaptrade: { id: 'h1' } } }).id).to.equal('h1');
    expect(shapeHolding({ raw: null }).id).to.equal(null);
    expect(shapeHolding({ security: { cusp: '037833100' } }).cusip).to.equal('037833100');
  });
});
