export interface SharesOptions {
  /** How much there is in all. */
  total: number;
  /** How much one owner may hold. */
  perOwner: number;
}

/** A bounded good that owners share: bytes, places, streams. */
export interface Shares {
  /** Takes `amount`, all or nothing. False when the owner may not have so much now. */
  take(owner: string, amount?: number): boolean;
  /** Gives back what was taken. */
  give(owner: string, amount?: number): void;
  /** What all owners hold together. */
  readonly held: number;
}

/**
 * Shares one good fairly. Besides the fixed bounds no owner holds more than is left for all others, so that whoever
 * comes next finds something, however greedy those before were.
 */
export function createShares({ total, perOwner }: SharesOptions): Shares {
  const byOwner = new Map<string, number>();
  let held = 0;
  return {
    take(owner, amount = 1) {
      const own = byOwner.get(owner) ?? 0;
      if (own + amount > Math.min(perOwner, total - held)) return false;
      byOwner.set(owner, own + amount);
      held += amount;
      return true;
    },
    give(owner, amount = 1) {
      const left = (byOwner.get(owner) ?? 0) - amount;
      if (left > 0) byOwner.set(owner, left);
      else byOwner.delete(owner);
      held -= amount;
    },
    get held() {
      return held;
    },
  };
}
