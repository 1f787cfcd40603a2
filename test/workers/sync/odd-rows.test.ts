import { expect } from 'chai';
import { sha256Hex } from '../../../shared/platform/crypto.ts';
import { condition, newRule, runRules } from '../../helpers/rule-fixtures.ts';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { LISTED, ROWS, rowsPage, shopRow, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: odd rows', function () {
  const play = withSyncPlay();

  describe('fields that no column holds', () => {
    const extras = async (): Promise<unknown[]> => (await play.live()).map((t) => t['extra']);
    const fields = (category: string) => ({ category, foo: { Bar: 'Baz' } });

    it('are kept, change in place, and are looked at by rules, without the row counting as changed', async () => {
      const { sql } = play.database;
      await newRule(sql, play.owner.householdId, {});
      const lists = (...rows: object[]) => play.sync([rowsPage(rows)]);
      await lists(wireRow('a', fields('Cat')), wireRow('b'));
      expect(await extras()).to.deep.equal([{ provider: fields('Cat') }, {}]);
      await sql`delete from rule_work`;
      await sql`delete from rule_runs`;
      // What others keep beside it stays.
      await sql`update transactions set extra = extra || '{"own": 1}'`;
      const before = await play.live();
      const run = await lists(wireRow('a', fields('Dog')), wireRow('b'));
      expect((await play.accountsOf(run))[0]!.counts).to.include({ updated: 0, created: 0 });
      const after = await play.live();
      expect(after[0]).to.deep.equal({
        ...before[0],
        extra: { own: 1, provider: fields('Dog') },
      });
      expect(after[1]).to.deep.equal(before[1]);
      expect(await sql`select status from rule_runs`).to.deep.equal([{ status: 'queued' }]);
      const work = await sql`select transaction_ids from rule_work`;
      expect(work).to.deep.equal([{ transactionIds: [before[0]!['id']] }]);
      await lists(wireRow('a'), wireRow('b'));
      expect(await extras()).to.deep.equal([{ own: 1 }, { own: 1 }]);
    });

    it('are found by transaction_details, with merchant and description', async () => {
      const { householdId } = play.owner;
      const { sql } = play.database;
      await play.sync([rowsPage([wireRow('a', { description: 'D"1', ...fields('Cat') })])]);
      const finds = async (...[operator, value]: string[]): Promise<number> => {
        await sql`delete from rules`;
        await newRule(sql, householdId, {
          conditions: [condition('transaction_details', operator!, value)],
        });
        return (await runRules(play.database, householdId)).queued;
      };
      for (const text of ['Baz', 'foo', 'category', 'description', 'Cafe', 'Cat']) {
        expect(await finds('=', text), text).to.equal(1);
        expect(await finds('like', text.toUpperCase()), text).to.equal(1);
      }
      expect(await finds('=', 'baz')).to.equal(0);
      expect(await finds('is_null')).to.equal(0);
    });

    it('follow a pending row that posts, and reach rows of any page', async () => {
      const pending = wireRow(null, { isPending: true, ...fields('Hold') });
      await play.sync([rowsPage([pending])]);
      const page = (rows: object[], cursor: string | null, next: string | null) =>
        rowsPage(rows, { next_cursor: next }, cursor === null ? {} : { query: { cursor } });
      const posted = wireRow('a', { date: '2025-06-10', ...fields('Tab\tand \\ "quote"') });
      await play.sync([
        page([posted], null, 'c1'),
        page([shopRow('b', -2)], 'c1', 'c2'),
        page([shopRow('c', -1, fields('Cat'))], 'c2', null),
      ]);
      expect(await play.ledger()).to.deep.equal([
        '2025-06-09 -2 posted',
        '2025-06-09 -1 posted',
        '2025-06-10 -10 posted',
      ]);
      expect(await extras()).to.deep.equal([
        {},
        { provider: fields('Cat') },
        { provider: fields('Tab\tand \\ "quote"') },
      ]);
    });
  });

  describe('rows', () => {
    it('stores every amount that is one exactly', async () => {
      const exact = [
        ['-12345678901234567890.12345678901234567890', '-12345678901234567890.1234567890123456789'],
        ['1e-18', '0.000000000000000001'],
        ['-1.5E+3', '-1500'],
        ['-0.00', '0'],
        ['"  -7.25 "', '-7.25'],
        ['"1e2"', '100'],
        [`${'9'.repeat(120)}.5`, `${'9'.repeat(120)}.5`],
        [`0.${'0'.repeat(99)}1`, `0.${'0'.repeat(99)}1`],
      ] as const;
      const rows = exact.map(([sent], id) => `{"id":${id},"amount":${sent},"date":"2025-06-09"}`);
      const run = await play.sync([{ path: ROWS, body_text: `{"transactions":[${rows.join()}]}` }]);
      expect(run.status, JSON.stringify(await play.accountsOf(run))).to.equal('completed');
      const stored = new Map((await play.live()).map((t) => [t['externalId'], t['amount']]));
      expect(exact.map((_, id) => stored.get(String(id)))).to.deep.equal(exact.map(([, is]) => is));
    });
    it('leaves out and counts rows without an amount and entries that are no rows, and keeps the others', async () => {
      const none = ['null', 'true', '""', '"abc"', '"1,234.56"', '"NaN"', '"0x10"', '[]', '{}'];
      none.push('1e99999', '"-"', '"--1"');
      const rows = none.map((sent, id) => `{"id":"a${id}","amount":${sent},"date":"2025-06-09"}`);
      rows.push('null', '7', '"row"', '[]', '{}', '{"id":"b","amount":1,"date":"2025-06-09"}');
      const run = await play.sync([{ path: ROWS, body_text: `{"transactions":[${rows.join()}]}` }]);
      expect(run.status).to.equal('completed_with_errors');
      const [account] = await play.accountsOf(run);
      expect(account!.errors[0]).to.include({ code: 'row_invalid', count: 17 });
      expect(account!.counts).to.include({ rejected: 17 });
      expect((await play.live()).map((t) => t['externalId'])).to.deep.equal(['b']);
    });
    it('bears any text: NUL, lone surrogates, thousands of characters, quotes', async () => {
      const long = 'x'.repeat(20_000);
      const texts = [
        'a\u0000b',
        '\ud800',
        long,
        `'); drop table x; --`,
        '\\',
        '{"a":1}',
        '١٢٣',
        '\u202Eevil',
      ];
      const rows = texts.map((text, index) =>
        wireRow(`${text}${index}`, { merchant: text, description: `${text} ${text}` }),
      );
      const run = await play.sync([rowsPage(rows)]);
      expect(run.status, JSON.stringify(run.errors)).to.equal('completed');
      expect(await play.live()).to.have.length(texts.length);
      await play.sync([rowsPage(rows)]);
      expect(await play.live()).to.have.length(texts.length);
    });
    it('distinguishes two very long ids that differ at their end', async () => {
      // No repetition that a database could press together.
      const text = Array.from({ length: 200 }, (_, index) => sha256Hex(String(index))).join('');
      const id = (end: string) => `${text}${end}`;
      await play.sync([rowsPage([wireRow(id('1')), wireRow(id('2'))])]);
      await play.sync([rowsPage([wireRow(id('1')), wireRow(id('2'))])]);
      expect(await play.live()).to.have.length(2);
    });
    it('takes a number 0, blanks around and an id sent as number or text as the same id', async () => {
      await play.sync([rowsPage([wireRow(0), wireRow(' b '), wireRow(42)])]);
      await play.sync([rowsPage([wireRow('0'), wireRow('b'), wireRow('42')])]);
      expect((await play.live()).map((t) => t['externalId'])).to.have.members(['0', 'b', '42']);
    });
    it('of one id listed twice in a read the later copy counts', async () => {
      await play.sync([
        rowsPage([wireRow('a', { amount: -1 }), wireRow('a', { amount: -2 })], {
          next_cursor: 'n',
        }),
        rowsPage([wireRow('a', { amount: -3 })]),
      ]);
      expect(await play.ledger()).to.deep.equal(['2025-06-09 -3 posted']);
    });
    it('a pending row keeps its place and first day when it posts', async () => {
      await play.sync([rowsPage([wireRow(null, { isPending: true })])]);
      const [before] = await play.live();
      await play.sync([rowsPage([wireRow('x', { date: '2025-06-10' })])]);
      const [after] = await play.live();
      expect(after).to.include({
        id: before!['id'],
        date: '2025-06-10',
        firstSeenDate: '2025-06-09',
        pending: false,
      });
    });
    it('a row that changes is updated in place: amount, day, currency, text', async () => {
      await play.sync([rowsPage([wireRow('a')])]);
      const [before] = await play.live();
      await play.sync([
        rowsPage([
          wireRow('a', { amount: -11, date: '2025-06-08', currency: 'USD', merchant: 'Bistro' }),
        ]),
      ]);
      const after = await play.live();
      expect(after).to.have.length(1);
      expect(after[0]).to.include({
        id: before!['id'],
        amount: '-11',
        date: '2025-06-08',
        currency: 'USD',
        name: 'Bistro',
      });
    });
  });

  describe('currency', () => {
    const tests: [string, object, object | null, object, string | null][] = [
      [
        'of the row before all others',
        { currency: 'EUR' },
        { amount: 1, currency: 'EUR' },
        { currency: 'GBP' },
        'GBP',
      ],
      [
        'of the balance',
        { currency: undefined },
        { amount: 1, currency: 'SEK' },
        { currency: '' },
        'SEK',
      ],
      [
        'none but an unknown code: the row waits',
        { currency: '€' },
        null,
        { currency: '???' },
        null,
      ],
    ];
    for (const [name, listed, balance, own, expected] of tests) {
      it(name, async () => {
        const calls = [rowsPage([wireRow('a', own)])] as ScriptedCall[];
        // Without a currency nowhere is one guessed, the balance's included.
        calls.push({ path: '/accounts/1/balance', json: { balance: balance ?? { amount: 5 } } });
        const run = await play.sync(calls, [{ ...LISTED, ...listed }]);
        const stored = await play.live();
        if (expected === null) {
          expect(stored).to.have.length(0);
          expect(await play.codes(run)).to.include('currency_unknown');
          expect((await play.links())[0]!['watermark']).to.equal(null);
          await play.sync([rowsPage([wireRow('a', own)])], [{ ...LISTED, currency: 'NOK' }]);
          expect((await play.live()).map((t) => t['currency'])).to.deep.equal(['NOK']);
        } else expect(stored[0]!['currency']).to.equal(expected);
      });
    }
    it('last known: the account’s when it is no longer reported', async () => {
      await play.sync([], [LISTED]);
      const calls = [
        rowsPage([wireRow('a', { currency: null })]),
        { path: '/accounts/1/balance', json: { balance: { amount: 1 } } },
      ];
      await play.sync(calls, [{ ...LISTED, currency: undefined }]);
      expect((await play.live()).map((t) => t['currency'])).to.deep.equal(['EUR']);
    });
  });
});
