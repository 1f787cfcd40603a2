/** What a process reports to its parent over the channel that `npm start` opens. */
export type PortReport = { ledgerlinePort: number | 'taken' };

/**
 * Tells the process that started us which port is ours, or that the one that we were given is taken. A port is ours
 * when it is bound, and not when it looked free. Resolves when that is on its way; without a channel at once.
 */
export function reportPort(port: number | 'taken'): Promise<void> {
  const report: PortReport = { ledgerlinePort: port };
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, undefined, {}, () => resolve());
  });
}
