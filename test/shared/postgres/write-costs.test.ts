import { expect } from 'chai';
import { takeProviderSlot } from '../../../shared/sync/store/provider-limits.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('what a write costs', () => {
  const database = withDatabase();

  async function newTransactions(count: number): Promise<{ household: string; ids: string[] }> {
    const household = await newHousehold(database.sql);
    const rows = await database.sql<{ id: string }[]>`
      with account as (
        insert into accounts (household_id, name, currency)
        values (${household}, 'Account', 'EUR')
        returning id
      )
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${household}, account.id, '2025-06-01', n, 'EUR', 'Row'
      from account, generate_series(1, ${count}::integer) n
      returning id`;
    return { household, ids: rows.map(({ id }) => id) };
  }

  it('ids of transactions begin with their moment, so that an index grows at its end', async () => {
    const before = await newTransactions(3);
    // The next millisecond.
    await database.sql`select pg_sleep(0.002)`;
    const after = await newTransactions(3);
    const ids = [...before.ids, ...after.ids];
    for (const id of ids) expect(id).matches(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
    expect(before.ids.toSorted().at(-1)! < after.ids.toSorted()[0]!).equals(true);
    const moment = Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16);
    expect(Math.abs(Date.now() - moment)).below(3_600_000);
  });

  it('no row is checked against its household twice, and all go with it', async () => {
    const { household } = await newTransactions(2);
    const doubled = await database.sql`
      select own.conrelid::regclass::text
      from pg_constraint own
      join pg_constraint composite on composite.conrelid = own.conrelid
        and composite.contype = 'f'
        and composite.confrelid <> own.conrelid
        and cardinality(composite.conkey) = 2
        and own.conkey[1] = composite.conkey[1]
      join pg_attribute a on a.attrelid = own.conrelid and a.attnum = composite.conkey[2] and a.attnotnull
      where own.contype = 'f'
        and own.confrelid = 'households'::regclass`;
    expect([...doubled]).deep.equals([]);
    await database.sql`delete from households where id = ${household}`;
    const left = await database.sql`select 1 from transactions where household_id = ${household}`;
    expect(left).to.have.length(0);
  });

  it('a request to a provider updates its limit without touching an index', async () => {
    const limits = [{ key: 'hot', slots: 5, windowMs: 60_000 }];
    await takeProviderSlot(database.sql, limits, 0);
    await database.sql.begin(async (tx) => {
      await takeProviderSlot(tx, limits, 0);
      const [counts] = await tx<{ all: string; hot: string }[]>`
        select n_tup_upd as all, n_tup_hot_upd as hot
        from pg_stat_xact_user_tables
        where relname = 'provider_limits'`;
      expect(Number(counts?.all)).above(0);
      expect(counts?.hot).equals(counts?.all);
    });
  });
});
