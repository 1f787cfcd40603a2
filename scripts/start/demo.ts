import { digestApiKey, generateApiKey } from '../../shared/households/api-key.ts';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { findKeyOwner, findLiveApiKey, insertApiKey } from '../../shared/households/api-keys.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { insertUser } from '../../shared/households/users.ts';

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
    const owner =
      (knownKey === undefined ? null : await findKeyOwner(tx, digestApiKey(knownKey))) ??
      (await insertOwner(tx));
    const secret = generateApiKey();
    const key = await insertApiKey(tx, owner.householdId, owner.userId, {
      // Names are unique among live keys; an earlier start's key may be live and lost.
      name: `npm start ${new Date().toISOString()}`,
      digest: secret.digest,
      lastFour: secret.lastFour,
      scope: 'read_write',
      expiresAt: null,
    });
    if (key === null) throw new Error('The demo key could not be stored; start again.');
    return { apiKey: secret.value, ...owner };
  });
}

/** A household and its user. One that has the name already may be anybody's. */
async function insertOwner(tx: Tx): Promise<Omit<Demo, 'apiKey'>> {
  const { id: householdId } = await insertHousehold(tx, householdName);
  const { id: userId } = await insertUser(tx, householdId, userName);
  return { householdId, userId };
}
