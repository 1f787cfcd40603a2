import { QUEUE_NAMES } from '../queue/queues.ts';
import type { QueueName } from '../queue/queues.ts';
import { countAtWork, deleteHold, findScopeOf, upsertHold } from '../sync/store/holds.ts';
import type { HoldMode, HoldTarget } from '../sync/store/holds.ts';
import { resumeSuspended } from '../sync/store/connection-syncs.ts';
import { isUuid } from '#preflight/uuid';
import type { OperationsContext } from './retry-run.ts';

/**
 * What an operator's word refers to: a queue by name, the provider by host, or a household or connection by id. Null if there is no
 * such household or connection, or the word is none of these.
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
 * Holds work back. A held queue starts none of its jobs; any other hold makes syncs wait. `pause` also stops running syncs at their
 * next page, to continue later; `drain` lets them finish. Returns how many jobs or syncs are running now.
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

/** Releases a hold, and resumes the suspended connections of a household, or the one. Returns how many it resumed. */
export async function release(
  { sql, queues, clock }: OperationsContext,
  to: HoldTarget,
): Promise<number> {
  const { scope, target } = to;
  await deleteHold(sql, to);
  if (scope === 'queue' && isQueue(target)) {
    const queue = queues.of(target);
    // Also lifts limits that other queue tools set.
    await queue.removeGlobalConcurrency();
    await queue.removeGlobalRateLimit();
    await queue.removeRateLimitKey();
    await queue.resume();
  }
  const found = isUuid(target) ? await findScopeOf(sql, target) : null;
  if (found === null) return 0;
  const { householdId } = found;
  const which = scope === 'connection' ? { householdId, connectionId: target } : { householdId };
  return resumeSuspended(sql, which, clock.now());
}

/** How many jobs of a queue, or how many syncs of any other target, are running. */
export async function countRunning(
  { sql, queues }: Pick<OperationsContext, 'sql' | 'queues'>,
  to: HoldTarget,
): Promise<number> {
  if (to.scope !== 'queue' || !isQueue(to.target)) return countAtWork(sql, to);
  return (await queues.depth(to.target)).counts['active'] ?? 0;
}

function isQueue(word: string): word is QueueName {
  return QUEUE_NAMES.some((name) => name === word);
}
