/**
 * Writes the generated files: shared/postgres/schema.sql from the migrations, and from the routes api/openapi/openapi.json, the
 * types of the client and the operators' console, and docs/COMMANDS.md. `--check` writes nothing and fails when one is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3, OperationObject } from 'openapi-typescript';
import { format } from 'prettier';
import ts from 'typescript';
import { ERROR_CODES } from '../shared/platform/errors.ts';
import { operatorDocument } from '../api/admin/operator-schemas.ts';
import { buildOpenApiDocument } from '../api/openapi/document.ts';
import { commandsPage } from './generate/commands-page.ts';
import { dumpSchema } from './generate/dump-schema.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { withMigratedDatabase } from './test/database.ts';

const root = dirname(import.meta.dirname);

const { values } = readCommandLine(
  `Usage: npm run generate, or npm run check (--check)

Writes the files that are made from others; --check writes nothing and fails when one is stale.`,
  { options: { check: { type: 'boolean', default: false } } },
);
const document = buildOpenApiDocument();

/** Paths are written as in the guides: the client adds what comes before. */
const PREFIX = /^\/api\/v1(?=\/)/;

/** Request forms that JSON makes unnecessary, and details that only the reference needs. */
const LEFT_OUT = new Set(['application/x-www-form-urlencoded', 'example', 'externalDocs']);

/** Lines that do not affect the types; a third of all lines. */
const SAYS_NOTHING =
  /(?:readonly )?(?:(?:query|header|path|cookie|requestBody|content|get|put|post|delete|options|head|patch|trace)\?: never|parameters: \{\s*\}|headers: \{\s*readonly \[name: string\]: unknown;\s*\});/g;

/** An operation with what its caller sends and what a success answers. The client handles headers, and all errors have one form. */
function operationTypes({ parameters = [], responses, ...rest }: OperationObject): object {
  const succeeds = ([status]: [string, object]) => status.startsWith('2');
  const answers = Object.entries(responses ?? {}).filter(succeeds);
  return {
    ...rest,
    parameters: parameters.filter((each) => !('$ref' in each)),
    responses: Object.fromEntries(answers.map(([at, answer]) => [at, { ...answer, headers: {} }])),
  };
}

/** The types of the API for the client and, through it, for everything else. */
async function clientTypes(): Promise<string> {
  const { openapi, info, components, paths } = document as unknown as OpenAPI3;
  const operations = (item: object) =>
    Object.entries(item).map(([method, each]) => [method, operationTypes(each as OperationObject)]);
  const known = {
    openapi,
    info,
    paths: Object.fromEntries(
      Object.entries(paths ?? {}).map(([path, item]) => [
        path.replace(PREFIX, ''),
        Object.fromEntries(operations(item)),
      ]),
    ),
    components: { schemas: components?.schemas },
  };
  const trimmed = JSON.stringify(known, (name, value: unknown) =>
    LEFT_OUT.has(name) ? undefined : value,
  );
  const nodes = await openapiTS(JSON.parse(trimmed) as OpenAPI3, {
    defaultNonNullable: false,
    immutable: true,
    transform: ({ format }) =>
      format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  const statuses = Object.entries(ERROR_CODES).map(([code, { status }]) => `${code}: ${status};`);
  const text = `/** Generated from the route table by \`npm run generate\`; never edited. */
${astToString(nodes).replaceAll(SAYS_NOTHING, '')}
/** Each error code with its status. */
export interface ErrorStatuses { ${statuses.join('\n')} }`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

/** The types of what the operators' console reads. */
async function operatorTypes(): Promise<string> {
  const nodes = await openapiTS(operatorDocument as unknown as OpenAPI3, { immutable: true });
  const text = `/** Generated from api/admin/operator-schemas.ts by \`npm run generate\`; never edited. */
${astToString(nodes)}`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

const files = {
  'shared/postgres/schema.sql': await withMigratedDatabase('ledgerline-generate', dumpSchema),
  'api/openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'packages/client/schema.ts': await clientTypes(),
  'packages/console/app/operators.ts': await operatorTypes(),
  'docs/COMMANDS.md': await format(await commandsPage(), { parser: 'markdown', singleQuote: true }),
};
const stale: string[] = [];
for (const [file, text] of Object.entries(files)) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(file);
  if (!values.check) writeFileSync(path, text);
}
if (values.check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exit(1);
}
if (!values.check && stale.length > 0) console.log(`Wrote ${stale.join(', ')}.`);
else console.log('Generated files are up to date.');
process.exit(0);
