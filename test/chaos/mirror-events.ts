import { expect } from 'chai';
import type { Sql } from '../../shared/postgres/connect.ts';
import { eventually } from '../helpers/eventually.ts';
import { createMirror, shownBy, type Mirror } from '../helpers/mirror.ts';
import { startReceiver } from '../helpers/webhook-receiver.ts';
import type { Client } from './mirror-writes.ts';

/** On a busy machine: another job continues within ten seconds of a kill. */
const LATE_MS = 30_000;

/** How runs ended: what an app was to be notified of. */
const ENDS = {
  sync_id: ['sync.completed', 'sync.failed'],
  import_id: ['import.completed', 'import.undone'],
  import_session_id: ['import_session.completed', 'import_session.undone'],
  rule_run_id: ['rule_run.completed', 'rule_run.failed'],
} as const;

/** A second client: it knows what webhooks report, and reads the feed when they say so. */
export async function followEvents(http: Client, sql: Sql, householdId: string) {
  const receiver = await startReceiver();
  const mirror = createMirror(http.read);
  let reading = Promise.resolve();
  receiver.answer = (_request, response) => {
    response.writeHead(204).end();
    const { type } = receiver.received.at(-1)?.event ?? {};
    if (type !== 'changes.available') return;
    reading = reading.then(() => mirror.follow()).then(() => undefined);
  };
  await http.send('POST', '/webhook_endpoints', { url: receiver.url });

  /** The ends of runs of which no event came. */
  async function listUnreported(): Promise<string[]> {
    const rows = await sql<{ kind: keyof typeof ENDS; id: string }[]>`
      select 'sync_id' as kind, id from syncs
      where household_id = ${householdId} and status not in ('queued', 'running')
      union all
      select 'import_id', id from imports where household_id = ${householdId} and status in ('complete', 'undone')
      union all
      select 'import_session_id', id from import_sessions
      where household_id = ${householdId} and status in ('complete', 'undone')
      union all
      select 'rule_run_id', id from rule_runs where household_id = ${householdId} and status in ('completed', 'failed')`;
    const reported = new Set(
      receiver.received
        .map(({ event: { type, data } }) =>
          Object.entries(ENDS).flatMap(([kind, types]) =>
            types.some((each) => each === type) ? [`${kind} ${data[kind]}`] : [],
          ),
        )
        .flat(),
    );
    return rows.map(({ kind, id }) => `${kind} ${id}`).filter((end) => !reported.has(end));
  }

  return {
    /** Until every end was reported and the mirror holds what another holds. Returns how long that took, in milliseconds. */
    async expectSame(other: Mirror): Promise<number> {
      const begun = performance.now();
      await eventually(
        async () => {
          expect(await listUnreported(), 'not reported').to.deep.equal([]);
          await reading;
          expect(differenceOf(mirror, other)).to.equal(undefined);
        },
        { everyMs: 100, timeoutMs: LATE_MS },
      );
      return performance.now() - begun;
    },
    /** Events that came, and how many of them are different ones. */
    counts: () => ({
      came: receiver.received.length,
      different: new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size,
    }),
    close: () => receiver.close(),
  };
}

/** The first record that one shows and the other does not, or in another way. */
function differenceOf(one: Mirror, other: Mirror): string | undefined {
  const [mine, theirs] = [shownBy(one), shownBy(other)];
  return [...mine.keys(), ...theirs.keys()].find((key) => mine.get(key) !== theirs.get(key));
}
