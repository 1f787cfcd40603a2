import { expect } from 'chai';
import fc from 'fast-check';
import { createRawLog } from '../../../../shared/sync/client/raw-log.ts';
import { redactBody, redactHeader, redactUrl } from '../../../../shared/sync/client/redact.ts';
import { demoKey, withProvider } from '../../../helpers/provider-rig.ts';
import { cases } from '../../../helpers/cases.ts';
import { forAll, words } from '../../../helpers/for-all.ts';

const key = 'lf_5e/cret+K3y=="';

describe('redactBody', () => {
  it('shows what helps and hides who it is', () => {
    const body = JSON.stringify({
      transactions: [
        {
          id: 'a1b2c3d4e5f6',
          accountId: 16892,
          amount: -4.5,
          currency: 'EUR',
          date: '2025-06-09',
          merchant: 'Cafe Uno',
          description: 'Ana Example DE89 3704 0044 0532 0130 00',
          isPending: true,
        },
      ],
      total: 1,
    });
    expect(JSON.parse(redactBody(body, key))).to.deep.equal({
      transactions: [
        {
          id: '***e5f6',
          accountId: '***6892',
          amount: -4.5,
          currency: 'EUR',
          date: '2025-06-09',
          merchant: '[8 characters]',
          description: '[39 characters]',
          isPending: true,
        },
      ],
      total: 1,
    });
  });
  it('keeps an error’s sentence without its numbers and keys', () => {
    const body = JSON.stringify({
      error: 'Bad Request',
      message: `echo x-api-key: ${key} for ana@example.com, card 4111 1111 1111 1111`,
    });
    const shown = redactBody(body, key);
    expect(shown).to.contain('Bad Request').and.to.contain('***1111');
    expect(shown).to.not.match(/cret|ana@|4111 1111/);
  });
  it('keeps the words of a page that is not JSON', () => {
    const shown = redactBody(
      '<h1>Just a moment</h1> Bearer abcdef IBAN DE89370400440532013000',
      key,
    );
    expect(shown)
      .to.contain('Just a moment')
      .and.to.not.match(/abcdef|DE8937|532013/);
  });
  it('is at most 16 KiB and a little', () => {
    const rows = Array.from({ length: 5000 }, () => ({ id: 'abcdefgh', amount: 1 }));
    expect(redactBody(JSON.stringify({ rows }), key).length).to.be.lessThan(16_500);
    expect(redactBody('x '.repeat(100_000), key).length).to.be.lessThan(16_500);
  });
  it('never shows the key, wherever and however it is written', () => {
    const keys = fc.stringMatching(/^[\x21-\x7e]{8,40}$/);
    const spell = fc.constantFrom(
      (text: string) => text,
      (text: string) => encodeURIComponent(text),
      (text: string) => Buffer.from(text).toString('base64'),
      (text: string) => text.toUpperCase(),
      (text: string) => JSON.stringify(text),
    );
    forAll(100, keys, spell, fc.string(), fc.string(), (secret, spelled, before, after) => {
      const written = spelled(secret);
      const body = fc.sample(
        fc.constantFrom(
          before + written + after,
          JSON.stringify({ message: before + written + after }),
          JSON.stringify({ [written]: [written] }),
        ),
        1,
      )[0]!;
      const shown = redactBody(body, secret).toLowerCase();
      expect(shown).to.not.contain(secret.toLowerCase());
      expect(shown).to.not.contain(Buffer.from(secret).toString('base64').toLowerCase());
    });
  });
  it('shows the number of a status, not one that is an account’s', () => {
    const shown = redactBody(
      JSON.stringify({ status: 429, code: '1204', status_code: 1234567 }),
      key,
    );
    expect(JSON.parse(shown)).to.deep.equal({ status: 429, code: '1204', status_code: '***4567' });
    expect(redactBody(JSON.stringify({ status: '0000000' }), key)).to.not.contain('0000000');
  });
  it('shows no run of seven or more digits of any text', () => {
    const text = fc.stringMatching(/^[a-z ]{0,5}\d{7,24}[a-z -]{0,5}$/);
    const field = fc.constantFrom(...words('message name id iban description error status'));
    forAll(100, text, field, (value, name) => {
      expect(redactBody(JSON.stringify({ [name]: value }), key)).to.not.match(/\d{7}/);
    });
  });
});

