import type { ServerResponse } from 'node:http';
import { stringify } from 'lossless-json';

/** How the connection itself misbehaves. */
export const transportFaults = ['timeout', 'reset', 'reset_mid_body', 'truncated', 'drip'] as const;

export type TransportFault = (typeof transportFaults)[number];

/** One answer, byte for byte. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Waits before the first byte. */
  delayMs: number;
  fault: TransportFault | null;
};

export type AnswerInit = { status: number; json: unknown; headers?: Record<string, string> };

/** A JSON answer; LosslessNumber keeps its digits. */
export function jsonAnswer(init: AnswerInit): Answer {
  return {
    status: init.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...init.headers },
    body: stringify(init.json) ?? 'null',
    delayMs: 0,
    fault: null,
  };
}

/** Sends the answer; resolves when nothing more will be sent (a `timeout` fault stays silent). */
export async function sendAnswer(response: ServerResponse, answer: Answer): Promise<void> {
  if (answer.delayMs > 0) await pause(answer.delayMs, response);
  if (response.destroyed) return;
  if (answer.fault === 'timeout') return;
  if (answer.fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(answer.body, 'utf8');
  const shown = answer.fault === 'truncated' ? bytes.subarray(0, bytes.length / 2) : bytes;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (!response.hasHeader('Content-Length')) response.setHeader('Content-Length', shown.length);
  if (answer.fault === 'reset_mid_body') {
    response.setHeader('Content-Length', Math.max(bytes.length, 64));
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    await pause(20, response);
    response.socket?.destroy();
    return;
  }
  if (answer.fault === 'drip') {
    for (const byte of shown) {
      if (response.closed) return;
      response.write(Buffer.of(byte));
      await pause(100, response);
    }
    response.end();
    return;
  }
  response.end(shown);
}

/** Ends early when the caller hangs up, so that a long delay does not outlive its request. */
async function pause(ms: number, response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}
