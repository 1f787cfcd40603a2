import { connect } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../helpers/eventually.ts';
import { withApi } from '../../helpers/start-api.ts';

const REQUESTS = 300;

describe('requests that a client sends without waiting for answers', () => {
  let begun = 0;
  const { api } = withApi({
    override: ({ clock }) => ({
      clock: {
        ...clock,
        // Every request with a key asks for the time before its first statement.
        now: () => {
          begun += 1;
          return clock.now();
        },
      },
    }),
  });

  it('are served one after another, and each gets its answer', async () => {
    let text = '';
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    let ahead = 0;
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      ahead = Math.max(ahead, begun - text.split('HTTP/1.1 401').length);
    });
    socket.write(
      'GET /api/v1/usage HTTP/1.1\r\nHost: x\r\nX-Api-Key: unknown\r\n\r\n'.repeat(REQUESTS),
    );
    await eventually(() => expect(text.split('HTTP/1.1 401')).to.have.length(REQUESTS + 1));
    expect(ahead).to.be.below(REQUESTS / 2);
    socket.destroy();
  });
});
