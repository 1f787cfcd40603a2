import { expect } from 'chai';
import fc from 'fast-check';
import { createRawLog } from '../../../shared/provider/raw-log.ts';
import { redactBody, redactUrl } from '../../../shared/provider/redact.ts';
import { demoKey, withProvider } from '../../helpers/provider-rig.ts';

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
    fc.assert(
      fc.property(keys, spell, fc.string(), fc.string(), (secret, spelled, before, after) => {
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
      }),
    );
  });
  it('shows no run of seven or more digits of any text', () => {
    const text = fc.stringMatching(/^[a-z ]{0,5}\d{7,24}[a-z -]{0,5}$/);
    const field = fc.constantFrom(
      'message',
      'name',
      'id',
      'iban',
      'description',
      'error',
      'status',
    );
    fc.assert(
      fc.property(text, field, (value, name) => {
        expect(redactBody(JSON.stringify({ [name]: value }), key)).to.not.match(/\d{7}/);
      }),
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
