import { QUEUE_NAMES } from '../queue/queues.ts';
import type { QueueName, Queues } from '../queue/queues.ts';
import { countAtWork, deleteHold, findScopeOf, upsertHold } from '../sync/store/holds.ts';
import type { HoldMode, HoldTarget } from '../sync/store/holds.ts';
import { resumeSuspended } from '../sync/store/connection-syncs.ts';
import { isUuid } from '#preflight/uuid';
import type { OperationsContext } from './retry-run.ts';

/**
 * What an operator means by a word: the name of a queue, the host of the provider, or the id of a household or connection.
 * Null: there is no such household or connection, or it is none of these.
 */
export async function findTarget(
  { sql }: Pick<OperationsContext, 'sql'>,
  word: string,
): Promise<HoldTarget | null> {
  if (isQueue(word)) return { scope: 'queue', target: word };
  if (isUuid(word)) {
    const found = await findScopeOf(sql, word);
    return found === null ? null : { scope: found.scope, target: word.toLowerCase() };
  }
  const isHost = URL.canParse(`http://${word}`) && new URL(`http://${word}`).host === word;
  return isHost && /[.:]|^localhost$/.test(word) ? { scope: 'provider', target: word } : null;
}

/**
 * Holds work back. A queue starts none of its jobs; of all else it is syncs that wait. `pause` makes syncs that run stop at
 * their next page, too, and continue later; `drain` lets them end. Returns how many jobs or syncs are at work now.
 */
export async function hold(
  { sql, queues }: OperationsContext,
  to: HoldTarget,
  mode: HoldMode,
  actor: string,
): Promise<number> {
  const { scope, target } = to;
  if (scope === 'queue' && isQueue(target)) await queues.of(target).pause();
  await upsertHold(sql, { ...to, mode, actor });
  return countRunning({ sql, queues }, to);
}

/** Lets work continue, and resumes the connections that were suspended, of a household or the one. Returns how many those are. */
export async function release(
  { sql, queues, clock }: OperationsContext,
  to: HoldTarget,
): Promise<number> {
  const { scope, target } = to;
  await deleteHold(sql, to);
  if (scope === 'queue' && isQueue(target)) await resumeQueue(queues.of(target));
  const found = isUuid(target) ? await findScopeOf(sql, target) : null;
  if (found === null) return 0;
  const { householdId } = found;
  const which = scope === 'connection' ? { householdId, connectionId: target } : { householdId };
  return resumeSuspended(sql, which, clock.now());
}

/** Jobs of a queue, or syncs of all else, that are at work. */
export async function countRunning(
  { sql, queues }: Pick<OperationsContext, 'sql' | 'queues'>,
  to: HoldTarget,
): Promise<number> {
  if (to.scope !== 'queue' || !isQueue(to.target)) return countAtWork(sql, to);
  return (await queues.depth(to.target)).counts['active'] ?? 0;
}

/** Resumes a queue, whatever holds it: also limits that other tools of the queue gave it. */
async function resumeQueue(queue: ReturnType<Queues['of']>): Promise<void> {
  await queue.removeGlobalConcurrency();
  await queue.removeGlobalRateLimit();
  await queue.removeRateLimitKey();
  await queue.resume();
}

function isQueue(word: string): word is QueueName {
  return QUEUE_NAMES.some((name) => name === word);
}
