/** The parts of the driver's query that our guards need; the driver's types omit them (postgres 3.4.9). */
export interface DriverStatement {
  /** The connection state it runs in; null while it waits for a connection. */
  state: unknown;
  executed: boolean;
  /** `onexecute` is called with the connection that runs the statement, and must return true. */
  options: { onexecute?: (connection: DriverConnection) => true };
  /** Set if it is read piece by piece: it may take as long as its reader. */
  cursorFn?: unknown;
  streaming?: unknown;
  /** Passes it to a connection. */
  handler: (statement: DriverStatement) => unknown;
  handle(): Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  cancel(): void;
}

/** A connection, and the queue of connections that were as busy before the statement. */
export interface DriverConnection {
  queue: { readonly length: number; shift(): unknown; push(connection: unknown): void };
}

/** Whether it is a statement: the same function also makes identifiers and lists of values. */
export function isStatement(made: unknown): made is DriverStatement {
  return typeof made === 'object' && made !== null && 'handle' in made && 'executed' in made;
}