describe('redaction as a property', () => {
  const upper = (length: number) => fc.stringMatching(new RegExp(`^[A-Z]{${length}}$`));
  const digits = (least: number, most: number) =>
    fc.stringMatching(new RegExp(`^[1-9]\\d{${least - 1},${most - 1}}$`));
  const names = fc.stringMatching(/^Z[qxvj]{4,9} X[zqvj]{4,9}$/);
  const ibans = fc.tuple(upper(2), digits(12, 20)).map(([land, rest]) => land + rest);
  const secrets = fc.stringMatching(/^zQ[0-9][A-Za-z0-9_.~-]{10,40}$/);
  /** A field, and what must not be read out of it. */
  const pair = fc.oneof(
    fc.tuple(fc.constantFrom('name', 'merchant', 'description', 'holder', 'owner'), names),
    fc.tuple(fc.constantFrom('iban', 'account', 'note', 'label', 'id', 'type', 'status'), ibans),
    fc.tuple(
      fc.constantFrom('accountNumber', 'account_number', 'account', 'number', 'bban', 'id', 'ref'),
      fc.oneof(digits(8, 18), digits(8, 15).map(Number)),
    ),
    fc.tuple(
      fc.constantFrom('token', 'access_token', 'authorization', 'clientSecret', 'x'),
      secrets,
    ),
  );
  const record = fc.array(pair, { minLength: 1, maxLength: 6 });
  const shape = fc.constantFrom(
    (value: object): unknown => value,
    (value: object): unknown => [value],
    (value: object): unknown => ({ transactions: [value, { amount: -4.5, date: '2025-06-09' }] }),
    (value: object): unknown => ({ account: { inner: value }, total: 1 }),
    (value: object): unknown => [null, [true, value]],
  );
  /** Five characters in a row of a value, its last four aside, would be more than is allowed. */
  function piecesOf(value: string): string[] {
    return Array.from({ length: Math.max(0, value.length - 4) }, (_, at) =>
      value.slice(at, at + 5),
    );
  }

  function expectNothingOf(values: readonly (string | number)[], shown: string): void {
    for (const value of values.map(String)) {
      for (const piece of piecesOf(value)) expect(shown, value).to.not.include(piece);
    }
  }

  it('shows no secret, name, IBAN or account number of any JSON, wherever it is cut', () => {
    forAll(
      cases(300),
      record,
      shape,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (pairs, wrap, at) => {
        const text = JSON.stringify(wrap(Object.fromEntries(pairs)));
        const values = pairs.map(([, value]) => value);
        for (const cut of [text, text.slice(0, Math.ceil(text.length * at))]) {
          expectNothingOf(values, redactBody(cut, key));
          expectNothingOf(values, redactBody(`upstream said ${cut}`, key));
          expectNothingOf(values, redactBody(JSON.stringify({ message: `got ${cut}` }), key));
        }
      },
    );
  });

  it('shows no announced secret, IBAN or account number of a header or a page', () => {
    const announce = fc.constantFrom(
      'Authorization: Bearer ',
      'authorization=Basic ',
      'Bearer ',
      'bearer: ',
      'the access token is ',
      'X-Api-Key: ',
      'set-cookie: session=',
      '{"token": "',
      'https://bank.test/accounts/9?token=',
    );
    const spelled = ibans.map((iban) => iban.replace(/(.{4})/g, '$1 '));
    const words = fc.stringMatching(/^[a-z ,.]{0,20}$/);
    forAll(
      cases(300),
      announce,
      secrets,
      ibans,
      spelled,
      words,
      (before, secret, iban, spaced, word) => {
        // A word that is itself a piece of the secret may be shown.
        fc.pre(!piecesOf(secret).some((piece) => word.includes(piece)));
        const text = `${before}${secret} ${word} ${iban} ${word} ${spaced.trim()} ${word}`;
        const url = new URL('https://p.test/api/accounts/77/transactions');
        for (const shown of [redactBody(text, key), redactHeader(text, url, key)]) {
          expectNothingOf([secret, iban], shown);
          expect(shown).to.not.include(spaced.slice(0, 9));
        }
      },
    );
  });

  it('shows no announced secret that looks like a word', () => {
    for (const announced of [
      'Authorization: Bearer opensesame',
      'authorization=Basic opensesame',
      'Bearer opensesame',
      'the token was opensesame',
      'X-Api-Key is "opensesame"',
    ]) {
      expect(redactBody(`refused: ${announced}, sorry`, key)).to.not.include('sesame');
      const json = JSON.stringify({ error: { message: announced } });
      expect(redactBody(json, key)).to.not.include('sesame');
    }
  });

  it('shows nothing of a number or a text that the cut went through', () => {
    expect(redactBody('{"accountNumber": 1234567', key)).to.not.match(/\d/);
    expect(redactBody('{"id": "DE8937040044', key)).to.not.match(/\d/);
    expect(redactBody('{"amount": 12', key)).to.equal('{"amount":"[cut]"');
  });

  it('shows no start of the key that the text was cut in', () => {
    for (let length = 4; length < key.length; length += 1) {
      expect(redactBody(`echo ${key.slice(0, length)}`, key)).to.equal('echo [hidden]');
    }
  });

  it('keeps what troubleshooting needs of a cut body', () => {
    const body =
      '{"transactions":[{"id":"a1b2c3d4e5f6","amount":-4.50,"currency":"EUR","merchant":"Ana';
    expect(redactBody(body, key)).to.equal(
      '{"transactions":[{"id":"***e5f6","amount":-4.50,"currency":"EUR","merchant":"[cut]"',
    );
  });

  it('reads a long body of one word in bounded time', () => {
    for (const body of [
      'a'.repeat(5e6),
      '"'.repeat(1e6),
      `{"a":"${'\\\\'.repeat(2e6)}`,
      '1 '.repeat(2e6),
    ]) {
      expect(redactBody(body, key).length).to.be.lessThan(20_000);
    }
  });
});

