import { readFileSync, writeFileSync } from 'node:fs';

/** Peak memory of a running process in MB since it began or since `forgetPeak`; null where /proc cannot tell. */
export function peakMemory(pid: number): number | null {
  try {
    const [, kb] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kb === undefined ? null : Math.round(Number(kb) / 1024);
  } catch {
    return null;
  }
}

/** From now on the peak is counted again. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not Linux, or not allowed: the peak then is that of the whole life.
  }
}
