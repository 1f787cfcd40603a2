import { seededRandom } from '../../helpers/ledger-records.ts';

/** What a generator of households draws by chance, the same for the same seed. */
export class Dice {
  protected readonly random: () => number;

  /** The first draws of seeds that lie close together resemble each other: `warm` of them are thrown away. */
  constructor(seed: number, warm: number) {
    this.random = seededRandom(seed);
    for (let drawn = 0; drawn < warm; drawn += 1) this.random();
  }

  protected pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  protected chance(share: number): boolean {
    return this.random() < share;
  }

  /** A day of the year that leaves room for what arrives later. */
  protected day(days = 362): number {
    return Math.floor(this.random() * days);
  }
}
