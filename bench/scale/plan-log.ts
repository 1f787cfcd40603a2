import { eventually } from '../../test/helpers/eventually.ts';

/** Settings of a server that writes the plan of every statement to its log, once `auto_explain.log_min_duration` is 0. */
export const PLAN_LOG_SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_parameter_max_length': '0',
  'auto_explain.log_format': 'json',
  log_line_prefix: '%a|',
};

/** One statement as the server ran it. */
export type StatementPlan = ReturnType<typeof readPlan>;

/**
 * Reads plans from the lines of the server's log. The service's own statements are seen in this way as it sends them,
 * whatever library or process does, with the plans that it really gets.
 */
export function createPlanLog() {
  let application = '';
  let text = '';
  let plans: StatementPlan[] = [];
  let marks = 0;
  return {
    line(line: string): void {
      const start = /^([^|]*)\|LOG: {2}duration: .* plan:$/.exec(line);
      if (start !== null) [application, text] = [start[1] ?? '', ''];
      else if (line.startsWith('\t')) text += `${line.trim()} `;
      // The outermost closing brace: what is within is indented further.
      if (line !== '\t}') return;
      try {
        plans.push(readPlan(application, text));
      } catch {
        // Entries of several server processes are mixed when many write at once.
      }
    },
    /**
     * The plans since the last call, once everything that was sent before this one has been read: `send` sends a mark, again
     * while it is not seen, as the server may not have read its settings yet, and an entry of the log may be torn.
     */
    async take(send: (mark: string) => Promise<unknown>): Promise<StatementPlan[]> {
      const mark = `select 'bench-${(marks += 1)}'`;
      const sendAndLook = async (): Promise<void> => {
        await send(mark);
        if (!plans.some(({ query }) => query === mark)) throw new Error('the log has no plans');
      };
      await eventually(sendAndLook, { everyMs: 5 });
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

function readPlan(application: string, text: string) {
  const { 'Query Text': query, Plan: root } = JSON.parse(text) as {
    'Query Text': string;
    Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  };
  const scans = text.matchAll(/"Node Type": "Seq Scan",[^{}]*?"Relation Name": "(\w+)"/g);
  return {
    /** The process that sent it. */
    application,
    query,
    /** Query and plan as EXPLAIN gives them. */
    text,
    /** Of 8 kB, read or found in memory. */
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    /** Tables that it read from end to end. */
    scanned: Array.from(scans, ([, table = '']) => table),
    /** Something did not fit into work_mem. */
    spilled: /"Temp (?:Read|Written) Blocks": [1-9]/.test(text),
  };
}
