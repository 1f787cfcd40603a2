import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { forgetPeak, peakMemory } from '../helpers/peak-memory.ts';
import { createTenant } from '../helpers/start-api.ts';
import { startWeb, type WebProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

const MIB = 1024 * 1024;
const BODIES = 40;
const BODY_BYTES = 30 * MIB;
/** What one household may hold, and what garbage and buffers may come on top. MiB. */
const SHARE = 32;
const ON_TOP = 128;

describe('many large bodies that stall', function () {
  const database = withDatabase();
  const sockets: Socket[] = [];
  let web: WebProcess;
  after(() => {
    for (const socket of sockets) socket.destroy();
    web.child.kill('SIGKILL');
  });

  it('take of the process’s memory what the household’s share allows, and not what they send', async () => {
    const { readKey } = await createTenant(database, 'Household');
    web = await startWeb(database.url, {
      UPLOAD_MEMORY_MB: '64',
      UPLOAD_MEMORY_PER_HOUSEHOLD_MB: String(SHARE),
    });
    const { port } = web;
    const pid = web.child.pid ?? 0;
    forgetPeak(pid);
    const before = peakMemory(pid) ?? 0;
    let refused = 0;
    const piece = Buffer.alloc(MIB, 'a');
    for (let n = 0; n < BODIES; n += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', (answer: Buffer) => {
        if (answer.toString().startsWith('HTTP/1.1 503 ')) refused += 1;
      });
      socket.write(
        `POST /api/v1/imports/preflight HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${readKey}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
      );
      let left = BODY_BYTES / MIB - 1;
      const send = (): void => {
        while (left-- > 0) if (!socket.write(piece)) return void socket.once('drain', send);
      };
      send();
    }
    // No two of them fit into the share.
    await eventually(() => expect(refused).to.be.at.least(BODIES - 1));
    expect((peakMemory(pid) ?? 0) - before).to.be.below(SHARE + ON_TOP);
  });
});
