import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { LANGUAGES, sampleOf } from '../../../api/pages/samples.ts';
import { operationsOf } from '../../../api/pages/shapes.ts';
import { root } from '../../helpers/checkout.ts';

describe('the TypeScript samples of /docs', function () {
  mkdirSync(path.join(root, '.data'), { recursive: true });
  // Inside the project, so that the client is found.
  const folder = mkdtempSync(path.join(root, '.data/samples-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('hold the types of the client, each of them', () => {
    const operations = operationsOf(buildOpenApiDocument());
    const samples = operations.map(
      (each) => `{\n${LANGUAGES['TypeScript']!(sampleOf(each))}\nvoid answer;\n}`,
    );
    const head = "import type { Client } from '#client';\ndeclare const ledgerline: Client;";
    const file = path.join(folder, 'samples.ts');
    writeFileSync(file, [head, ...samples].join('\n'));
    const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) =>
      ts.sys.readFile(name),
    );
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const program = ts.createProgram([file], { ...options, noEmit: true });
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(samples).to.have.length.above(100);
    expect(faults).to.deep.equal([]);
  });
});
