export interface SharesOptions {
  /** How much there is in total. */
  total: number;
  /** How much one owner may hold. */
  perOwner: number;
}

/** A bounded resource that owners share: bytes, places, streams. */
export type Shares = ReturnType<typeof createShares>;

/**
 * Shares a resource fairly. Besides the fixed bounds, no owner may hold more than is left for all others, so that the next
 * owner always finds something.
 */
export function createShares({ total, perOwner }: SharesOptions) {
  const byOwner = new Map<string, number>();
  let held = 0;
  return {
    /** Takes `amount`, all or nothing. False when the owner may not have that much now. */
    take(owner: string, amount = 1) {
      const own = byOwner.get(owner) ?? 0;
      if (own + amount > Math.min(perOwner, total - held)) return false;
      byOwner.set(owner, own + amount);
      held += amount;
      return true;
    },
    /** Gives back what was taken. */
    give(owner: string, amount = 1) {
      const left = (byOwner.get(owner) ?? 0) - amount;
      if (left > 0) byOwner.set(owner, left);
      else byOwner.delete(owner);
      held -= amount;
    },
    /** What all owners hold together. */
    get held() {
      return held;
    },
  };
}
