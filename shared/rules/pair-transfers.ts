/** A transaction and one that could be its other side. */
export interface TransferCandidate {
  readonly transactionId: string;
  readonly counterpartId: string;
}

/**
 * Pairs each transaction with at most one counterpart and each counterpart with at most one
 * transaction. Candidates come best first: the first pair with both sides free wins.
 */
export function pairTransfers(candidates: Iterable<TransferCandidate>): TransferCandidate[] {
  const taken = new Set<string>();
  const pairs: TransferCandidate[] = [];
  for (const candidate of candidates) {
    if (taken.has(candidate.transactionId) || taken.has(candidate.counterpartId)) continue;
    taken.add(candidate.transactionId).add(candidate.counterpartId);
    pairs.push(candidate);
  }
  return pairs;
}
