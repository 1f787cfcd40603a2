import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPlanLog } from './plan-log.ts';
import type { PlanNode } from './plan-log.ts';

/**
 * Lists that are found by an index of the account alone, without a look at any row, so that no row says whose it is:
 * each partition's index is asked (docs/decisions/household-first-keys.md).
 */
const BY_ACCOUNT = /e\.account_id (=|in) \(select id from accounts where household_id = \$/;

/** Reads the server's log for statements of the service that read several partitions of `transactions`. */
export function createPartitionWatch() {
  const log = createPlanLog();
  const tests = readTests();
  const wide = new Map<string, string>();
  let statements = 0;

  const look = (): void => {
    for (const { query, plan } of log.take()) {
      const partitions = partitionsIn(plan);
      if (partitions.size === 0) continue;
      statements += 1;
      if (partitions.size === 1 || BY_ACCOUNT.test(query)) continue;
      const text = singleSpaced(query);
      if (!wide.has(text) && !isOf(tests, text)) wide.set(text, query);
    }
  };
  return {
    line: (text: string): void => {
      log.line(text);
      look();
    },
    /** Forgets what was read so far. */
    clear: (): void => {
      wide.clear();
      statements = 0;
    },
    /** How many statements touched transactions, the texts of those that touched several partitions, and how many could not be read. */
    report: () => ({ statements, wide: [...wide.values()], torn: log.countTorn() }),
  };
}

/** The partitions that a statement read: a plan may name those, too, that it then passes by. */
function partitionsIn(plan: PlanNode): Set<string> {
  const found = new Set<string>();
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name'] ?? '';
    if (/^transactions_p\d+$/.test(table) && node['Actual Loops'] !== 0) found.add(table);
    node.Plans?.forEach(visit);
  };
  visit(plan);
  return found;
}

const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What the tests are written in, their own statements among it: those look for a row by its id. */
function readTests(): string {
  const dir = join(import.meta.dirname, '../../test');
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts'));
  return singleSpaced(sources.map((file) => readFileSync(join(dir, file), 'utf8')).join('\n'));
}

/** Whether each piece of a statement between its values and its interpolated names stands in the sources. */
function isOf(sources: string, text: string): boolean {
  return text.split(/\$\d+|"\w+"|public\.\w+/).every((piece) => sources.includes(piece.trim()));
}