describe('redactHeader', () => {
  const url = new URL('https://p.test/api/accounts/77/transactions');
  it('keeps counts, instants and media types, and the shape of a link', () => {
    for (const value of [
      '120',
      'Tue, 10 Jun 2025 06:00:00 GMT',
      'application/json; charset=utf-8',
      'cloudflare',
    ]) {
      expect(redactHeader(value, url, key)).to.equal(value);
    }
    const link = '</api/accounts/16892/transactions?cursor=abc&page=2>; rel="next"';
    expect(redactHeader(link, url, key)).to.equal(
      '<https://p.test/api/accounts/***6892/transactions?cursor=[hidden]&page=2>; rel="next"',
    );
  });
});

describe('redactUrl', () => {
  it('masks account ids, cursors and keys', () => {
    const url = new URL(
      `https://p.test/api/accounts/123456789/transactions?from=2025-06-01&cursor=abc&k=${encodeURIComponent(key)}`,
    );
    expect(redactUrl(url, key)).to.equal(
      'https://p.test/api/accounts/***6789/transactions?from=2025-06-01&cursor=[hidden]&k=[hidden]',
    );
  });
});

describe('raw logging', () => {
  const lines: string[] = [];
  const log = {
    info: (message: string, fields: object) => lines.push(JSON.stringify({ message, ...fields })),
  };
  const rig = withProvider({ rawLog: createRawLog(log as never) });
  beforeEach(() => void (lines.length = 0));

  it('writes each answer once, failures included, and neither key nor names', async () => {
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
