import { Gauge } from 'prom-client';
import { providerHost } from './client/settings.ts';
import { HOLD_SCOPES, countHeldSyncs, listHolds } from './store/holds.ts';
import { countInLine } from './store/place-lines.ts';
import { listOpenCircuits } from './store/provider-circuits.ts';
import { readAtScrape } from '../platform/metrics/scrape.ts';
import type { MetricsContext } from '../queue/metrics-context.ts';

/** What is held back or waits for a place, and whether the provider is down: facts of the installation, so read them with max(), not sum(). */
export function registerHolds({ sql, config }: MetricsContext): void {
  const provider = providerHost(config);
  const down = new Gauge({
    name: 'ledgerline_provider_down',
    help: 'Whether calls to the provider failed so often that only one a minute goes out.',
    labelNames: ['provider'],
  });
  const held = new Gauge({
    name: 'ledgerline_syncs_held',
    help: 'Live syncs that are held back: by an operator, or because their provider is down.',
    labelNames: ['provider', 'reason'],
  });
  const holds = new Gauge({
    name: 'ledgerline_holds',
    help: 'What operators hold back, by kind: queue, provider, household or connection.',
    labelNames: ['scope'],
  });
  const inLine = new Gauge({
    name: 'ledgerline_syncs_in_line',
    help: 'Live syncs that wait for a place of their household or bank in a worker.',
  });
  readAtScrape([down, held, holds, inLine], async () => {
    const [open, waiting, all, awaited] = await Promise.all([
      listOpenCircuits(sql),
      countHeldSyncs(sql),
      listHolds(sql),
      countInLine(sql),
    ]);
    return () => {
      inLine.set(awaited);
      down.set({ provider }, open.some(({ host }) => host === provider) ? 1 : 0);
      for (const reason of ['paused', 'provider_down']) {
        const count = waiting.find(({ heldBy }) => heldBy === reason)?.count ?? 0;
        held.set({ provider, reason }, count);
      }
      for (const scope of HOLD_SCOPES) {
        holds.set({ scope }, all.filter((each) => each.scope === scope).length);
      }
    };
  });
}
