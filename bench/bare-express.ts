/**
 * What `npm run bench:rules` compares with: Express, one route, one indexed query, its rows as JSON.
 * No key, no checks, no count. QUERY_KIND: `folded` folds conditions and actions into the 25 rules
 * with json_agg, `rows` reads 25 rows of the same size that were put together beforehand.
 */
import express from 'express';
import { connect } from '../shared/db/connect.ts';
const { DATABASE_URL = '', HOUSEHOLD_ID = '', QUERY_KIND = '', PORT = '0' } = process.env;
const sql = connect({ databaseUrl: DATABASE_URL, poolMax: 10, applicationName: 'bench-bare' });
const app = express();

app.get('/rules', async (_req, res) => {
  if (QUERY_KIND === 'folded') {
    const rules = await sql`
      select id, resource_type, active, name, effective_date, created_at, updated_at,
        (
          select json_agg(
            json_build_object(
              'id', c.id, 'condition_type', c.condition_type, 'operator', c.operator, 'value', c.value,
              'sub_conditions', (
                select coalesce(json_agg(s order by s.position), '[]')
                from rule_conditions s
                where s.parent_id = c.id
              ),
              'created_at', c.created_at, 'updated_at', c.updated_at
            )
            order by c.position
          )
          from rule_conditions c
          where c.rule_id = r.id and c.parent_id is null
        ) as conditions,
        (
          select json_agg(a order by a.position)
          from rule_actions a
          where a.rule_id = r.id
        ) as actions
      from rules r
      where household_id = ${HOUSEHOLD_ID}
      order by created_at, id
      limit 25`;
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
