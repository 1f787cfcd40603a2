/** The parts of the driver's query that our guards need; its types leave them out (postgres 3.4.9). */
export interface DriverStatement {
  /** Where it runs; null while it waits for a connection. */
  state: unknown;
  executed: boolean;
  /** `onexecute` is called with the connection that got it, and has to return true. */
  options: { onexecute?: (connection: DriverConnection) => true };
  /** Set for one that is read piece by piece: it may take as long as its reader. */
  cursorFn?: unknown;
  streaming?: unknown;
  /** Hands it to a connection. */
  handler: (statement: DriverStatement) => unknown;
  handle(): Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  cancel(): void;
}

/** A connection, and those that are as busy as it was before the statement. */
export interface DriverConnection {
  queue: { readonly length: number; shift(): unknown; push(connection: unknown): void };
}

/** Identifiers and lists of values come from the same function as statements. */
export function isStatement(made: unknown): made is DriverStatement {
  return typeof made === 'object' && made !== null && 'handle' in made && 'executed' in made;
}
