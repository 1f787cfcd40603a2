/** What a process reports to its parent over the channel that `npm start` opens. */
export type PortReport = { ledgerlinePort: number | 'taken' };

/**
 * Reports our port to the process that started us, or that the port we were given is taken. Call it once the port is bound: one
 * that looked free may be taken by then. Resolves once the report is sent; without a channel at once.
 */
export function reportPort(port: number | 'taken'): Promise<void> {
  const report: PortReport = { ledgerlinePort: port };
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, undefined, {}, () => resolve());
  });
}
