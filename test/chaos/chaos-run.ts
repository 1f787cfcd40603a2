import type { ChaosSettings } from './settings.ts';

/** The frame of a chaos script: its clock, which starts, its voice, what it has to clear away, and its end. */
export function startChaosRun() {
  const begun = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - begun) / 1000)} s`;
  const cleanups: (() => unknown)[] = [];

  async function cleanUp(): Promise<void> {
    for (const work of cleanups.splice(0).reverse()) {
      try {
        await work();
      } catch (error) {
        console.error(String(error));
      }
    }
  }

  return {
    /** performance.now() at the start. */
    begun,
    /** Prints a line with the seconds since the start. */
    say: (text: string) => console.log(`${seconds().padStart(6)}  ${text}`),
    /** Done by `cleanUp`, the last one first. */
    cleanups,
    cleanUp,
    /**
     * Prints the sizes and the seed, does the work, clears away and ends the process with the verdict as the last
     * line: exit code 0 only when the work says that it holds. A signal clears away, too.
     */
    perform: async (
      { queue, seed }: ChaosSettings,
      sizes: string,
      work: () => Promise<boolean>,
    ) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.once(signal, () => void cleanUp().then(() => process.exit(1)));
      }
      console.log(`${sizes}, queue on ${queue}; repeat with SEED=${seed}`);
      let holds = false;
      try {
        holds = await work();
      } catch (error) {
        console.error(error);
      } finally {
        await cleanUp();
      }
      console.log(`took ${seconds()}`);
      console.log(holds ? 'chaos: it holds' : 'chaos: IT DOES NOT HOLD');
      process.exit(holds ? 0 : 1);
    },
  };
}
