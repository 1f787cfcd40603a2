import { fieldReader, isObject } from './read-fields.ts';
import type { Settings } from './settings.ts';
import type { SandboxState } from './state.ts';

/** Settings in the admin routes' spelling. */
export function showSettings(state: SandboxState): unknown {
  const { settings } = state;
  const limit = state.traffic.limit();
  return {
    paging: settings.paging,
    page_size: settings.pageSize,
    dialect: settings.dialect,
    date_filter: settings.dateFilter,
    rate_headers: settings.rateHeaders,
    now: settings.now,
    latency_ms: settings.latencyMs,
    limit: limit.limit,
    window_ms: limit.windowMs,
  };
}

/** Changes the settings that are named, leaves the others; `"now": null` goes back to real time. */
export function changeSettings(state: SandboxState, body: unknown): unknown {
  if (!isObject(body)) throw new Error('the body must be an object');
  const field = fieldReader(body);
  const { settings } = state;
  const paging = field.text('paging', settings.paging);
  if (!isPaging(paging)) throw new Error('paging must be none, cursor, next or page');
  const dialect = field.text('dialect', settings.dialect);
  if (dialect !== 'camel' && dialect !== 'snake') throw new Error('dialect must be camel or snake');
  const now = 'now' in body ? field.optionalText('now') : settings.now;
  if (now !== null && Number.isNaN(Date.parse(now))) throw new Error('now must be a date-time');
  state.settings = {
    paging,
    pageSize: Math.max(1, field.whole('page_size', settings.pageSize)),
    dialect,
    dateFilter: field.flag('date_filter', settings.dateFilter),
    rateHeaders: field.flag('rate_headers', settings.rateHeaders),
    now,
    latencyMs: field.whole('latency_ms', settings.latencyMs),
  };
  const limit = state.traffic.limit();
  state.traffic.setLimit({
    limit: field.whole('limit', limit.limit),
    windowMs: Math.max(1, field.whole('window_ms', limit.windowMs)),
  });
  return showSettings(state);
}

function isPaging(text: string): text is Settings['paging'] {
  return ['none', 'cursor', 'next', 'page'].includes(text);
}
