import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ConsoleService } from '../helpers/console-service.ts';
import { SAMPLE_ROWS } from '../../packages/console/pages/imports/judge.ts';

/** What the thread of the page and the service say of one file. */
interface Said {
  readonly own: string | null;
  readonly service: string | null;
}

/** Asks the console's own thread and the service about a file, from within the page: both see the browser's file. */
const ASK = `async ({ worker, base64, name, rows }) => {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const file = new File([bytes], name, { type: 'text/csv' });
  const none = { accountId: null, profiles: [], existing: { categories: [], tags: [], merchants: [] } };
  const thread = new Worker(worker, { type: 'module' });
  const said = await new Promise((resolve, reject) => {
    thread.onmessage = ({ data }) => resolve(data);
    thread.onerror = ({ message }) => reject(new Error(message));
    thread.postMessage({ file, type: 'TransactionImport', settings: {}, ...none });
  });
  thread.terminate();
  if ('fault' in said) throw new Error(said.fault);
  const form = new FormData();
  form.set('file', file);
  form.set('type', 'TransactionImport');
  form.set('apply_suggestions', 'true');
  form.set('sample_rows', String(rows));
  let answer;
  for (;;) {
    answer = await fetch('/api/v1/imports/preflight', { method: 'POST', body: form });
    if (answer.status !== 429) break;
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  const text = await answer.text();
  const { judgement } = said;
  return {
    own: 'preflight' in judgement ? JSON.stringify({ data: judgement.preflight }) : null,
    service: answer.ok ? text : null,
  };
}`;

/** Compares the judgement of the browser with the service's answer, file by file; gives how many were judged and how many refused. */
export async function compareJudgements(
  service: ConsoleService,
  page: Page,
  files: Iterable<{ readonly name: string; readonly content: Uint8Array }>,
): Promise<{ judged: number; refused: number }> {
  const script = await (await fetch(`${service.baseUrl}/app/imports`)).text();
  const worker = await workerAddress(service, script);
  const counts = { judged: 0, refused: 0 };
  for (const { name, content } of files) {
    const asked = { worker, base64: Buffer.from(content).toString('base64'), name };
    const question = JSON.stringify({ ...asked, rows: SAMPLE_ROWS });
    const { own, service: answer } = await page.evaluate<Said>(`(${ASK})(${question})`);
    expect(own, name).to.equal(answer);
    counts[own === null ? 'refused' : 'judged'] += 1;
  }
  return counts;
}

/** The thread's script, found as the page finds it: by the names of the assets that import one another. */
async function workerAddress({ baseUrl }: ConsoleService, page: string): Promise<string> {
  const seen = new Set<string>();
  const left = [page];
  for (let text = left.pop(); text !== undefined; text = left.pop()) {
    for (const [name] of text.matchAll(/[\w.-]+-[\w-]{8}\.js/g)) {
      if (/^judge\.worker/.test(name)) return `/app/assets/${name}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const answer = await fetch(`${baseUrl}/app/assets/${name}`);
      if (answer.ok) left.push(await answer.text());
    }
  }
  throw new Error('The console has no thread that judges files.');
}
