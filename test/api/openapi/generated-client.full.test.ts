import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import ts from 'typescript';
import { withApi } from '../../helpers/start-api.ts';
import { root } from '../../helpers/checkout.ts';

const run = promisify(execFile);

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

/** The messages of the compiler for one file. */
function typeErrors(file: string): string[] {
  const program = ts.createProgram([file], OF_A_CLIENT);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('a client that is generated from the running service', function () {
  const { api } = withApi();
  let folder: string;

  before(() => {
    // Inside the project, so that its packages are found.
    mkdirSync(path.join(root, '.data'), { recursive: true });
    folder = mkdtempSync(path.join(root, '.data/generated-client-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('with hey-api type-checks, and works', async () => {
    // Its package has no entry for `require`, with which mocha loads files that run side by side.
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({
      input: new URL('/api/v1/openapi.json', api.baseUrl).href,
      output: path.join(folder, 'client'),
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent', file: false },
    });
    const program = path.join(folder, 'program.ts');
    copyFileSync(path.join(root, 'test/fixtures/generated-client/hey-api.txt'), program);
    expect(typeErrors(program)).to.deep.equal([]);
    const args = ['--import', 'tsx', program, api.baseUrl, api.tenant.writeKey];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    expect(JSON.parse(stdout)).to.deep.equal({
      isSame: true,
      matched: 1,
      names: ['Bakery'],
      refused: 'validation_failed',
      inUse: 409,
    });
  });
});
