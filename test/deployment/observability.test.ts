import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { register } from 'prom-client';
import { parse } from 'yaml';
import { registerPreflights } from '../../api/preflight-pool/preflight-series.ts';
import { registerMetrics } from '../../shared/operations/register-metrics.ts';
import { startJobSeries } from '../../shared/platform/metrics/series.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { withMetrics } from '../helpers/with-metrics.ts';
import { readSource } from '../helpers/checkout.ts';

const alerts = readSource('deploy/prometheus/alerts.yml');
const FILES = {
  'the alert rules': alerts,
  'the dashboard': readSource('deploy/grafana/ledgerline.json'),
  'docs/OPERATIONS.md': readSource('docs/OPERATIONS.md'),
};

describe('what operators are given to watch', () => {
  withMetrics();
  const database = withDatabase();
  let known: Set<string>;

  before(() => {
    const config = database.config();
    registerMetrics({ sql: database.sql, queues: {} as never, config });
    registerPreflights({ load: () => ({ running: 0, waiting: 0 }) });
    known = new Set(
      register.getMetricsAsArray().flatMap((metric) => {
        const isHistogram = (metric as unknown as { type?: string }).type === 'histogram';
        const parts = isHistogram || 'upperBounds' in metric ? ['_bucket', '_sum', '_count'] : [];
        return [metric.name, ...parts.map((part) => metric.name + part)];
      }),
    );
  });

  for (const [what, text] of Object.entries(FILES)) {
    it(`${what}: names series that the processes have`, () => {
      const named = new Set(text.match(/\b(?:ledgerline|nodejs)_[a-z0-9_]+\b/g));
      // Names of a schema and of databases, not of series.
      for (const other of ['ledgerline_queue', 'ledgerline_web', 'ledgerline_jobs'])
        named.delete(other);
      expect(named.size).to.be.greaterThan(5);
      for (const name of named) expect([...known], `${what} names ${name}`).to.include(name);
    });
  }

  it('the dashboard: asks what Prometheus understands', function () {
    if (spawnSync('promtool', ['--version']).error !== undefined) this.skip();
    const asked = [...FILES['the dashboard'].matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)];
    const rules = asked.map(([, expr], at) => ({
      record: `panel:${at}`,
      expr: JSON.parse(expr!) as string,
    }));
    expect(rules.length).to.be.greaterThan(21);
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    const file = join(folder, 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(status, stdout + stderr).to.equal(0);
  });

  it('the alert rules: count failures from a series that is there before the first one', async () => {
    startJobSeries('rules', 'some-job');
    const text = await register.metrics();
    const watched = [...alerts.matchAll(/increase\((\w+)\{[^}]*code=~"([^"]+)"/g)];
    expect(watched).to.have.length(2);
    for (const [, name, codes = ''] of watched) {
      for (const code of codes.split('|'))
        expect(text).to.match(new RegExp(`^${name}\\{.*"failed".*code="${code}"\\} `, 'm'));
    }
  });

  it('tests each alert', () => {
    const { groups } = parse(alerts) as { groups: { rules: { alert: string }[] }[] };
    const tests = readSource('deploy/prometheus/alerts.test.yml');
    for (const { alert } of groups.flatMap(({ rules }) => rules)) {
      expect(tests, alert).to.include(alert);
      expect(FILES['docs/OPERATIONS.md'], alert).to.include(alert);
    }
  });
});
