import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { sendStream, type StreamPace } from '../../../api/http/send-stream.ts';
import { createLog } from '../../../shared/platform/log.ts';
import { eventually } from '../../helpers/eventually.ts';

describe('a streamed answer', () => {
  const log = createLog({ level: 'error', process: 'test' });
  log.silent = true;

  /** A server whose answer never ends, and how much of it was made. */
  const serveForEver = async (pace?: StreamPace) => {
    const seen = { pieces: 0, hasEnded: false };
    const pieces = async function* () {
      try {
        for (;;) {
          seen.pieces += 1;
          yield await Promise.resolve('x'.repeat(64 * 1024));
        }
      } finally {
        seen.hasEnded = true;
      }
    };
    const app = express();
    app.get('/', (_req, res) => void sendStream(log, pieces(), res, pace));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'readable');
    const close = async (): Promise<void> => {
      client.destroy();
      await new Promise((resolve) => server.close(resolve));
    };
    return { seen, client, close };
  };

  it('is made as fast as the client takes it, and ends when the client takes nothing any more', async () => {
    const { seen, close } = await serveForEver({ checkMs: 300, bytesMin: 1, totalMs: 600_000 });
    await eventually(() => expect(seen.hasEnded).to.equal(true));
    // What fits into the buffers on the way, and no more.
    expect(seen.pieces).to.be.below(500);
    await close();
  });

  it('ends when the client takes less than the least', async () => {
    const { seen, client, close } = await serveForEver({
      checkMs: 200,
      bytesMin: 64 * 1024 * 1024,
      totalMs: 600_000,
    });
    client.on('readable', () => client.read(1));
    await eventually(() => expect(seen.hasEnded).to.equal(true));
    await close();
  });

  it('ends when its time is over, however fast the client is', async () => {
    const { seen, client, close } = await serveForEver({
      checkMs: 60_000,
      bytesMin: 1,
      totalMs: 200,
    });
    client.resume();
    await eventually(() => expect(seen.hasEnded).to.equal(true));
    await close();
  });

  it('ends when the client goes away', async () => {
    const { seen, client, close } = await serveForEver();
    client.destroy();
    await eventually(() => expect(seen.hasEnded).to.equal(true));
    await close();
  });
});
