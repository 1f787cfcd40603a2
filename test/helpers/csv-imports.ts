import { expect } from 'chai';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import { performJudgeImport, performPublishImport } from '../../workers/imports/run-csv-import.ts';
import { performUndoImport, performUndoSession } from '../../workers/imports/undo-import.ts';
import { performApplyRules } from '../../workers/rules/apply-rules.ts';
import { jobRun } from './job-run.ts';
import { newAccount } from './rule-fixtures.ts';
import { recordQueues } from './run-import-job.ts';
import { withApi, type StartApiOptions, type TestApi } from './start-api.ts';
import type { TestDatabase } from './with-database.ts';

/** A transaction file: `date,amount,name` and whatever further columns the header names. */
export function csvOf(header: string, rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return `${header}\n${rows.map((row) => `${row.map(cell).join(',')}\n`).join('')}`;
}

const SESSIONS = '/api/v1/import_sessions';

/** What a worker does by the status of the import. */
const WORK: Record<string, typeof performPublishImport | undefined> = {
  pending: performJudgeImport,
  publishing: performPublishImport,
  undoing: performUndoImport,
};

/** What tests do with imports of CSV files: requests over HTTP, jobs without a queue. */
export function csvImports(database: TestDatabase, api: TestApi) {
  const call = async (method: string, path: string, status: number, body?: unknown) =>
    (await api.answers(status, method, `/api/v1/imports${path}`, { body })).body?.data;
  const performOf = async (holder: 'imports' | 'import_sessions', id: string): Promise<void> => {
    const { config, sql, log, clock } = api.context;
    const [row] = await database.sql`
      select household_id, run_id, status
      from ${database.sql(holder)}
      where id = ${id}`;
    const { householdId, runId, status } = row as any;
    const run = { household_id: householdId, run_id: runId };
    const context = { config, sql, log, clock, queues: recordQueues().queues };
    const job = jobRun({ jobId: runId });
    const work = WORK[status] ?? performPublishImport;
    const workOnSession = status === 'undoing' ? performUndoSession : performPublishSession;
    await (holder === 'imports'
      ? work(context, { ...run, import_id: id }, job)
      : workOnSession(context, { ...run, session_id: id }, job));
  };
  const perform = (id: string) => performOf('imports', id);
  const addAccount = async (fields: {
    name: string;
    currency?: string;
    type?: string;
  }): Promise<string> => {
    const { name, currency = 'EUR', type: accountable_type = 'Depository' } = fields;
    const account = { name, currency, accountable_type };
    return newAccount(database.sql, api.tenant.householdId, account);
  };
  const create = (fields: Record<string, unknown>) => call('POST', '', 201, fields);
  const publish = async (id: string, body: object = {}) => {
    await call('POST', `/${id}/publish`, 202, body);
    await perform(id);
    return call('GET', `/${id}`, 200);
  };
  return {
    call,
    perform,
    performSession: (id: string) => performOf('import_sessions', id),
    create,
    publish,
    /** Creates one and publishes it without a fault. */
    async bring(fields: Record<string, unknown>): Promise<string> {
      const { id } = await create(fields);
      expect((await publish(id)).error).to.equal(null);
      return id;
    },
    /** What each row is, in words one after the other. */
    async verdictsOf({ id }: { id: string }): Promise<string> {
      return (await call('GET', `/${id}/rows`, 200)).map((row: any) => row.verdict).join(' ');
    },
    async undo(id: string) {
      await call('POST', `/${id}/undo`, 202);
      await perform(id);
      return call('GET', `/${id}`, 200);
    },
    /** Does the rule runs that wait, and those that follow them. */
    async applyRules(): Promise<void> {
      const { householdId } = api.tenant;
      const { config, sql, log, clock } = api.context;
      for (;;) {
        const [run] = await database.sql<{ id: string }[]>`
          select id from rule_runs
          where household_id = ${householdId} and status in ('queued', 'running')
          limit 1`;
        if (run === undefined) return;
        const context = { config, sql, log, clock, queues: recordQueues().queues };
        const payload = { household_id: householdId, rule_run_id: run.id };
        await performApplyRules(context, payload, jobRun());
      }
    },
    createSession: async (body: object = {}): Promise<string> =>
      (await api.answers(201, 'POST', SESSIONS, { body })).body.data.id,
    uploadChunk: (id: string, sequence: number, ...lines: string[]) =>
      api.request('POST', `${SESSIONS}/${id}/chunks`, {
        body: { sequence, raw_file_content: lines.join('\n') },
      }),
    /** Publishes, cancels or undoes a session. */
    askSession: (id: string, what: string) => api.request('POST', `${SESSIONS}/${id}/${what}`),
    async undoSession(id: string) {
      const path = `${SESSIONS}/${id}`;
      await api.answers(202, 'POST', `${path}/undo`);
      await performOf('import_sessions', id);
      return (await api.get(path)).data;
    },
    addAccount,
    /** An account in a household without imports and other accounts. */
    async freshAccount(): Promise<string> {
      const { householdId } = api.tenant;
      await database.sql`delete from imports where household_id = ${householdId}`;
      await database.sql`delete from accounts where household_id = ${householdId}`;
      return addAccount({ name: 'Everyday' });
    },
    async countLeft() {
      const { householdId } = api.tenant;
      const [row] = await database.sql`
        select (select count(*)::integer from accounts where household_id = ${householdId}) as accounts,
          (select count(*)::integer from securities where household_id = ${householdId}) as securities`;
      return row;
    },
    async exportText(): Promise<string> {
      const answer = await api.answers(200, 'GET', '/api/v1/export');
      return answer.text;
    },
  };
}

/** Adds no job: the tests do the work themselves. */
const WITHOUT_JOBS: StartApiOptions = {
  override: ({ queues }) => ({ queues: { ...queues, add: () => Promise.resolve() } }),
};

/** A database of the calling test file, the API on it, and what tests do with imports there, without workers unless `options` say so. */
export function withImports(options = WITHOUT_JOBS) {
  const { database, api } = withApi(options);
  return { database, api, imports: csvImports(database, api) };
}
