import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { root } from '../../helpers/checkout.ts';

const run = promisify(execFile);
const fixtures = path.join(root, 'test/fixtures/generated-client');

/** What a program of a client is compiled with, which is not what this project is. */
const OF_A_CLIENT: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ['node'],
  skipLibCheck: true,
  noEmit: true,
};

/** The messages of the compiler for one file; under the settings of this project unless others are given. */
function typeErrors(file: string, own?: ts.CompilerOptions): string[] {
  const settings = path.join(root, 'tsconfig.json');
  const config = ts.readConfigFile(settings, (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram([file], own ?? { ...options, noEmit: true });
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
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Puts a program beside the client, and gives what it prints when it has run against the service. */
  async function runProgram(name: string, settings?: ts.CompilerOptions): Promise<any> {
    const program = path.join(folder, `${name}.ts`);
    copyFileSync(path.join(fixtures, `${name}.txt`), program);
    expect(typeErrors(program, settings)).to.deep.equal([]);
    const args = ['--import', 'tsx', program, api.baseUrl, api.tenant.writeKey];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    return JSON.parse(stdout);
  }

  const printed = (name: string) => ({
    isSame: true,
    matched: 1,
    names: [name],
    refused: 'validation_failed',
    inUse: 409,
  });

  it('with openapi-typescript type-checks, and works', async () => {
    expect(await runProgram('openapi-typescript')).to.deep.equal(printed('Kiosk'));
  });

  it('with hey-api type-checks, and works', async () => {
    // Its package has no entry for `require`, with which mocha loads files that run side by side.
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({
      input: new URL('/api/v1/openapi.json', api.baseUrl).href,
      output: path.join(folder, 'client'),
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent', file: false },
    });
    expect(await runProgram('hey-api', OF_A_CLIENT)).to.deep.equal(printed('Bakery'));
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
