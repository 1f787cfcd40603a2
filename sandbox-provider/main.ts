import { parseArgs } from 'node:util';
import { reportPort } from '../shared/platform/report-port.ts';
import { DEMO_KEYS } from './demo-user.ts';
import { createSandboxProvider } from './server.ts';

/**
 * Process `sandbox-provider`: --port (default 4010), --host (default 127.0.0.1), --key (repeatable,
 * default: the demo keys), --limit (requests per minute and key, default 100, 0 = none).
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    key: { type: 'string', multiple: true, default: DEMO_KEYS },
    limit: { type: 'string', default: '100' },
  },
});

const sandbox = createSandboxProvider({
  demoKeys: values.key,
  limit: { limit: Number(values.limit), windowMs: 60_000 },
});

function say(message: string, fields: Record<string, unknown> = {}): void {
  const line = { level: 'info', process: 'sandbox-provider', message, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => {
      say('stopped');
      process.exit(0);
    });
  });
}

try {
  await sandbox.listen(Number(values.port), values.host);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') await reportPort('taken');
  throw error;
}
await reportPort(Number(new URL(sandbox.url).port));
say(`sandbox provider listens on ${sandbox.url}`, { url: sandbox.url });
