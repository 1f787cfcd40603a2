import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { overloaded } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from './authenticate.ts';
import type { ApiRequest } from './route.ts';

const TOO_MANY_STREAMS = 'Too many requests wait for events. Close some, or ask without waiting.';

/** What waits for events counts for its key and its household until it is closed. Throws service_unavailable above their shares. */
export function takePlace(
  { limits: { eventStreams, eventStreamsOfKeys } }: ApiContext,
  { apiKeyId, ownerId }: Caller,
  onClose: ApiRequest['onClose'],
): void {
  if (!eventStreamsOfKeys.take(apiKeyId)) throw overloaded(TOO_MANY_STREAMS, 5);
  onClose(() => eventStreamsOfKeys.give(apiKeyId));
  if (!eventStreams.take(ownerId)) throw overloaded(TOO_MANY_STREAMS, 5);
  onClose(() => eventStreams.give(ownerId));
}

/** A server that is stopping ends what waits: the client comes back to its successor. */
export function isListening({ socket }: IncomingMessage): boolean {
  const { server } = socket as Socket & { server?: Server };
  return server?.listening ?? true;
}
