import { expectTypeOf } from 'expect-type';
import type { CallError, Client, OptionsOf, Schemas } from '#client';

/** Never called: the compiler is the test. */
async function calls(client: Client, error: CallError): Promise<void> {
  const { data: rule } = await client.post('/rules', {
    body: {
      resource_type: 'transaction',
      actions: [{ action_type: 'set_transaction_name', value: 'x' }],
    },
  });
  expectTypeOf(rule).toEqualTypeOf<Schemas['Rule']>();
  expectTypeOf(client.delete('/rules/{id}', { path: { id: rule.id } })).resolves.toBeUndefined();
  expectTypeOf(await client.get('/export')).toEqualTypeOf<ReadableStream<Uint8Array>>();
  const { headers, body } = await client.request('get', '/household');
  expectTypeOf(headers).toEqualTypeOf<Headers>();
  expectTypeOf(body.data).toEqualTypeOf<Schemas['Household']>();

  const { data: made } = await client.post('/imports', {
    body: { file: new Blob(['x']), publish: true, type: 'TransactionImport' },
    idempotencyKey: 'mine',
  });
  expectTypeOf(made.status).toEqualTypeOf<
    'pending' | 'publishing' | 'complete' | 'failed' | 'undoing' | 'undone'
  >();
  for await (const row of client.list('/imports/{id}/rows', { path: { id: made.id } })) {
    expectTypeOf(row).toEqualTypeOf<Schemas['ImportRow']>();
  }
  const after = undefined as string | undefined;
  for await (const page of client.pages('/transactions', { query: { after, kind: 'standard' } })) {
    expectTypeOf(page.meta.total_count).toBeNumber();
  }

  switch (error.code) {
    case 'insufficient_scope':
      expectTypeOf(error.status).toEqualTypeOf<403>();
      expectTypeOf(error.details.needed_scopes).toEqualTypeOf<readonly string[]>();
      break;
    case 'no_answer':
      expectTypeOf(error.status).toEqualTypeOf<0>();
      break;
    default:
      expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  }

  // What has a default may be left out.
  await client.post('/rule_runs');
  await client.post('/import_sessions', { body: {} });
  await client.post('/provider_connections', { body: { api_key: 'x' } });
  await client.post('/imports', { body: { raw_file_content: 'x' } });
  await client.post('/rules/preview', {
    body: {
      rule: {
        resource_type: 'transaction',
        actions: [{ action_type: 'set_transaction_name', value: 'x' }],
      },
    },
  });

  // @ts-expect-error a path that is not there
  await client.get('/nothing');
  // @ts-expect-error a method that the path does not have
  await client.post('/net_worth');
  // @ts-expect-error the id is missing
  await client.get('/rules/{id}');
  // @ts-expect-error the body is missing
  await client.post('/accounts');
  // @ts-expect-error a scope that there is not
  await client.post('/api_keys', { body: { name: 'x', scope: 'all' } });
  // @ts-expect-error a list without pages
  client.list('/net_worth');
  // @ts-expect-error a filter that the list does not have
  client.list('/rules', { query: { colour: 'red' } });
  expectTypeOf<OptionsOf<'get', '/rules/{id}'>['path']>().toEqualTypeOf<{ readonly id: string }>();
}

describe('the types of the client', () => {
  it('are those of the document, and refuse what the service would refuse', () => {
    expectTypeOf(calls).toBeFunction();
  });
});
