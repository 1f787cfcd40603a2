/** Answers of a Redis that cannot serve for now: full, without replicas, loading, failing over, locked up by a script. */
const REFUSALS =
  /^(OOM|NOREPLICAS|READONLY|MISCONF|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOAUTH|WRONGPASS|NOPERM|ERR max number of clients)\b/;
/** The client's own words, which carry no code. */
const LOST =
  /^(Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries per request limit|connect ETIMEDOUT|Cluster (isn't ready|is ended)|Failed to refresh slots cache|None of startup nodes|Too many Cluster redirections|All sentinels are unreachable)/;

/** Whether an error of the Redis client means that Redis is away or refuses to work, as opposed to a wrong command. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Redis prefixes an error of a script.
  const text = error.message.replace(/^ERR (user_script:\d+: |Error running script[^:]*: )/, '');
  return error.name === 'MaxRetriesPerRequestError' || REFUSALS.test(text) || LOST.test(text);
}
