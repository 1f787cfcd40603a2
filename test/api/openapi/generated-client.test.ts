import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const fixture = path.join(root, 'test/fixtures/generated-client/program.txt');

/** The messages of the compiler for one file, under the settings of this project. */
function typeErrors(file: string): string[] {
  const settings = path.join(root, 'tsconfig.json');
  const config = ts.readConfigFile(settings, (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram([file], { ...options, noEmit: true });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('a client that is generated from the running service', function () {
  const api = startApi(withDatabase());
  let folder: string;

  before(async () => {
    // Inside the project, so that its packages are found.
    mkdirSync(path.join(root, '.data'), { recursive: true });
    folder = mkdtempSync(path.join(root, '.data/generated-client-'));
    const document = new URL('/api/v1/openapi.json', api.baseUrl);
    writeFileSync(path.join(folder, 'schema.ts'), astToString(await openapiTS(document)));
    copyFileSync(fixture, path.join(folder, 'program.ts'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('type-checks, and works against the service', async () => {
    const program = path.join(folder, 'program.ts');
    expect(typeErrors(program)).to.deep.equal([]);
    const args = ['--import', 'tsx', program, api.baseUrl, api.tenant.writeKey];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    const printed = JSON.parse(stdout);
    expect(printed.names).to.have.length(2);
    expect(printed).to.deep.include({
      next: 2,
      limit: null,
      code: 'validation_failed',
      keyLength: 69,
      revoked: 204,
    });
  });

  it('has types that let a program leave out what has a default', () => {
    const short = path.join(folder, 'short.ts');
    writeFileSync(
      short,
      [
        "import createClient from 'openapi-fetch';",
        "import type { paths } from './schema.ts';",
        'const client = createClient<paths>();',
        "const actions = [{ action_type: 'set_transaction_name' as const, value: 'x' }];",
        "const rule = { resource_type: 'transaction' as const, actions };",
        "await client.POST('/api/v1/rules', { body: rule });",
        "await client.POST('/api/v1/rules/preview', { body: { rule } });",
        "await client.POST('/api/v1/rule_runs', { body: {} });",
        "await client.POST('/api/v1/import_sessions', { body: {} });",
        "await client.POST('/api/v1/provider_connections', { body: { api_key: 'x' } });",
        "await client.POST('/api/v1/imports', { body: { raw_file_content: 'x' } });",
      ].join('\n'),
    );
    expect(typeErrors(short)).to.deep.equal([]);
  });

  it('has types that refuse what the service would refuse', () => {
    const wrong = path.join(folder, 'wrong.ts');
    writeFileSync(
      wrong,
      [
        "import createClient from 'openapi-fetch';",
        "import type { paths } from './schema.ts';",
        'const client = createClient<paths>();',
        "await client.POST('/api/v1/api_keys', { body: { name: 'x', scope: 'all' } });",
        "await client.GET('/api/v1/nothing');",
        "const { data } = await client.GET('/api/v1/usage');",
        'export const count: string = data!.rate_limit.current_count;',
      ].join('\n'),
    );
    expect(typeErrors(wrong)).to.have.length(3);
  });
});
