import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { createLineModel } from '../../bench/simulation/line-model.ts';
import { lineUp } from '../../bench/simulation/line-up.ts';
import { createSlotModel } from '../../bench/simulation/slot-model.ts';
import { startDueConnections } from '../../shared/store/syncs/due-syncs.ts';
import { listFirstInLine } from '../../shared/store/syncs/place-lines.ts';
import { takeProviderSlot } from '../../shared/store/syncs/provider-limits.ts';
import { insertHousehold } from '../../shared/store/households/households.ts';
import { createPlaces, placesInAll, placesOfBank } from '../../workers/sync/places.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('models of the simulation', () => {
  const database = withDatabase();

  /** Connections of households, with their banks, in the order of their ids; some of them have a live run. */
  const connection = fc.record({
    household: fc.integer({ min: 0, max: 3 }),
    bank: fc.integer({ min: -1, max: 2 }),
    isLive: fc.boolean(),
  });

  it('line up runs that start together as the statement does', async () => {
    const { sql } = database;
    const households: string[] = [];
    for (let n = 0; n < 4; n += 1) households.push((await insertHousehold(sql, 'Line')).id);
    households.sort();
    await fc.assert(
      fc.asyncProperty(fc.array(connection, { minLength: 1, maxLength: 25 }), async (made) => {
        await sql`delete from provider_connections`;
        const ids = made.map((): string => randomUUID()).sort();
        const now = new Date();
        await sql`
          insert into provider_connections (
            id, household_id, name, credential_key_id, credential_ciphertext, credential_last_four, bank, next_sync_at
          )
          select id, household, 'Bank', 'k1', '\\x00', '', bank, case when not live then ${now}::timestamptz end
          from unnest(
            ${ids}::uuid[],
            ${made.map((each) => households[each.household]!)}::uuid[],
            ${made.map(({ bank }) => (bank < 0 ? null : `bank ${bank}`))}::text[],
            ${made.map(({ isLive }) => String(isLive))}::text[]::boolean[]
          ) as made (id, household, bank, live)`;
        await sql`
          insert into syncs (household_id, connection_id, bank, trigger, deadline_at)
          select household_id, id, bank, 'manual', now()
          from provider_connections
          where next_sync_at is null`;
        const live = made.filter(({ isLive }) => isLive);
        const due = made.flatMap(({ isLive }, index) => (isLive ? [] : [index]));
        const expected = lineUp(
          due,
          (index) => made[index]!.household,
          (index) => made[index]!.bank,
          {
            ofHousehold: (household) => live.filter((each) => each.household === household).length,
            atBank: (bank) =>
              new Set(live.filter((each) => each.bank === bank).map((each) => each.household)).size,
          },
        );
        const { started } = await startDueConnections(sql, { provider: 'provider.test', now }, 100);
        const rows = await sql<{ connectionId: string; ahead: number }[]>`
          select connection_id, ahead from syncs where id = any(${started.map(({ id }) => id)}::uuid[])`;
        const found = new Map(rows.map((row) => [ids.indexOf(row.connectionId), row.ahead]));
        expect(new Map([...found].sort())).to.deep.equal(new Map([...expected].sort()));
      }),
      { numRuns: 25 },
    );
  });

  it('call those who wait for a place as the statement does', async () => {
    const { sql } = database;
    const households: string[] = [];
    for (let n = 0; n < 4; n += 1) households.push((await insertHousehold(sql, 'Line')).id);
    const whose = fc.record({
      household: fc.integer({ min: 0, max: 3 }),
      bank: fc.integer({ min: 0, max: 2 }),
    });
    const [runs, room] = [fc.array(whose, { maxLength: 25 }), fc.integer({ min: 1, max: 12 })];
    const size = fc.constantFrom(1, 2, 4);
    await fc.assert(
      fc.asyncProperty(runs, runs, room, size, async (running, waiting, limit, perGroup) => {
        await sql`delete from provider_connections`;
        const ids = waiting.map((): string => randomUUID());
        await sql`
          with made as (
            select *
            from unnest(
              ${ids}::uuid[],
              ${waiting.map(({ household }) => households[household]!)}::uuid[],
              ${waiting.map(({ bank }) => String(bank))}::text[]
            ) with ordinality as made (id, household, bank, turn)
          ),
          connected as (
            insert into provider_connections (
              id, household_id, name, credential_key_id, credential_ciphertext, credential_last_four
            )
            select id, household, 'Bank', 'k1', '\\x00', '' from made
          )
          insert into syncs (household_id, connection_id, bank, trigger, deadline_at, place_turn)
          select household, id, bank, 'manual', now(), now() + turn * interval '1 second' from made`;
        const [places, modelled] = [createPlaces(perGroup), createPlaces(perGroup)];
        for (const { household, bank } of running) {
          places.enter({ householdId: households[household]!, bank: String(bank) });
          modelled.enter({ householdId: String(household), bank: String(bank) });
        }
        const model = createLineModel(
          {
            householdOf: (index) => waiting[index]!.household,
            bankOf: (index) => waiting[index]!.bank,
          },
          perGroup,
        );
        for (const turn of waiting.keys()) model.join(turn, turn);
        const atMost = { perBank: placesOfBank(perGroup), limit: placesInAll(perGroup) };
        const first = await listFirstInLine(sql, places.taken(), atMost, new Date());
        const chosen = places.choose(first, limit).map(({ id }) => id);
        const rows = await sql<{ id: string; connectionId: string }[]>`
          select id, connection_id from syncs where id = any(${chosen}::uuid[])`;
        const connections = new Map(rows.map((row) => [row.id, row.connectionId]));
        expect(chosen.map((id) => ids.indexOf(connections.get(id)!))).to.deep.equal(
          model.take(modelled, limit).map((each) => each.connection),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('grant and refuse slots as the statement does', async () => {
    const { sql } = database;
    const limit = fc.record({
      slots: fc.integer({ min: 1, max: 60 }),
      windowMs: fc.integer({ min: 60_000, max: 600_000 }),
    });
    const patience = fc.array(fc.constantFrom(0, 500_000, 5_000_000), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(limit, patience, async (allowed, waits) => {
        const limits = [{ key: `host:${randomUUID()}`, ...allowed }];
        const model = createSlotModel(allowed);
        const begun = performance.now();
        for (const maxWaitMs of waits) {
          const now = performance.now() - begun;
          const [wanted, taken] = [
            model.take(now, maxWaitMs),
            await takeProviderSlot(sql, limits, maxWaitMs),
          ];
          expect(taken.granted).to.equal(wanted.granted);
          // The statement looks at the clock a little later.
          const lateMs = performance.now() - begun - now;
          const earlierMs = performance.now() - begun;
          expect(taken.waitMs).to.be.within(
            wanted.waitMs - earlierMs,
            wanted.waitMs + lateMs + earlierMs + 1,
          );
        }
      }),
      { numRuns: 20 },
    );
  });
});
