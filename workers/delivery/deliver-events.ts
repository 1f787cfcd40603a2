import { backoffAfter } from '../../shared/platform/backoff.ts';
import type { KeyRing } from '../../shared/platform/crypto.ts';
import { webhookAttempts, webhookLag } from '../../shared/platform/metrics/series.ts';
import { urlFault, receiverLookup } from '../../shared/webhooks/addresses.ts';
import { endPending } from '../../shared/webhooks/deliveries.ts';
import type { DeliverPayload } from '../../shared/webhooks/deliver-job.ts';
import { listSecrets } from '../../shared/webhooks/secrets.ts';
import { signatureHeaders } from '../../shared/webhooks/signature.ts';
import { endTurn, listDue, recordRound, takeTurn } from '../../shared/webhooks/turns.ts';
import type { Attempt, DueDelivery, Round } from '../../shared/webhooks/turns.ts';
import { PermanentError } from '../frame/errors.ts';
import type { PerformJob } from '../frame/context.ts';
import { send } from './send.ts';
import type { Answer } from './send.ts';
import { waitFromAnswer } from '../../shared/sync/limit/retry-after.ts';

/** How many events are in flight to one endpoint; to one that failed last time, only one. */
const IN_FLIGHT_MAX = 10;
/** Then another job continues, so that a long backlog blocks nobody. */
const TURN_MS = 20_000;
/** A turn ends if its job is silent, and receivers may take longer than that. */
const KEPT_EVERY_MS = 1000;

/** Delays between the attempts for one event: they double from 5 s to 6 h, for 22 attempts in about three days. */
const RETRIES = { firstMs: 5000, longestMs: 6 * 3600_000 };
/** Delays for an endpoint that does not answer at all: each attempt holds a connection until it is given up. */
const HOLDS = { firstMs: 5000, longestMs: 300_000 };
const RETRY_AFTER_MAX_MS = 3600_000;
/**
 * An endpoint that takes longer to answer is left alone for four times as long as it took, so that 200 of them, which would fill a
 * process, only fill a fifth of it.
 */
const SLOW_MS = 3000;
const SLOW_REST = 4;

/** Sends what is due at an endpoint, as long as the job has its turn. Whatever is not recorded will be sent again. */
export const performDeliverEvents: PerformJob<DeliverPayload> = async (
  { sql, config },
  payload,
  { signal, report },
) => {
  const turn = {
    ownerId: payload.owner_id,
    endpointId: payload.endpoint_id,
    turnId: payload.turn_id,
  };
  const until = performance.now() + TURN_MS;
  const counts = { delivered: 0, failed: 0 };
  const lookup = receiverLookup(config);
  const isStopping = (): boolean => signal.aborted;
  while (!isStopping() && performance.now() < until) {
    const endpoint = await takeTurn(sql, turn);
    if (endpoint === null) break;
    const atOnce = endpoint.failuresInRow > 0 ? 1 : IN_FLIGHT_MAX;
    const due = await listDue(sql, turn, atOnce);
    if (due.length === 0) break;
    const secrets = await listSecrets(sql, requireKeys(config.credentialKeys), turn);
    const isAllowed = urlFault(endpoint.url, config) === null;
    const attempt = async ({ id, body }: DueDelivery): Promise<Answer> => {
      if (!isAllowed) return unsent('address_not_allowed');
      if (secrets.length === 0) return unsent(SECRET_UNREADABLE);
      const headers = signatureHeaders(secrets, { id, at: new Date(Date.now()), body });
      return send(endpoint.url, { headers, body }, { lookup, signal });
    };
    const keeping = setInterval(
      () => void takeTurn(sql, turn).catch(() => undefined),
      KEPT_EVERY_MS,
    );
    const sent = await Promise.all(
      due.map(async (delivery): Promise<Sent> => ({
        ...delivery,
        answer: await attempt(delivery),
      })),
    ).finally(() => clearInterval(keeping));
    // The outcome of aborted attempts is unknown.
    if (isStopping()) break;
    const attempts = sent.map(judge);
    const delivered = attempts.filter(({ isDelivered }) => isDelivered).length;
    counts.delivered += delivered;
    counts.failed += attempts.length - delivered;
    const round = judgeRound(sent, delivered > 0, endpoint.failuresInRow);
    const outcome = await recordRound(sql, turn, round, attempts);
    if (outcome === 'lost') break;
    if (outcome === 'disabled') await endPending(sql, turn.ownerId, turn.endpointId);
    sent.forEach(observe);
    // Thrown so that operators notice, too.
    if (secrets.length === 0) throw new PermanentError(SECRET_UNREADABLE);
    // What came meanwhile gets the next turn: looking for it would cost two more statements per event.
    if (due.length < atOnce) break;
  }
  await endTurn(sql, turn);
  report.count(counts);
  return counts.delivered + counts.failed === 0 ? null : { status: 'sent', counts };
};

type Sent = DueDelivery & { answer: Answer };

/** None of the endpoint's secrets can be opened with CREDENTIALS_KEYS. */
const SECRET_UNREADABLE = 'secret_unreadable';

/** What is recorded if no attempt could be made. */
const unsent = (fault: string): Answer => ({ status: null, fault, ms: 0, headers: {} });

const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

function judge({ id, attempts, answer }: Sent): Attempt {
  return {
    id,
    isDelivered: isSuccess(answer),
    answerStatus: answer.status,
    answerMs: answer.ms,
    fault: answer.fault,
    retryInMs: backoffAfter(attempts, RETRIES),
  };
}

/** An endpoint that answers gets each event at its time. One that is silent, slow or asks for a wait rests. @internal */
export function judgeRound(sent: readonly Sent[], hasSuccess: boolean, failures: number): Round {
  const answers = sent.map(({ answer }) => answer);
  const isSilent = !hasSuccess && answers.some(({ status }) => status === null);
  const asked = answers
    .filter(({ status }) => status === 429 || status === 503)
    .map(({ headers }) => waitFromAnswer({ headers, body: '', now: new Date(Date.now()) }) ?? 0);
  const silentMs = isSilent ? backoffAfter(failures, HOLDS) : 0;
  const longestMs = Math.max(...answers.map(({ ms }) => ms));
  const slowMs = longestMs > SLOW_MS ? longestMs * SLOW_REST : 0;
  return {
    isFailing: !hasSuccess,
    holdMs: Math.min(Math.max(silentMs, slowMs, ...asked), RETRY_AFTER_MAX_MS),
    isGone: answers.some(({ status }) => status === 410),
  };
}

function observe({ attempts, createdAt, answer }: Sent): void {
  const status = answer.status === null ? 'none' : `${Math.floor(answer.status / 100)}xx`;
  webhookAttempts.inc({ status });
  const sentAt = Date.now() - answer.ms;
  if (attempts === 0) webhookLag.observe(Math.max(0, sentAt - createdAt.getTime()) / 1000);
}

function requireKeys(ring: KeyRing | null): KeyRing {
  if (ring === null) throw new Error('CREDENTIALS_KEYS is needed to sign events');
  return ring;
}
