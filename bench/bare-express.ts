/**
 * What `npm run bench -- rules` compares with: Express, one route, one indexed query, its rows as JSON.
 * No key, no checks, no count: 25 rows of the same size that were put together beforehand.
 */
import express from 'express';
import { connect } from '../shared/postgres/connect.ts';
const { DATABASE_URL = '', HOUSEHOLD_ID = '', PORT = '0' } = process.env;
const sql = connect({ databaseUrl: DATABASE_URL, poolMax: 10, applicationName: 'bench-bare' });
const app = express();

app.get('/rules', async (_req, res) => {
  const rows = await sql`
    select id, resource_type, active, name, effective_date, conditions, actions, created_at, updated_at
    from bench_rules
    where household_id = ${HOUSEHOLD_ID}
    order by created_at, id
    limit 25`;
  res.json({ data: rows });
});
app.listen(Number(PORT), '127.0.0.1');
