interface Node {
  readonly next: Map<number, Node>;
  /** The node to continue from on a mismatch: the longest suffix of this one that is a prefix of a literal. */
  fallback: Node | null;
  /** The nearest fallback at which a literal ends. */
  ending: Node | null;
  /** The numbers of the literals that end here. */
  readonly ends: Set<number>;
  /** The last text for which this node, and every node reachable through `ending`, was reported. */
  reportedFor: number;
}

const newNode = (): Node => ({
  next: new Map(),
  fallback: null,
  ending: null,
  ends: new Set(),
  reportedFor: 0,
});

/**
 * Finds which of many literals a text contains, in one pass (Aho and Corasick, 1975): the time grows with the text and the matches,
 * not with the number of literals.
 */
export class LiteralMatcher {
  readonly #root = newNode();
  #linked = true;
  #texts = 0;

  /** Adds a literal, which must not be empty. Several may share a number, and one may have several. */
  add(literal: string, number: number): void {
    let node = this.#root;
    for (let at = 0; at < literal.length; at += 1) {
      const unit = literal.charCodeAt(at);
      let next = node.next.get(unit);
      if (next === undefined) {
        next = newNode();
        node.next.set(unit, next);
      }
      node = next;
    }
    node.ends.add(number);
    this.#linked = false;
  }

  /** Reports the number of each literal that the text contains, once per literal, however often it occurs. */
  find(text: string, found: (number: number) => void): void {
    this.#link();
    this.#texts += 1;
    let node = this.#root;
    for (let at = 0; at < text.length; at += 1) {
      node = step(node, text.charCodeAt(at)) ?? this.#root;
      let end: Node | null = node;
      while (end !== null && end.reportedFor !== this.#texts) {
        end.reportedFor = this.#texts;
        end.ends.forEach(found);
        end = end.ending;
      }
    }
  }

  #link(): void {
    if (this.#linked) return;
    this.#linked = true;
    const queue: Node[] = [this.#root];
    for (const node of queue) {
      for (const [unit, next] of node.next) {
        next.fallback =
          node.fallback === null ? this.#root : (step(node.fallback, unit) ?? this.#root);
        next.ending = next.fallback.ends.size > 0 ? next.fallback : next.fallback.ending;
        queue.push(next);
      }
    }
  }
}

function step(from: Node, unit: number): Node | null {
  for (let node: Node | null = from; node !== null; node = node.fallback) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return null;
}
