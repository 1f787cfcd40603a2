import { signChanges } from '../../shared/changes/sign-changes.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { retryDeadlocks } from '../../shared/postgres/retry-deadlocks.ts';
import type { ApiContext } from '../context.ts';
import { addJobs } from './jobs.ts';
import { runHandler, requireRecord } from './route.ts';
import type { AnyRequest, ApiResponse, Route, Written } from './route.ts';

/** What the transaction of a write does before and after the write. */
interface Around {
  /** Options of the transaction, such as its isolation level. */
  options?: string;
  /** Runs first. An error that it throws becomes the answer. */
  opening?: (tx: Tx) => Promise<void>;
  /** Runs last, with the answer. */
  closing?: (tx: Tx, answer: ApiResponse) => Promise<void>;
}

/**
 * Answers a write: prepares it, performs it in one transaction signed with the caller's key, and adds its jobs after the commit. It
 * takes one of the owner's places and a connection only once everything is prepared, so that neither a slow client nor the provider
 * holds them up. After a deadlock the transaction runs again. Throws service_unavailable without a place.
 */
export async function answerWrite(
  context: ApiContext,
  route: Route,
  request: AnyRequest,
  { options = '', opening, closing }: Around = {},
): Promise<ApiResponse> {
  const write = await prepare(context, route, request);
  const transaction = async (tx: Tx): Promise<Written> => {
    await signChanges(tx, { by: 'key', id: request.caller.apiKeyId });
    await opening?.(tx);
    const written = await write(tx);
    await closing?.(tx, written);
    return written;
  };
  const { jobs = [], ...answer } = await context.limits.writes.run(
    request.caller.ownerId,
    request.onClose,
    () => retryDeadlocks(() => context.sql.begin(options, transaction)),
  );
  await addJobs(context, jobs);
  return answer;
}

/** Prepares the write and returns it. A route that only reads runs here; what is returned then only gives its answer. */
async function prepare(
  context: ApiContext,
  route: Route,
  request: AnyRequest,
): Promise<(tx: Tx) => Promise<Written>> {
  if (!('write' in route)) {
    const answer = await runHandler(context, route, request);
    return () => Promise.resolve(answer);
  }
  await requireRecord(context, route, request);
  const prepared = await (route.prepare === undefined
    ? route.body && request.readJson()
    : route.prepare(context, request));
  const { id, params, query, caller, householdId } = request;
  const { config, clock } = context;
  return (tx) =>
    route.write(tx, prepared, {
      id,
      params,
      query,
      caller,
      householdId,
      config,
      now: clock.now(),
    });
}
