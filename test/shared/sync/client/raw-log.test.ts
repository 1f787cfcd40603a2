import { expect } from 'chai';
import fc from 'fast-check';
import { createRawLog } from '../../../../shared/sync/client/raw-log.ts';
import { demoKey, withProvider } from '../../../helpers/provider-rig.ts';
import { cases } from '../../../helpers/cases.ts';
import { forAll } from '../../../helpers/for-all.ts';

const key = 'lf_5e/cret+K3y=="';
const address = 'https://p.test/api/v1/accounts/77/transactions';

interface Line {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What the log says of an answer. */
function lineOf(
  body: unknown,
  headers: Record<string, string> = {},
  url = address,
  apiKey = key,
): Line {
  const lines: Line[] = [];
  const log = { info: (_message: string, line: Line) => lines.push(line) };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  createRawLog(log as never)(new URL(url), apiKey, { status: 200, headers, body: text });
  return lines[0]!;
}

const bodyOf = (body: unknown): any => JSON.parse(lineOf(body).body);

describe('the log of raw answers', () => {
  it('shows amounts, days, currencies, statuses and counts, and of all else type and length', () => {
    const row = {
      id: 'a1b2c3d4e5f6',
      accountId: 16892,
      amount: -4.5,
      currency: 'EUR',
      date: '2025-06-09',
      merchant: 'Cafe Uno',
      isPending: true,
      raw: { 'Ana Example': null },
    };
    const body = { transactions: [row], total: 1, status: 'ACTIVE', code: 429 };
    expect(bodyOf(body)).to.deep.equal({
      transactions: [
        {
          ...row,
          id: '[string, 12 characters]',
          accountId: '[number, 5 characters]',
          merchant: '[string, 8 characters]',
          raw: { '[field 1]': null },
        },
      ],
      total: 1,
      status: 'ACTIVE',
      code: 429,
    });
  });

  it('shows what an error calls itself, and nothing of its sentences', () => {
    expect(bodyOf({ error: 'Bad Request', message: 'Not found: Ana' })).to.deep.equal({
      error: 'Bad Request',
      message: '[string, 14 characters]',
    });
    expect(bodyOf({ error: 'invalid_api_key' })).to.deep.equal({ error: 'invalid_api_key' });
    expect(bodyOf({ error: 'opensesame' })).to.deep.equal({ error: '[string, 10 characters]' });
  });

  it('shows no value of a listed field that does not look like one', () => {
    for (const field of [
      { amount: 1234567890 },
      { status: 'DE89370400440532013000' },
      { status_code: 1234567 },
      { code: '0000000' },
      { currency: 'Ana Example' },
      { date: 'Tuesday' },
      { status: ['Ana'] },
    ]) {
      expect(lineOf(field).body).to.match(/\[\w+, \d+ characters\]/);
    }
  });

  it('shows kind and length of what is not JSON', () => {
    for (const [body, shown] of [
      ['<h1>Just a moment</h1>', '[markup, 22 characters]'],
      ['{"amount": 12', '[broken JSON, 13 characters]'],
      ['Bearer abcdef', '[text, 13 characters]'],
      ['', '[text, 0 characters]'],
    ] as const) {
      expect(lineOf(body).body).to.equal(shown);
    }
  });

  it('is bounded in length and time, whatever the body', () => {
    const rows = Array.from({ length: 5000 }, () => ({ id: 'abcdefgh', amount: 1 }));
    for (const body of ['a'.repeat(5e6), '['.repeat(1e6) + ']'.repeat(1e6), { rows }]) {
      expect(lineOf(body).body.length).to.be.lessThan(16_500);
    }
  });

  it('shows counts, instants and media types of headers, and the shape of a link', () => {
    const headers = {
      'retry-after': '120',
      date: 'Tue, 10 Jun 2025 06:00:00 GMT',
      'content-type': 'application/json; charset=utf-8',
      server: 'cloudflare',
      'x-ratelimit-remaining': '7',
      ratelimit: '"default";r=0;t=30',
    };
    expect(lineOf('', headers).headers).to.deep.equal(headers);
    const link = [
      '</api/v1/accounts/16892/transactions?cursor=abc&page=2>; rel="next"',
      '<https://ana.test/>; rel=last',
    ].join(', ');
    const others = { 'set-cookie': 'a=b', 'x-request-id': '4711', server: 'Ana Example' };
    expect(lineOf('', { link, ...others }).headers).to.deep.equal({
      link: '</api/v1/accounts/***6892/transactions?cursor=***&page=2>; rel="next", <[another host]>; rel="last"',
      server: '[text, 11 characters]',
    });
  });

  it('masks account ids, cursors and keys of addresses', () => {
    const k = encodeURIComponent(key);
    const url = `https://p.test/api/accounts/123456789/${k}?from=2025-06-01&cursor=abc&k=${k}`;
    expect(lineOf('', {}, url).url).to.equal(
      'https://p.test/api/accounts/***6789/***?from=2025-06-01&cursor=***&k=***',
    );
  });

  it('never shows the key, wherever and however it is written', () => {
    const keys = fc.oneof(
      fc.stringMatching(/^[\x21-\x7e]{8,40}$/),
      fc.stringMatching(/^[A-Za-z_-]{8,20}$/),
    );
    const spell = fc.constantFrom(
      (text: string) => text,
      (text: string) => encodeURIComponent(text),
      (text: string) => Buffer.from(text).toString('base64'),
      (text: string) => Buffer.from(text).toString('hex'),
      (text: string) => text.toUpperCase(),
      (text: string) => text.slice(0, 8),
    );
    const field = fc.constantFrom('message', 'error', 'status', 'type', 'code', 'currency');
    forAll(cases(1000), keys, spell, field, (secret, spelled, name) => {
      const written = spelled(secret);
      const link = `</accounts?${encodeURIComponent(written)}=1>; rel="next"`;
      const headers = { server: written, link, [`x-ratelimit-${written}`]: '1' };
      const url = `${address}/${encodeURIComponent(written)}`;
      const bodies = [written, { [name]: written }, { [written]: [written] }];
      for (const body of bodies) {
        const shown = JSON.stringify(lineOf(body, headers, url, secret)).toLowerCase();
        expect(shown).to.not.include(JSON.stringify(written).slice(1, -1).toLowerCase());
      }
    });
  });

  const digits = fc.stringMatching(/^[1-9]\d{7,17}$/);
  const ibans = fc.stringMatching(/^[A-Z]{2}\d{12,20}$/);
  const values = fc.oneof(
    digits,
    digits.map(Number),
    ibans,
    ibans.map((iban) => iban.replace(/(.{4})/g, '$1 ')),
    fc.stringMatching(/^Z[qxvj]{4,9} X[zqvj]{4,9}$/),
    fc.stringMatching(/^zQ[0-9][QXZqxzvj0-9_.~-]{10,40}$/),
  );
  const names = fc.constantFrom(
    ...['name', 'merchant', 'description', 'iban', 'account', 'number', 'id', 'token', 'toJSON'],
    ...['type', 'status', 'code', 'currency', 'date', 'page', 'error', 'message', '__proto__'],
  );
  const wraps = fc.constantFrom(
    (value: unknown): unknown => [null, [true, value]],
    (value: unknown): unknown => ({ transactions: [value, { amount: -4.5 }] }),
    (value: unknown): unknown => ({ error: { errors: value }, total: 1 }),
  );
  const cuts = fc.double({ min: 0, max: 1, noNaN: true });

  it('shows no secret, name, IBAN or account number of any body or header, wherever it is cut', () => {
    forAll(cases(1000), values, names, wraps, cuts, (value, name, wrap, at) => {
      const text = JSON.stringify(wrap({ [name]: value, [String(value)]: value }));
      const headers = Object.fromEntries(
        ['server', 'link', 'retry-after', 'content-type', 'cf-ray', 'x-ratelimit-account'].map(
          (header) => [header, `bearer: ${value}`],
        ),
      );
      for (const body of [text, text.slice(0, Math.ceil(text.length * at)), String(value)]) {
        const shown = JSON.stringify(lineOf(body, headers));
        for (let start = 0; start + 5 <= String(value).length; start += 1) {
          expect(shown).to.not.include(String(value).slice(start, start + 5));
        }
      }
    });
  });

  describe('of a provider', () => {
    const lines: string[] = [];
    const log = {
      info: (message: string, fields: object) => lines.push(JSON.stringify({ message, ...fields })),
    };
    const rig = withProvider({ rawLog: createRawLog(log as never) });
    beforeEach(() => void (lines.length = 0));

    it('has each answer once, failures included, and neither key nor names', async () => {
      rig.sandbox.admin('POST', '/faults', {
        path: '/accounts/16892/balance',
        status: 400,
        json: { error: 'Bad Request', message: `echo x-api-key: ${demoKey}` },
        headers: { 'Set-Cookie': `key=${demoKey}` },
      });
      await rig.client.listAccounts();
      await rig.client.getBalance('16892').catch(() => undefined);
      expect(lines).to.have.length(2);
      const text = lines.join('\n');
      expect(text).to.contain('Bad Request').and.to.contain('/accounts/***6892/balance');
      expect(text).to.not.contain(demoKey);
      expect(text).to.not.match(/Everyday|Example Bank|Brokerage/);
    });
  });
});
