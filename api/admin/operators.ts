import express from 'express';
import type { Router } from 'express';
import { isUuid } from '#preflight/uuid';
import { findHousehold, listHouseholdsNamed } from '../../shared/households/households.ts';
import type { Household } from '../../shared/households/households.ts';
import { findTarget, leversOf, targetRefusal } from '../../shared/operations/operate.ts';
import { explain } from '../../shared/operations/look.ts';
import { lookAtInstallation } from '../../shared/operations/overview.ts';
import { listOperatorActions } from '../../shared/operations/store/operator-actions.ts';
import { listHouseholdEvents } from '../../shared/operations/store/timeline.ts';
import { AppError, validationFailed } from '../../shared/platform/errors.ts';
import { findScopeOf } from '../../shared/sync/store/holds.ts';
import type { ApiContext } from '../context.ts';
import { orNotFound } from '../http/answer-record.ts';
import { readQuery, searchOf, textParameter } from '../http/query-parameters.ts';
import type { QueryOf } from '../http/query-parameters.ts';
import { readOwnJson } from '../http/read-json.ts';
import { createSharedLooks } from '../http/shared-looks.ts';
import { presentTimestamp } from '../records/timestamp.ts';
import { OPERATOR_SCHEMAS } from './operator-schemas.ts';

const ACTIONS = 100;
const EVENTS = 100;
const FOUND_MAX = 20;
const JOBS_MAX = 1000;
const SEARCH = { q: textParameter('What to find.', { maxLength: 255 }) };

/** Serves what the operators' console reads and does: the same as `ledgerline ops`, as JSON. Access is checked before. */
export function serveOperators(context: ApiContext): Router {
  const { sql, config } = context;
  const router = express.Router({ caseSensitive: true });
  // Every open page polls; all of them together cost one look at a time.
  const looks = createSharedLooks<object>(0);
  router.get('/installation', async (_req, res) => {
    const seen = await looks.now('installation', () => lookAtInstallation(context));
    res.json(presented({ mayChange: config.adminWrite, ...seen }));
  });
  router.get('/actions', async (_req, res) => {
    res.json(presented({ data: await listOperatorActions(sql, ACTIONS) }));
  });
  router.get('/households', async (req, res) => {
    const { q = '' }: QueryOf<typeof SEARCH> = readQuery(SEARCH, searchOf(req));
    const found = await findHouseholds(context, q);
    res.json(presented({ data: found.map(named) }));
  });
  router.get('/households/:id', async (req, res) => {
    const { id } = req.params;
    const household = orNotFound(isUuid(id) ? await findHousehold(sql, id) : null);
    const [connections, events] = await Promise.all([
      explain(context, id),
      listHouseholdEvents(sql, id, EVENTS),
    ]);
    const looked = connections.map(({ runs, ...of }) => ({
      ...of,
      runs: runs.map(({ waits: _waits, ...run }) => run),
    }));
    res.json(presented({ household: named(household), connections: looked, events }));
  });
  router.post('/levers', async (req, res) => {
    const lever = await readOwnJson<Lever>(
      context,
      req,
      'the console of operators',
      OPERATOR_SCHEMAS.Lever,
    );
    res.json(presented(await pull(context, lever)));
  });
  router.use((req) => {
    throw new AppError('not_found', {
      publicMessage: `There is no ${req.method} ${req.originalUrl}.`,
    });
  });
  return router;
}

/** Finds households by the beginning of their name, by their id, or by the id of one of their connections. */
async function findHouseholds({ sql }: ApiContext, asked: string): Promise<Household[]> {
  if (!isUuid(asked)) return asked === '' ? [] : listHouseholdsNamed(sql, asked, FOUND_MAX);
  const scope = await findScopeOf(sql, asked);
  const found = scope === null ? null : await findHousehold(sql, scope.householdId);
  return found === null ? [] : [found];
}

const named = ({ id, name, currency, createdAt }: Household) => ({ id, name, currency, createdAt });

interface Lever {
  action: 'pause' | 'drain' | 'resume' | 'retry' | 'discard';
  target: string;
  provider?: string;
  limit?: number;
}

/** Pulls a lever. Throws validation_failed if there is no such target. */
async function pull(context: ApiContext, { action, target, provider, limit = JOBS_MAX }: Lever) {
  const levers = leversOf(context, 'console');
  if (action === 'retry' || action === 'discard') {
    return levers[action]({ which: target, provider, limit });
  }
  const to = await findTarget(context, target);
  if (to === null) {
    const message = targetRefusal(context, target);
    throw validationFailed(message, [message]);
  }
  return action === 'resume' ? levers.resume(to) : levers.hold(to, action);
}

/** A value with its names in snake_case, as in all JSON, and instants as text. */
function presented(value: unknown): unknown {
  if (value instanceof Date) return presentTimestamp(value);
  if (Array.isArray(value)) return value.map(presented);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      // The keys of `refused` are sentences.
      /^[a-z]+([A-Z][a-z]*)*$/.test(name)
        ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        : name,
      presented(each),
    ]),
  );
}
