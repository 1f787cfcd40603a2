/** Where an export writes `type`: as the first key of a line, or as the last. */
const TYPE_FIRST = /^\s*\{\s*"type"\s*:\s*"(\w+)"/;
const TYPE_LAST = /"type"\s*:\s*"(\w+)"\s*\}\s*$/;

const RANKS: Readonly<Record<string, number>> = {
  Account: 0,
  Category: 0,
  Tag: 0,
  Merchant: 0,
  Budget: 0,
  Transfer: 3,
  RejectedTransfer: 3,
  Rule: 3,
};
/** Child categories come second, because their parents may be later in the file. */
const CHILD_CATEGORY_RANK = 1;
const DEFAULT_RANK = 2;

/** The number of passes over a file that puts every record after all records that it may name. */
export const RANKS_COUNT = 4;

/** The pass that takes a line. Lines that are not records come in the default pass: the service reports them. */
export function dependencyRank(line: string): number {
  // The last key may belong to a nested object, so the first one counts if it is `type`.
  const type = TYPE_FIRST.exec(line)?.[1] ?? parsedType(line);
  if (type === 'Category' && hasParent(line)) return CHILD_CATEGORY_RANK;
  return RANKS[type ?? ''] ?? DEFAULT_RANK;
}

function parsedType(line: string): string | undefined {
  const guess = TYPE_LAST.exec(line)?.[1];
  if (guess !== undefined && RANKS[guess] === undefined) return guess;
  return parse(line)?.type;
}

function hasParent(line: string): boolean {
  const parent = parse(line)?.data?.parent_id;
  return parent !== undefined && parent !== null && parent !== '';
}

function parse(line: string): { type?: string; data?: { parent_id?: unknown } } | undefined {
  try {
    return JSON.parse(line) as { type?: string };
  } catch {
    return undefined;
  }
}
