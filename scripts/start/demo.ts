import { digestApiKey, generateApiKey } from '../../shared/api-key.ts';
import type { Sql } from '../../shared/db/connect.ts';
import { findLiveApiKey, insertApiKey } from '../../shared/store/households/api-keys.ts';
import { findHouseholdByName, insertHousehold } from '../../shared/store/households/households.ts';
import { findUserByName, insertUser } from '../../shared/store/households/users.ts';

export interface Demo {
  apiKey: string;
  householdId: string;
  userId: string;
}

const householdName = 'Demo household';
const userName = 'Demo user';

/**
 * The household that `npm start` shows, with a working key. `knownKey` is the one of an earlier
 * start; it is kept when this database still accepts it, since the database cannot tell it again.
 */
export async function ensureDemo(sql: Sql, knownKey: string | undefined): Promise<Demo> {
  if (knownKey !== undefined) {
    const found = await findLiveApiKey(sql, digestApiKey(knownKey), new Date());
    if (found?.scope === 'read_write') {
      return { apiKey: knownKey, householdId: found.householdId, userId: found.userId };
    }
  }
  return sql.begin(async (tx) => {
    const household =
      (await findHouseholdByName(tx, householdName)) ?? (await insertHousehold(tx, householdName));
    const user =
      (await findUserByName(tx, household.id, userName)) ??
      (await insertUser(tx, household.id, userName));
    const secret = generateApiKey();
    const key = await insertApiKey(tx, household.id, user.id, {
      // Names are unique among live keys; an earlier start's key may be live and lost.
      name: `npm start ${new Date().toISOString()}`,
      digest: secret.digest,
      lastFour: secret.lastFour,
      scope: 'read_write',
      expiresAt: null,
    });
    if (key === null) throw new Error('The demo key could not be stored; start again.');
    return { apiKey: secret.value, householdId: household.id, userId: user.id };
  });
}
