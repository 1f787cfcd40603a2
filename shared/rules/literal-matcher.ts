interface Node {
  readonly next: Map<number, Node>;
  /** Where to go on when no text goes on here: the longest end of this one that some literal begins with. */
  fallback: Node | null;
  /** What the literals that end here stand for, those of the fallbacks included. */
  ends: number[];
}

const newNode = (): Node => ({ next: new Map(), fallback: null, ends: [] });

/**
 * Finds in one pass over a text which of many literals it contains (Aho and Corasick, 1975): the time
 * goes with the text and the finds, not with the number of literals.
 */
export class LiteralMatcher {
  readonly #root = newNode();
  #linked = true;

  /** Adds a literal, not empty. Several may stand for the same number, and one for several. */
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
    node.ends.push(number);
    this.#linked = false;
  }

  /** Tells the number of each literal in the text, once or more often. */
  find(text: string, found: (number: number) => void): void {
    this.#link();
    let node = this.#root;
    for (let at = 0; at < text.length; at += 1) {
      node = step(node, text.charCodeAt(at)) ?? this.#root;
      for (const number of node.ends) found(number);
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
        next.ends = [...next.ends, ...next.fallback.ends];
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
