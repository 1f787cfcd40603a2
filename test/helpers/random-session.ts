import { RECORD_TYPES } from '#preflight/records/record-types';
import { drawsOf, seededRandom } from './draws.ts';
import { words } from './for-all.ts';

/** Fields whose change makes an update of a record that the household has. */
const CHANGED = words('balance amount qty price budgeted_spending expected_income fee');
const NAMED = ['Account', 'Category', 'Tag', 'Merchant', 'Rule'];

/**
 * A session made of a household's own export: random records of all types, some under new ids and some twice, with other
 * values. What they name is partly in the session and partly the household's; balances, holdings, budgets and transfers
 * hit those that are there.
 */
export function randomSession(exported: readonly string[], seed: number): string[][] {
  const { random, below, pick } = drawsOf(seededRandom(seed));
  const order = new Map(RECORD_TYPES.map(({ name }, place) => [name as string, place]));
  const byType = new Map<string, any[]>();
  for (const line of exported) {
    const { type, data } = JSON.parse(line);
    if (order.has(type)) byType.set(type, [...(byType.get(type) ?? []), data]);
  }
  let number = 0;
  const change = (type: string, from: any): any => {
    number += 1;
    const data = structuredClone(from);
    for (const field of CHANGED) {
      if (data[field] !== undefined && data[field] !== null && data.split_lines === undefined)
        data[field] = pick(['1', '2.50', '300']);
    }
    if (type === 'Trade') data.amount = String(Number(data.qty) * Number(data.price));
    if (NAMED.includes(type)) data.name = `Session ${seed} ${number}`;
    if (type === 'Valuation') data.date = `2031-01-${10 + (number % 20)}`;
    if (type === 'Transfer') data.status = pick(['pending', 'confirmed']);
    if (data.id !== undefined && random() < 0.5) data.id = `new ${number}`;
    for (const line of data.split_lines ?? []) delete line.id;
    return data;
  };
  const records: { type: string; data: any }[] = [];
  for (const [type, known] of byType) {
    for (let n = below(4); n > 0; n -= 1) {
      const data = change(type, pick(known));
      records.push({ type, data });
      if (random() < 0.2 && !NAMED.includes(type)) records.push({ type, data: { ...data } });
    }
  }
  records.sort((a, b) => (order.get(a.type) ?? 0) - (order.get(b.type) ?? 0));
  const lines = records.map((each) => JSON.stringify(each));
  const cut = below(lines.length);
  return [lines.slice(0, cut), lines.slice(cut)].filter((chunk) => chunk.length > 0);
}
