/**
 * Runs assertions again until they hold, instead of sleeping for a guessed time.
 * Throws the last failure when they do not hold within `timeoutMs`.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 120_000, everyMs = 25 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
