/** Waiting items, at most `sizeMax`, `perOwner` of them of one owner. Owners take turns, and none can crowd out the others. */
export function createFairQueue<Item>(sizeMax: number, perOwner = sizeMax) {
  // In the order of turns: after its turn an owner moves to the end.
  const byOwner = new Map<string, Item[]>();
  let size = 0;

  function longest(): Item[] {
    let found: Item[] = [];
    for (const items of byOwner.values()) if (items.length > found.length) found = items;
    return found;
  }

  function add(owner: string, item: Item): void {
    const items = byOwner.get(owner);
    if (items === undefined) byOwner.set(owner, [item]);
    else items.push(item);
    size += 1;
  }

  return {
    get size() {
      return size;
    },
    /**
     * Appends an item for its owner. When the queue is full, the owner with the most items gives up its last one for an owner
     * with clearly fewer. Returns the item that was dropped: null, the item itself, or the one that gave way.
     */
    push(owner: string, item: Item): Item | null {
      if ((byOwner.get(owner)?.length ?? 0) >= perOwner) return item;
      if (size < sizeMax) {
        add(owner, item);
        return null;
      }
      const greediest = longest();
      if (greediest.length <= (byOwner.get(owner)?.length ?? 0) + 1) return item;
      const gaveWay = greediest.pop() ?? null;
      size -= 1;
      add(owner, item);
      return gaveWay;
    },
    /** The next item of the next owner for which `mayHave` is true; by default every owner may. */
    shift(mayHave: (owner: string) => boolean = () => true) {
      for (const [owner, items] of byOwner) {
        if (!mayHave(owner)) continue;
        const item = items.shift();
        byOwner.delete(owner);
        if (items.length > 0) byOwner.set(owner, items);
        size -= 1;
        return item;
      }
      return undefined;
    },
    /** Removes an item. False when it is not waiting. */
    remove(owner: string, item: Item) {
      const items = byOwner.get(owner) ?? [];
      const at = items.indexOf(item);
      if (at < 0) return false;
      items.splice(at, 1);
      if (items.length === 0) byOwner.delete(owner);
      size -= 1;
      return true;
    },
    /** Removes and returns all items. */
    clear() {
      const all = [...byOwner.values()].flat();
      byOwner.clear();
      size = 0;
      return all;
    },
  };
}
