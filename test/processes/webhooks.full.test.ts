import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { DELIVERY_ENV, endSync, newEndpoint } from '../helpers/deliver-events.ts';
import { itOnce } from '../helpers/cases.ts';
import { eventually } from '../helpers/eventually.ts';
import { programArguments, root } from '../helpers/checkout.ts';
import { newHousehold } from '../helpers/rule-fixtures.ts';
import { withApi } from '../helpers/start-api.ts';
import { isSignedWith, startReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';
import { crash, startProcess, withProcesses, type RunningProcess } from '../helpers/processes.ts';

const KILLS = 2;

describe('webhooks, with real processes', () => {
  const { database, api } = withApi({ env: DELIVERY_ENV });
  const ending = withProcesses();
  const receivers: WebhookReceiver[] = [];

  const start = async (entry: string): Promise<RunningProcess> => {
    const env = { ...DELIVERY_ENV, LOG_LEVEL: 'info', WORKER_PORT: '0' };
    return ending(await startProcess(entry, database.config(), env));
  };
  const receive = async (): Promise<WebhookReceiver> => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    return receiver;
  };
  after(async () => {
    for (const each of receivers) await each.close();
  });

  itOnce(
    'lose no event when the worker and the scheduler are killed over and over, and a dead receiver holds up no one',
    async function () {
      this.timeout(300_000);
      const receiver = await receive();
      // Sometimes it answers late, so that a kill finds events on their way.
      receiver.answer = (_request, response) => {
        setTimeout(() => response.writeHead(204).end(), Math.random() < 0.2 ? 300 : 0);
      };
      const dead = await receive();
      dead.answer = () => undefined;
      const households = await Promise.all(
        Array.from({ length: 5 }, () => newHousehold(database.sql)),
      );
      for (const id of households) await newEndpoint(database, id, { url: receiver.url });
      await newEndpoint(database, households[0]!, { url: dead.url });
      let [delivery, scheduler] = [
        await start('workers/delivery.ts'),
        await start('workers/scheduler.ts'),
      ];
      const endedIds: string[] = [];
      for (let round = 0; round < KILLS; round += 1) {
        for (let n = 0; n < 40; n += 1) {
          endedIds.push(await endSync(database.sql, households[n % households.length]!));
        }
        await receiver.of('sync.completed', endedIds.length / 2);
        await Promise.all([crash(delivery.child), crash(scheduler.child)]);
        [delivery, scheduler] = [
          await start('workers/delivery.ts'),
          await start('workers/scheduler.ts'),
        ];
      }
      const came = () => receiver.received.filter(({ event }) => event.type === 'sync.completed');
      const seen = () => new Set(came().map(({ event }) => event.data['sync_id']));
      await eventually(() => expect(endedIds.filter((id) => !seen().has(id))).to.deep.equal([]));
      const ids = new Set(came().map(({ headers }) => headers['webhook-id']));
      expect(ids.size).to.equal(endedIds.length);
      // A kill loses the answers of at most ten events of each endpoint, and a receiver knows their ids.
      expect(came().length).to.be.within(
        endedIds.length,
        endedIds.length + KILLS * households.length * 10,
      );
    },
  );

  it('are shown by ledgerline webhooks listen, which forwards them, and removes its endpoint at Ctrl-C', async function () {
    this.timeout(120_000);
    await Promise.all([start('workers/delivery.ts'), start('workers/scheduler.ts')]);
    const receiver = await receive();
    const of = ['--url', api.baseUrl, '--key', api.tenant.writeKey, '--forward', receiver.url];
    const launch = (...more: string[]) => {
      const child = spawn(
        process.execPath,
        [...programArguments('packages/cli/main.ts'), 'webhooks', 'listen', ...of, ...more],
        { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const lines: string[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
      return ending({ child, lines, exited: once(child, 'exit') });
    };
    const listening = launch();
    const secret = await eventually(() => {
      const [, found] =
        /^Listening with the secret (whsec_\S+)/.exec(listening.lines[0] ?? '') ?? [];
      if (found === undefined) throw new Error('it does not listen');
      return found;
    });
    const sync_id = await endSync(database.sql, api.tenant.householdId);
    const [got] = await receiver.of('sync.completed');
    expect(isSignedWith(secret, got!)).to.equal(true);
    const shown = await eventually(() => {
      const line = listening.lines.find((each) => each.includes('sync.completed'));
      if (line === undefined) throw new Error('it is not shown');
      return line;
    });
    expect(shown).to.match(/^signed {2}\S+ {2}\{/);
    expect(shown).to.include(sync_id);
    const list = async (what: string) => (await api.get(`/api/v1/${what}`)).data;
    const { id: own } = (await list('webhook_endpoints'))[0];
    // One that is sent again keeps its id.
    const again = launch('--replay', String(got!.headers['webhook-id']));
    expect(await again.exited).to.deep.equal([0, null]);
    const [, replayed] = await receiver.of('sync.completed', 2);
    expect(replayed!.event).to.deep.equal(got!.event);
    const [, signedBy = ''] = /(whsec_\S+)/.exec(again.lines[0] ?? '') ?? [];
    expect(isSignedWith(signedBy, replayed!)).to.equal(true);
    expect((await list('webhook_endpoints')).map(({ id }: any) => id)).to.deep.equal([own]);
    listening.child.kill('SIGINT');
    expect(await listening.exited).to.deep.equal([0, null]);
    expect(await list('webhook_endpoints')).to.deep.equal([]);
  });
});
