import type { SeenResponse } from './check-response.ts';
import type { TestApi } from './start-api.ts';
import type { TestDatabase } from './with-database.ts';

/** One case of test/cases/rules_sessions.json. */
export interface SessionCase {
  name: string;
  tags: string[];
  setup: CaseStep[];
  request: CaseRequest;
  expect: CaseExpectation;
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

/** Checks the stored state after a request; chosen by the first key of the check. */
export type CaseCheck = (world: CaseWorld, check: Record<string, any>) => Promise<void> | void;
