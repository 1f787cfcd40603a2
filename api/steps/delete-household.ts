import { lockOut } from '../../shared/households/delete-household.ts';
import { insertDeletion } from '../../shared/households/household-deletions.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { deleteHouseholdRun } from '../../shared/queue/runs/kinds.ts';
import { answerRecord } from '../http/answer-record.ts';
import { jobOf } from '../http/jobs.ts';
import type { Written } from '../http/route.ts';
import { presentHouseholdDeletion } from '../records/household-deletion.ts';

/** Closes a household, whose row is locked, and answers with the run that deletes what it holds. */
export async function beginDeletion(
  tx: Tx,
  platformId: string | null,
  householdId: string,
): Promise<Written> {
  const deletion = await insertDeletion(tx, platformId, householdId);
  await lockOut(tx, householdId);
  const jobs = [jobOf(deleteHouseholdRun, deletion)];
  return { ...answerRecord(deletion, presentHouseholdDeletion, 202), jobs };
}
