import { expect } from 'chai';
import { exportLines } from '../../shared/imports/export/export.ts';
import { showExport } from '../../api/routes/export.ts';
import type { AppError } from '../../shared/platform/errors.ts';
import { eventually } from '../helpers/eventually.ts';
import { importChunks } from '../helpers/import-sessions.ts';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { rowsRead } from '../helpers/rows-read.ts';
import { ledgerRecords } from '../helpers/ledger-records.ts';
import { withApi } from '../helpers/start-api.ts';

const ROLLED_BACK = new Error('rolled back');

describe('GET /api/v1/export', () => {
  const { database, api } = withApi();

  const exportedLines = async (as: 'read' | 'other'): Promise<string[]> => {
    const answer = await api.answers(200, 'GET', '/api/v1/export', { as });
    expect(answer.headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8');
    return answer.text.split('\n').filter((line) => line !== '');
  };

  it('is empty for an empty household', async () => {
    expect(await exportedLines('read')).to.deep.equal([]);
  });

  it('is one of a household at a time, and of all together a third of the connections', async () => {
    const { limits, config } = api.context;
    const begin = (householdId: string) => {
      const closed: (() => void)[] = [];
      const request = {
        householdId,
        signal: new AbortController().signal,
        onClose: (release: () => void) => closed.push(release),
      };
      return showExport.handler(api.context, request as any).then(
        () => () => closed.forEach((release) => release()),
        (error: unknown) => error as AppError,
      );
    };
    const close = await begin(api.tenant.householdId);
    const refused = await api.answers([503, 'service_unavailable'], 'GET', '/api/v1/export', {
      as: 'read',
    });
    expect(refused.headers.get('retry-after')).to.equal('5');
    await api.answers(200, 'GET', '/api/v1/export', { as: 'other' });
    const others = [];
    for (let n = 1; n < Math.floor(config.databasePoolMax / 3); n += 1) {
      others.push(await begin(`other ${n}`));
    }
    expect(await begin('one more')).to.have.property('isShed', true);
    for (const each of [close, ...others]) (each as () => void)();
    expect(limits.exports.held).to.equal(0);
    await api.answers(200, 'GET', '/api/v1/export', { as: 'read' });
    expect(limits.exports.held).to.equal(0);
  });

  it('makes way for the next one before its client sees the end', async () => {
    const { limits } = api.context;
    const closed: (() => void)[] = [];
    const request = {
      householdId: api.tenant.householdId,
      signal: new AbortController().signal,
      onClose: (release: () => void) => closed.push(release),
    };
    const { stream } = await showExport.handler(api.context, request as any);
    expect(limits.exports.held).to.equal(1);
    for await (const piece of stream!) expect(piece).to.be.a('string');
    expect(limits.exports.held).to.equal(0);
    // The connection ends later, and gives nothing back twice.
    for (const release of closed) release();
    expect(limits.exports.held).to.equal(0);
  });

  it('is no statement that runs for as long as its client reads', async () => {
    const { householdId } = api.tenant;
    // Of transactions alone it fetches three times.
    await importChunks(database, [[...ledgerRecords(1100)]], { household: householdId });
    const exported = exportLines(database.sql, householdId, new AbortController().signal);
    let count = 0;
    for await (const text of exported) {
      count += text.split('\n').length - 1;
      await eventually(async () => {
        const running = await database.sql`
          select query
          from pg_stat_activity
          where datname = current_database()
            and pid <> pg_backend_pid()
            and state = 'active'`;
        expect(running).to.have.length(0);
      });
    }
    expect(count).to.be.greaterThan(1100);
  });

  it('reads the household’s own rows alone, however many others have, before Postgres has its statistics', async () => {
    const TABLES = ['transactions', 'trades', 'holdings', 'securities', 'balances', 'valuations'];
    const OTHERS = 3000;
    const OWN = 5;
    const fill = async (tx: Tx, name: string, rows: number): Promise<string> => {
      const { id } = await insertHousehold(tx, name);
      await tx`
        with account as (
          insert into accounts (household_id, name, currency, accountable_type)
          values (${id}, 'Filled', 'EUR', 'Investment')
          returning id
        ),
        row as materialized (
          select n, ${id}::uuid as household_id, account.id as account_id, gen_random_uuid() as security_id,
            date '2015-01-01' + n as date
          from account, generate_series(1, ${rows}) n
        ),
        security as (
          insert into securities (id, household_id, ticker)
          select security_id, household_id, 'T' || n from row
        ),
        transaction as (
          insert into transactions (household_id, account_id, date, amount, currency, name)
          select household_id, account_id, date, -n, 'EUR', 'Row' from row
        ),
        trade as (
          insert into trades (household_id, account_id, security_id, date, name, quantity, price, amount, currency)
          select household_id, account_id, security_id, date, 'Buy', 1, n, -n, 'EUR' from row
        ),
        holding as (
          insert into holdings (household_id, account_id, security_id, date, quantity, currency)
          select household_id, account_id, security_id, date, 1, 'EUR' from row
        ),
        balance as (
          insert into balances (household_id, account_id, date, balance, currency)
          select household_id, account_id, date, n, 'EUR' from row
        )
        insert into valuations (household_id, account_id, date, name, amount, currency)
        select household_id, account_id, date, 'Value', n, 'EUR' from row`;
      return id;
    };
    const filled = database.sql.begin(async (tx) => {
      await fill(tx, 'Others', OTHERS);
      const householdId = await fill(tx, 'Own', OWN);
      const before = await rowsRead(tx, ...TABLES);
      const sql = { begin: (_: string, work: (tx: Tx) => Promise<void>) => work(tx) };
      const lines = exportLines(sql as unknown as Sql, householdId, new AbortController().signal);
      let count = 0;
      for await (const text of lines) count += text.split('\n').length - 1;
      expect(count).to.equal(1 + 5 * OWN);
      expect((await rowsRead(tx, ...TABLES)) - before).to.be.below(50 * OWN);
      throw ROLLED_BACK;
    });
    expect(await filled.catch((error: unknown) => error)).to.equal(ROLLED_BACK);
  });

  it('does not join all transactions of a household with each other before Postgres has its statistics', async () => {
    const ROWS = 500;
    const filled = database.sql.begin(async (tx) => {
      const { id: householdId } = await insertHousehold(tx, 'Just filled');
      await tx`
        with account as (
          insert into accounts (household_id, name, currency)
          values (${householdId}, 'Filled', 'EUR')
          returning id
        )
        insert into transactions (household_id, account_id, date, amount, currency, name)
        select ${householdId}, id, '2026-01-01', -1, 'EUR', 'Row'
        from account, generate_series(1, ${ROWS})`;
      const before = await rowsRead(tx, 'transactions');
      const sql = { begin: (_: string, work: (tx: Tx) => Promise<void>) => work(tx) };
      const lines = exportLines(sql as unknown as Sql, householdId, new AbortController().signal);
      let count = 0;
      for await (const text of lines) count += text.split('\n').length - 1;
      expect(count).to.equal(ROWS + 1);
      expect((await rowsRead(tx, 'transactions')) - before).to.be.below(ROWS * 10);
      throw ROLLED_BACK;
    });
    expect(await filled.catch((error: unknown) => error)).to.equal(ROLLED_BACK);
  });
});
