import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Fails a request of got that is answered with 101. Got would hang: its timeouts destroy a stream that is already destroyed. */
export function refuseUpgrade(stream: Duplex): void {
  stream.once('upgrade', (_answer: unknown, socket: Socket) => {
    socket.destroy();
    stream.destroy(Object.assign(new Error('another protocol'), { code: 'HPE_INVALID_CONSTANT' }));
  });
}
