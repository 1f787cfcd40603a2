/** Replies of a Redis that cannot serve right now: full, without replicas, loading, failing over, blocked by a script. */
const REFUSALS =
  /^(OOM|NOREPLICAS|READONLY|MISCONF|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOAUTH|WRONGPASS|NOPERM|ERR max number of clients)\b/;
/** The client's own messages, which carry no code. */
const LOST =
  /^(Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries per request limit|connect ETIMEDOUT|Cluster (isn't ready|is ended)|Failed to refresh slots cache|None of startup nodes|Too many Cluster redirections|All sentinels are unreachable)/;

/** Whether an error of the Redis client means that Redis is away or refuses to work, rather than that a command is wrong. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Redis puts a prefix before errors of a script.
  const text = error.message.replace(/^ERR (user_script:\d+: |Error running script[^:]*: )/, '');
  return error.name === 'MaxRetriesPerRequestError' || REFUSALS.test(text) || LOST.test(text);
}
