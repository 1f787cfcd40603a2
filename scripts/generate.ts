/**
 * Writes the files that are made from others: shared/db/schema.sql from the migrations and
 * api/openapi/openapi.json from the routes. `--check` writes nothing and fails when one is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '../shared/db/connect.ts';
import { dumpSchema } from './generate/dump-schema.ts';
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

async function openApiText(): Promise<string | null> {
  const path = join(root, 'api', 'openapi', 'document.ts');
  if (!existsSync(path)) return null;
  const module = (await import(path)) as { buildOpenApiDocument: () => object };
  return `${JSON.stringify(module.buildOpenApiDocument(), null, 2)}\n`;
}

const files = {
  'shared/db/schema.sql': await schemaText(),
  'api/openapi/openapi.json': await openApiText(),
};
const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [file, text] of Object.entries(files)) {
  if (text === null) continue;
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(file);
  if (!check) writeFileSync(path, text);
}
if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exit(1);
}
if (!check && stale.length > 0) console.log(`Wrote ${stale.join(', ')}.`);
else console.log('Generated files are fresh.');
process.exit(0);
