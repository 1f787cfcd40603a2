import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { JobDefinition } from '../../shared/queue/define-job.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { finishSync } from '../../shared/sync/store/sync-progress.ts';
import type { WorkerContext } from '../../workers/frame/context.ts';
import { bindJob, runWorker } from '../../workers/frame/run-worker.ts';
import { eventually } from './eventually.ts';
import { answered, type TestApi } from './start-api.ts';
import { beginSync, insertTestConnection } from './sync-harness.ts';

export const ADMIN_PASSWORD = 'correct horse; battery=staple';
/** Of an installation whose operators may change what they see. */
export const ADMIN_ENV = {
  ADMIN_PASSWORD,
  ADMIN_WRITE: 'true',
  CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};
/** What a browser sends with a form or script of the same site. */
export const OWN_PAGE: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' };

export const sendLogin = (api: TestApi, password: string, headers = OWN_PAGE) =>
  api.request('POST', '/admin/login', {
    as: 'none',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ password }).toString(),
  });

/** The cookie of an operator who has logged in. */
export async function openSession(api: TestApi): Promise<string> {
  const { headers } = await answered(303, sendLogin(api, ADMIN_PASSWORD));
  return headers.get('set-cookie')!.split(';')[0]!;
}

/** Lets a worker fail a job, as it does when its run ends as failed with that code, or when it throws. */
export async function failJob<P extends object>(
  context: WorkerContext,
  job: Pick<JobDefinition<P, never>, 'name' | 'queue' | 'parse'>,
  id: string,
  why: string | Error = 'gone',
): Promise<void> {
  const failing = bindJob(job, async () => {
    if (why instanceof Error) throw why;
    return { status: 'failed', code: why, failed: true };
  });
  const worker = runWorker(context, job.queue, [failing], 1);
  const queue = context.queues.all()[['sync', 'imports', 'rules'].indexOf(job.queue)]!;
  await eventually(async () => expect(await queue.getJobState(id)).to.equal('failed'));
  await worker.stop();
}

/** A sync of the API's household that the bank refused, and whose job failed with that code. */
export async function failedSync({ context, tenant }: TestApi, code: string) {
  const { sql, queues, clock } = context;
  const { householdId } = tenant;
  const owner = await insertTestConnection(context, randomUUID(), householdId);
  const now = clock.now();
  const sync = await beginSync(sql, owner, { now, queues });
  const errors = [{ code: 'unauthorized', message: 'No.' }];
  await finishSync(sql, sync, { status: 'failed', errors, now });
  await failJob(context, syncConnectionJob, sync.id, code);
  return { ...owner, sync };
}
