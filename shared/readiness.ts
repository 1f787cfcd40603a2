import type { ProcessAnswer } from './process-server.ts';
import { findFaults } from './start-up.ts';
import type { Dependencies, StartUp } from './start-up.ts';

/** Whether a process should get work: Postgres and the queue answer and write, migrations are there; else why not. */
export async function answerReadiness(
  dependencies: Dependencies,
  starting: Pick<StartUp, 'missing'>,
): Promise<ProcessAnswer> {
  const { postgres, queue } = await findFaults(dependencies);
  const reason = postgres ?? queue ?? starting.missing();
  return {
    status: reason === null ? 200 : 503,
    body: {
      status: reason === null ? 'ok' : 'unavailable',
      postgres: postgres === null ? 'ok' : 'away',
      queue: queue === null ? 'ok' : 'away',
      ...(reason === null ? {} : { reason }),
    },
  };
}
