import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createLog } from '../../shared/platform/log.ts';
import { applyRules, syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { createQueues } from '../../shared/queue/queues.ts';
import { insertRequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { markEnqueued } from '../../shared/queue/runs/run-store.ts';
import { programArguments, root } from './checkout.ts';
import { crash, startProcess, withProcesses, type RunningProcess } from './processes.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from './sync-harness.ts';
import type { TestDatabase } from './with-database.ts';

/** Starts real sync workers of a test file, which are killed after each of its tests, or after all. */
export function withSyncWorkers(
  database: TestDatabase,
  provider: { readonly url: string },
  killed: typeof after = afterEach,
): (own?: NodeJS.ProcessEnv) => Promise<RunningProcess> {
  const ending = withProcesses(killed);
  return async (own = {}) => {
    const all = { ...SYNC_ENV, PROVIDER_BASE_URL: provider.url, ...own };
    return ending(await startProcess('workers/sync.ts', database.config(), all));
  };
}

export type SyncProcesses = ReturnType<typeof createSyncProcesses>;

/**
 * Real processes that sync, on one test database and one provider. Opens the queue; nothing runs until a worker is
 * started. `env` goes to every process, what they write to `logFile`, too.
 */
export function createSyncProcesses(
  database: TestDatabase,
  providerUrl: string,
  env: NodeJS.ProcessEnv = {},
  logFile?: string,
) {
  const overrides = { ...SYNC_ENV, PROVIDER_BASE_URL: providerUrl, ...env };
  const config = database.config(overrides);
  const queues = createQueues(config, createLog({ level: 'error', process: 'test' }));
  const children: ChildProcess[] = [];
  let output = '';
  return {
    /**
     * Starts one more `worker-sync`, or another process of the Procfile; `own` is for its environment alone, `prefix`
     * what its command begins with.
     */
    startWorker(
      entry = 'workers/sync.ts',
      own: NodeJS.ProcessEnv = {},
      prefix: readonly string[] = [],
    ): ChildProcess {
      const [command, ...args] = [...prefix, process.execPath, ...programArguments(entry)] as const;
      const child = spawn(command ?? '', args, {
        cwd: root,
        env: {
          ...process.env,
          LOG_LEVEL: 'warn',
          DATABASE_URL: database.url,
          QUEUE_PREFIX: config.queuePrefix,
          WORKER_PORT: '0',
          ...overrides,
          ...own,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output = `${output}${chunk.toString()}`.slice(-10_000);
          if (logFile !== undefined) appendFileSync(logFile, chunk);
        });
      }
      children.push(child);
      return child;
    },
    /** Makes a connection with a key and queues its first run. */
    async connect(apiKey: string) {
      const { sql } = database;
      const owner = await insertTestConnection({ config, sql }, apiKey);
      const sync = await beginSync(sql, owner, { queues });
      await markEnqueued(sql, syncConnectionJob, [sync], new Date());
      return { ...owner, syncId: sync.id };
    },
    async askForRules(householdId: string): Promise<void> {
      const run = { ruleId: null, ignoreLocks: false };
      const { id } = await insertRequestedRuleRun(database.sql, householdId, run);
      await applyRules.enqueue(queues, { householdId, id });
    },
    /** What the processes wrote, for the message of a failure. */
    output: () => output,
    async stop() {
      for (const child of children) await crash(child);
      await queues.close();
    },
  };
}
