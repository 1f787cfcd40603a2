import { digestApiKey } from '../../shared/households/api-key.ts';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { findKeyOwner, findLiveApiKey, issueKey } from '../../shared/households/api-keys.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { insertUser } from '../../shared/households/users.ts';

export type Demo = Awaited<ReturnType<typeof ensureDemo>>;

const householdName = 'Demo household';
const userName = 'Demo user';

/**
 * The household that `npm start` shows, with a working key. `knownKey` is the key of an earlier start, and is kept if
 * this database still accepts it.
 */
export async function ensureDemo(sql: Sql, knownKey: string | undefined) {
  if (knownKey !== undefined) {
    const found = await findLiveApiKey(sql, digestApiKey(knownKey), new Date());
    if (found?.platformId === null && found.scopes.includes('read_write')) {
      const { id: apiKeyId, householdId, userId } = found;
      return { apiKey: knownKey, apiKeyId, householdId, userId };
    }
  }
  return sql.begin(async (tx) => {
    const owner =
      (knownKey === undefined ? null : await findKeyOwner(tx, digestApiKey(knownKey))) ??
      (await insertOwner(tx));
    const issued = await issueKey(tx, owner, {
      // Names are unique among live keys, and the key of an earlier start may be live but lost.
      name: `npm start ${new Date().toISOString()}`,
      scopes: ['read_write'],
      expiresAt: null,
    });
    if (issued === null) throw new Error('The demo key could not be stored; start again.');
    return { apiKey: issued.value, apiKeyId: issued.key.id, ...owner };
  });
}

/** Creates a household and its user. An existing household of that name may belong to anyone. */
async function insertOwner(tx: Tx) {
  const { id: householdId } = await insertHousehold(tx, householdName);
  const { id: userId } = await insertUser(tx, householdId, userName);
  return { householdId, userId };
}
