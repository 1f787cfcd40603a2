import { expect } from 'chai';
import { checkCaseResult, type CaseCheck } from './case-checks.ts';
import { resolveCase, toRequestBody } from './case-values.ts';
import { baseSteps } from './case-steps.ts';
import { startApi, type TestApi } from './start-api.ts';
import type { SeenResponse } from './check-response.ts';
import { withDatabase, type TestDatabase } from './with-database.ts';

/** One case of test/cases/rules_sessions.json. */
export interface SessionCase {
  name: string;
  tags: string[];
  setup: CaseStep[];
  request: CaseRequest;
  expect: CaseExpectation;
  notes?: string;
}

export interface CaseRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: any;
}

export interface CaseExpectation {
  status: any;
  body_subset?: any;
  headers?: Record<string, any>;
  body_not_contains?: string[];
  after?: Record<string, any>[];
}

export interface CaseStep {
  op: string;
  [parameter: string]: any;
}

/** What the steps of one case share. A step may replace members of `api.context`: they are put back. */
export interface CaseWorld {
  readonly database: TestDatabase;
  readonly api: TestApi;
  /** Households by alias. */
  readonly households: Map<string, string>;
  /** Users by alias. */
  readonly users: Map<string, { id: string; householdId: string }>;
  /** API key values by alias, and their ids. */
  readonly keys: Map<string, { id: string; value: string }>;
  /** What `{{name}}` and `{{name.field}}` stand for. */
  readonly values: Map<string, any>;
  send(request: CaseRequest): Promise<SeenResponse>;
}

export type CaseStepHandler = (world: CaseWorld, step: CaseStep) => Promise<void> | void;

export interface CaseSuite {
  cases: readonly SessionCase[];
  /** Case name to the decision that overrules it; such a case is listed as skipped, with its reason. */
  overruled?: Readonly<Record<string, string>>;
  /** Further steps by `op`, beside those of case-steps.ts. */
  steps?: Readonly<Record<string, CaseStepHandler>>;
  /** Further state checks of `after`, by their first key, beside those of case-checks.ts. */
  checks?: Readonly<Record<string, CaseCheck>>;
}

/** Runs cases against a real HTTP server and database, each in households of its own. */
export function describeCases(title: string, suite: CaseSuite): void {
  describe(title, () => {
    const database = withDatabase();
    const api = startApi(database);
    const steps = { ...baseSteps, ...suite.steps };

    for (const sessionCase of suite.cases) {
      const reason = suite.overruled?.[sessionCase.name];
      if (reason !== undefined) {
        it.skip(`${sessionCase.name}: ${reason}`);
        continue;
      }
      it(sessionCase.name, async function () {
        this.timeout(60_000);
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
