import { seededRandom } from '../../helpers/ledger-records.ts';

/** What a generator of households draws by chance, the same for the same seed. */
export class Dice {
  readonly random: () => number;

  /** The first draws of seeds that lie close together resemble each other: `warm` of them are thrown away. */
  constructor(seed: number, warm: number) {
    this.random = seededRandom(seed);
    for (let drawn = 0; drawn < warm; drawn += 1) this.random();
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A day of the year that leaves room for what arrives later. */
  day(days = 362): number {
    return Math.floor(this.random() * days);
  }
}
