import { expect } from 'chai';
import { checkCaseResult } from './case-checks.ts';
import type {
  CaseCheck,
  CaseRequest,
  CaseStepHandler,
  CaseWorld,
  SessionCase,
} from './case-world.ts';
import { resolveCase, toRequestBody } from './case-values.ts';
import { baseSteps } from './case-steps.ts';
import { type TestApi, withApi } from './start-api.ts';
import { type TestDatabase } from './with-database.ts';

export interface CaseSuite {
  cases: readonly SessionCase[];
  /** Case name to the decision that overrules it; such a case is listed as skipped, with its reason. */
  overruled?: Readonly<Record<string, string>>;
  /** Further steps by `op`, in addition to those of case-steps.ts. */
  steps?: Readonly<Record<string, CaseStepHandler>>;
  /** Further state checks of `after`, by their first key, in addition to those of case-checks.ts. */
  checks?: Readonly<Record<string, CaseCheck>>;
}

/** Runs cases against a real HTTP server and database, each in its own households. */
export function describeCases(title: string, suite: CaseSuite): void {
  describe(title, () => {
    const { database, api } = withApi();
    const steps = { ...baseSteps, ...suite.steps };

    for (const sessionCase of suite.cases) {
      const reason = suite.overruled?.[sessionCase.name];
      if (reason !== undefined) {
        it.skip(`${sessionCase.name}: ${reason}`);
        continue;
      }
      it(sessionCase.name, async function () {
        const context = { ...api.context };
        try {
          await runCase(createWorld(database, api), sessionCase, steps, suite.checks ?? {});
        } finally {
          Object.assign(api.context, context);
          api.clock.release();
        }
      });
    }
  });
}

function createWorld(database: TestDatabase, api: TestApi): CaseWorld {
  const world: CaseWorld = {
    database,
    api,
    households: new Map(),
    users: new Map(),
    keys: new Map(),
    values: new Map(),
    async send(unresolved) {
      const request = resolveCase(world, unresolved) as CaseRequest;
      const { body, headers } = toRequestBody(request);
      return api.request(request.method, request.path, {
        as: 'none',
        headers,
        ...(body === undefined ? {} : { body }),
      });
    },
  };
  return world;
}

async function runCase(
  world: CaseWorld,
  sessionCase: SessionCase,
  steps: Readonly<Record<string, CaseStepHandler>>,
  checks: Readonly<Record<string, CaseCheck>>,
): Promise<void> {
  for (const step of sessionCase.setup) {
    const handler = steps[step.op];
    expect(handler, `unknown step ${step.op}`).to.not.equal(undefined);
    await handler!(world, step);
  }
  const response = await world.send(sessionCase.request);
  await checkCaseResult(world, response, sessionCase.expect, checks);
}
