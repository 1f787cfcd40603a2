/**
 * What `npm run bench:rules` compares with: Express, one route, one indexed query, its rows as JSON.
 * No key, no checks, no count. QUERY_KIND: `folded` runs the query of GET /api/v1/rules without its
 * count, `rows` reads rows of the same size that were put together beforehand.
 */
import express from 'express';
import { connect } from '../shared/db/connect.ts';
import { listRules } from '../shared/store/rules.ts';

const { DATABASE_URL = '', HOUSEHOLD_ID = '', QUERY_KIND = '', PORT = '0' } = process.env;
const sql = connect({ databaseUrl: DATABASE_URL, poolMax: 10, applicationName: 'bench-bare' });
const app = express();

app.get('/rules', async (_req, res) => {
  if (QUERY_KIND === 'folded') {
    const { rules } = await listRules(sql, HOUSEHOLD_ID, { page: 1, perPage: 25 });
    res.json({ data: rules });
    return;
  }
  const rows = await sql`
    select id, resource_type, active, name, effective_date, conditions, actions, created_at, updated_at
    from bench_rules
    where household_id = ${HOUSEHOLD_ID}
    order by created_at, id
    limit 25`;
  res.json({ data: rows });
});
app.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
