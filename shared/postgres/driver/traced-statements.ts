import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { errorCode } from '../../platform/error-code.ts';
import { recordingSpan } from '../../platform/tracing/active-span.ts';
import { isStatement } from './driver-statement.ts';
import type { DriverStatement } from './driver-statement.ts';

const tracer = trace.getTracer('ledgerline-postgres');

type Run = (...args: unknown[]) => unknown;
type Template = [readonly string[], ...unknown[]];
type Begin = (options: string, work: (tx: Run) => unknown) => Promise<unknown>;

/**
 * Gives each statement a span if its trace is recorded; statements outside of requests and jobs have none. The span names the kind
 * of statement and its table, but neither text nor parameters. There is no well-maintained package for this driver.
 */
export function tracedStatements<Pool extends { begin: unknown }>(sql: Pool): Pool {
  const begin = sql.begin as Begin;
  sql.begin = (...args: [Run] | [string, Run]): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    return begin(options, (tx) => work(traced(tx)));
  };
  return traced(sql);
}

function traced<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    apply(run, self, args: unknown[]) {
      const made: unknown = Reflect.apply(run as Run, self, args);
      if (isStatement(made) && recordingSpan() !== undefined) traceOne(made, args as Template);
      return made;
    },
  });
}

function traceOne(statement: DriverStatement, template: Template): void {
  const handle = statement.handle.bind(statement);
  // Called when the statement is awaited; never for a fragment of another one.
  statement.handle = () => {
    if (statement.executed) return handle();
    const summary = summaryOf(template);
    const span = tracer.startSpan(summary, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
    });
    const resolve = statement.resolve.bind(statement);
    const reject = statement.reject.bind(statement);
    statement.resolve = (value) => {
      span.end();
      resolve(value);
    };
    statement.reject = (error) => {
      span.setAttribute('error.type', errorCode(error) || 'error');
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      reject(error);
    };
    return handle();
  };
}

/** Derived from the constant parts of a template, which are the same object each time. */
interface Summary {
  verb: string;
  table: string | undefined;
  /** Index of the value that is the table's name if the text has none; -1: none is. */
  nameAt: number;
}
const summaries = new WeakMap<object, Summary>();
const VERBS = /\b(?:select|insert|update|delete|copy|fetch|lock|truncate|set|create)\b/i;
const TABLE = /\b(?:from|into|update|copy|join)\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i;
const BEFORE_TABLE = /\b(?:from|into|update)\s+$/i;

/** Verb and first table, such as `select transactions`. */
function summaryOf([strings, ...values]: Template): string {
  const { verb, table, nameAt } = summaries.get(strings) ?? summarise(strings);
  // An identifier of the driver; fragments have no `value`.
  const { value } = (values[nameAt] ?? {}) as { value?: unknown };
  const name = typeof value === 'string' ? value.replaceAll('"', '') : table;
  return name === undefined ? verb : `${verb} ${name}`;
}

function summarise(strings: readonly string[]): Summary {
  const text = strings.join('$');
  const [verb = 'statement'] = VERBS.exec(text) ?? [];
  const nameAt = strings.findIndex((part) => BEFORE_TABLE.test(part));
  const summary = { verb: verb.toLowerCase(), table: TABLE.exec(text)?.[1], nameAt };
  summaries.set(strings, summary);
  return summary;
}
