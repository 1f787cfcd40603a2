/**
 * Writes the files that are made from others: shared/postgres/schema.sql from the migrations, and from the routes
 * api/openapi/openapi.json and the types of its schemas. `--check` writes nothing and fails when one is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { format } from 'prettier';
import { connect } from '../shared/postgres/connect.ts';
import { buildOpenApiDocument } from '../api/openapi/document.ts';
import { dumpSchema } from './generate/dump-schema.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { startTestServer } from './test/database.ts';

const root = dirname(import.meta.dirname);

async function schemaText(): Promise<string> {
  const server = await startTestServer(process.env.DATABASE_URL, { open: true });
  const sql = connect({
    databaseUrl: server.templateUrl,
    poolMax: 1,
    applicationName: 'ledgerline-generate',
  });
  try {
    return await dumpSchema(sql);
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

const { values } = readCommandLine(
  `Usage: npm run generate, or npm run check (--check)

Writes the files that are made from others; --check writes nothing and fails when one is stale.`,
  { options: { check: { type: 'boolean', default: false } } },
);
const document = buildOpenApiDocument();

/** The types of the named schemas alone: handlers read bodies by them, presenters write answers by them. */
async function schemaTypes(): Promise<string> {
  const { openapi, info, components } = document;
  const schemas = { openapi, info, paths: {}, components: { schemas: components.schemas } };
  const nodes = await openapiTS(schemas as OpenAPI3, {
    defaultNonNullable: false,
    immutable: true,
  });
  const text = `/** Generated from the route table by \`npm run generate\`; never edited. */\n${astToString(nodes)}`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

const files = {
  'shared/postgres/schema.sql': await schemaText(),
  'api/openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'api/openapi/schemas.ts': await schemaTypes(),
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
