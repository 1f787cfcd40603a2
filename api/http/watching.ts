import type { Server, Socket } from 'node:net';
import { overloaded } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { AnyRequest } from './route.ts';

const TOO_MANY_STREAMS = 'Too many requests wait for events. Close some, or ask without waiting.';

/**
 * Counts a waiting request against its key and household until it closes. Returns a function that says whether anyone still
 * waits: a stopping server ends its waits, and clients go to its successor. Throws service_unavailable above either share.
 */
export function takePlace(
  { limits: { eventStreams, eventStreamsOfKeys } }: ApiContext,
  { caller: { apiKeyId, ownerId }, signal, onClose, raw }: AnyRequest,
): () => boolean {
  if (!eventStreamsOfKeys.take(apiKeyId)) throw overloaded(TOO_MANY_STREAMS, 5);
  onClose(() => eventStreamsOfKeys.give(apiKeyId));
  if (!eventStreams.take(ownerId)) throw overloaded(TOO_MANY_STREAMS, 5);
  onClose(() => eventStreams.give(ownerId));
  const { server } = raw.socket as Socket & { server?: Server };
  return () => !signal.aborted && (server?.listening ?? true);
}
