import { setTimeout as delay } from 'node:timers/promises';

const MARK_AGAIN_MS = 1000;

/** One statement as the server ran it. */
export type StatementPlan = ReturnType<typeof readPlan>;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Temp Read Blocks'?: number;
  'Temp Written Blocks'?: number;
  Plans?: PlanNode[];
}

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

/**
 * Reads plans from the lines of the server's log. The service's own statements are seen in this way as it sends them,
 * whatever library or process does, with the plans that it really gets.
 */
export function createPlanLog() {
  let open: { application: string; text: string } | null = null;
  let plans: StatementPlan[] = [];
  const waiting = new Map<string, () => void>();

  const close = (): void => {
    if (open === null) return;
    const { application, text } = open;
    open = null;
    const entry = parseEntry(text);
    // Entries of several server processes may be mixed when many write at once.
    if (entry === null) return;
    const { 'Query Text': query, Plan: plan } = entry;
    const mark = /^select '(bench-[0-9]+)'/.exec(query)?.[1];
    if (mark === undefined) plans.push(readPlan(application, query, plan));
    else waiting.get(mark)?.();
  };

  return {
    line(text: string): void {
      if (open !== null && text.startsWith('\t')) {
        open.text += text;
        // The outermost closing brace: what is within is indented further.
        if (text === '\t}') close();
        return;
      }
      open = null;
      const start = /^([^|]*)\|LOG: {2}duration: .* plan:$/.exec(text);
      if (start !== null) open = { application: start[1] ?? '', text: '' };
    },
    /**
     * Resolves when everything that was sent before `mark` has been read. Sends it again while it is not seen: the server
     * may not have read its settings yet, and an entry of the log may be torn.
     */
    async passed(mark: string, send: (mark: string) => Promise<unknown>): Promise<void> {
      const seen = new Promise<boolean>((resolve) => waiting.set(mark, () => resolve(true)));
      do await send(mark);
      while (!(await Promise.race([seen, delay(MARK_AGAIN_MS, false, { ref: false })])));
      waiting.delete(mark);
    },
    /** The plans since the last call. */
    take(): StatementPlan[] {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

interface PlanEntry {
  'Query Text': string;
  Plan: PlanNode;
}

function parseEntry(text: string): PlanEntry | null {
  try {
    return JSON.parse(text) as PlanEntry;
  } catch {
    return null;
  }
}

function readPlan(application: string, query: string, plan: PlanNode) {
  const nodes = nodesOf(plan);
  return {
    /** The process that sent it. */
    application,
    query,
    /** As EXPLAIN gives it. */
    plan,
    /** Of 8 kB, read or found in memory. */
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    /** Tables that it read from end to end. */
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => node['Relation Name'] ?? []),
    /** Something did not fit into work_mem. */
    spilled: nodes.some(
      (node) => (node['Temp Read Blocks'] ?? 0) + (node['Temp Written Blocks'] ?? 0) > 0,
    ),
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
