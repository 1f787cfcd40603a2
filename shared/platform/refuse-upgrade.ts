import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Ends a request of got whose answer is 101, as a failure. Got has no end for it: its time limits destroy what is destroyed already. */
export function refuseUpgrade(stream: Duplex): void {
  stream.once('upgrade', (_answer: unknown, socket: Socket) => {
    socket.destroy();
    stream.destroy(Object.assign(new Error('another protocol'), { code: 'HPE_INVALID_CONSTANT' }));
  });
}
