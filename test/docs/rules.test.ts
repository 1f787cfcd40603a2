import { expect } from 'chai';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { GROUP_OPERATORS, OPERATORS } from '#preflight/rules/operators';
import { readSource } from '../helpers/checkout.ts';

const text = readSource('docs/RULES.md');
/** First cell to the cells behind it, of every table row whose first cell is code. */
const rows = new Map(
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([first = '', ...rest]) => [first.replaceAll('`', ''), rest] as const),
);
const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((found) => found[1]!);

describe('docs/RULES.md', () => {
  it('lists every condition with exactly its operators', () => {
    for (const type of conditionTypes.values()) {
      expect(codes(rows.get(type.type)?.[0]), type.type).to.have.members([...type.operators]);
    }
    expect(codes(rows.get('compound')?.[0])).to.have.members([...GROUP_OPERATORS]);
  });

  it('lists every action, the refused ones with their reason', () => {
    for (const type of actionTypes.values()) {
      const row = rows.get(type.type);
      expect(row, type.type).to.not.equal(undefined);
      if (type.unavailable !== undefined) expect(row!.join()).to.contain(type.unavailable);
    }
  });

  it('names no condition or action that does not exist', () => {
    const named = [...rows.keys()].filter((key) =>
      /^(transaction|set|auto|send|exclude)_/.test(key),
    );
    for (const name of named) {
      expect(conditionTypes.has(name) || actionTypes.has(name), name).to.equal(true);
    }
  });

  it('explains every operator', () => {
    const explained = [...rows.keys()].flatMap((key) => key.split(', '));
    expect(explained).to.include.members(Object.keys(OPERATORS));
  });
});
