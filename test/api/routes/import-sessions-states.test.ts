import { expect } from 'chai';
import { SESSION_STATUSES, type SessionStatus } from '../../../shared/imports/session/states.ts';
import { withImports } from '../../helpers/csv-imports.ts';
import { record } from '../../helpers/import-sessions.ts';
import { answered } from '../../helpers/start-api.ts';

const tag = record('Tag', { id: 't', name: 'T' });
const url = '/api/v1/import_sessions';

const always = (status: number) =>
  Object.fromEntries(SESSION_STATUSES.map((from) => [from, status])) as Record<
    SessionStatus,
    number
  >;

/** What each operation answers to a session in each state; a failed one has imported nothing. */
const ANSWERS: Record<string, Record<SessionStatus, number>> = {
  'create again': always(201),
  show: always(200),
  'upload another chunk': { ...always(409), pending: 201, failed: 201, cancelled: 201 },
  'upload the same chunk': { ...always(409), pending: 201, failed: 201, cancelled: 201 },
  'replace the chunk': { ...always(409), pending: 201, failed: 201, cancelled: 201 },
  publish: { ...always(202), undoing: 409, undone: 409 },
  cancel: { ...always(409), pending: 200, importing: 200, failed: 200, cancelled: 200 },
  undo: { ...always(409), complete: 202 },
  delete: { ...always(409), pending: 204, failed: 204, cancelled: 204, undone: 204 },
};

describe('an import session in each state', () => {
  const { api, imports } = withImports();
  const { uploadChunk: upload, askSession: post, performSession: work } = imports;
  let created = 0;

  /** A session in that state, its client's id, and the content of its chunk. */
  const arrive = async (status: SessionStatus) => {
    created += 1;
    const name = `session ${created}`;
    const own = tag.replace('"T"', `"T ${created}"`);
    const content = status === 'failed' ? `${own}\n${record('Tag', { id: 2 })}` : own;
    const id = await imports.createSession({ client_session_id: name });
    await upload(id, 1, content);
    if (status !== 'pending') await post(id, 'publish');
    if (status === 'cancelled') await post(id, 'cancel');
    const isImported = !['pending', 'importing', 'cancelled'].includes(status);
    if (isImported) await work(id);
    if (status === 'undoing' || status === 'undone') await post(id, 'undo');
    if (status === 'undone') await work(id);
    const shown = await api.request('GET', `${url}/${id}`);
    expect(shown.body.data.status).to.equal(status);
    return { id, name, content };
  };
  const perform = (
    operation: string,
    { id, name, content }: Awaited<ReturnType<typeof arrive>>,
  ) => {
    if (operation === 'create again')
      return api.request('POST', url, { body: { client_session_id: ` ${name} ` } });
    if (operation === 'show') return api.request('GET', `${url}/${id}`, { as: 'read' });
    if (operation === 'upload another chunk') return upload(id, 2, tag);
    if (operation === 'upload the same chunk') return upload(id, 1, content);
    if (operation === 'replace the chunk') return upload(id, 1, tag);
    return operation === 'delete' ? api.request('DELETE', `${url}/${id}`) : post(id, operation);
  };

  /** What changes nothing can be tried on one session. */
  const leavesAlone = (operation: string, status: number) =>
    status >= 400 || operation === 'show' || operation === 'create again';

  for (const from of SESSION_STATUSES) {
    it(`that is ${from} answers what it takes, and stays as it is for the rest`, async () => {
      const operations = Object.entries(ANSWERS);
      const lasting = await arrive(from);
      const before = (await api.get(`${url}/${lasting.id}`)).data;
      for (const [operation, { [from]: expected }] of operations) {
        const session = leavesAlone(operation, expected) ? lasting : await arrive(from);
        const { status, body } = await answered(expected, perform(operation, session), operation);
        if (status >= 300) expect(body.error, operation).to.equal('import_session_conflict');
        else if (status !== 204) expect(body.data.id, operation).to.equal(session.id);
        else expect((await api.request('GET', `${url}/${session.id}`)).status).to.equal(404);
      }
      const after = (await api.get(`${url}/${lasting.id}`)).data;
      expect(after).to.deep.equal(before);
    });
  }

  it('knows ids in capitals, and no others', async () => {
    const { id } = await arrive('pending');
    expect((await api.get(`${url}/${id.toUpperCase()}`)).data.id).to.equal(id);
    for (const other of ['nope', `${id}0`, '00000000-0000-4000-8000-000000000000']) {
      await api.answers([404, 'record_not_found'], 'GET', `${url}/${other}`);
    }
  });

  it('takes texts that Postgres cannot store, and counts characters as a person does', async () => {
    const { id } = await arrive('pending');
    for (const [sequence, text] of ['\\u0000', '\\ud800', '\\\\u0000'].entries()) {
      const content = `{"type":"Tag","data":{"id":"${text}","name":"N${text}"}}\n{"type":"${text}","data":{}}`;
      await answered(201, upload(id, sequence + 2, content));
    }
    for (const [length, expected] of [
      [255, 201],
      [256, 422],
    ] as const) {
      const body = { client_session_id: '😀'.repeat(length) };
      await api.answers(expected, 'POST', url, { body });
    }
  });
});
