import type { ImportScope } from '../../shared/store/session-import/scope.ts';
import type { WorkerContext } from '../context.ts';

/** After a complete session: the household's rules run over what came in. */
export async function followImport(_context: WorkerContext, _scope: ImportScope): Promise<void> {
  // Filled in with the rules job.
}
