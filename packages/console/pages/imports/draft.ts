import { useQuery } from '@tanstack/react-query';
import type { ImportType } from '#preflight/report';
import { queryClient, useReadingAll } from '../../app/index.ts';
import type { WorkerAnswer, WorkerQuestion } from './judge.worker.ts';
import { type Judgement, knownProfiles } from './judge.ts';

/** A file that a person reviews before importing it, and what they chose. */
export interface Draft {
  readonly file: File;
  readonly type: ImportType | null;
  readonly accountId: string | null;
  /** The number of an account that is created with the import; empty if unknown. */
  readonly accountNumber: string;
  /** The currency of that account; null for the currency of the file, else of the household. */
  readonly accountCurrency: string | null;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The name of a profile that keeps these settings for the next file; empty for none. */
  readonly profile: string;
}

const KEY = ['import-draft'];

/** The draft of this tab, kept while the reader is on another page. */
export function useDraft(): [Draft | null, (draft: Draft | null) => void] {
  const { data } = useQuery<Draft | null>({
    queryKey: KEY,
    queryFn: () => null,
    initialData: null,
    gcTime: Infinity,
  });
  return [data, (draft) => queryClient.setQueryData(KEY, draft)];
}

/** Changes the draft of a file; returns whether it is still open. */
export function changeDraft(file: File, change: (draft: Draft) => Draft | null): boolean {
  const draft = queryClient.getQueryData<Draft | null>(KEY);
  if (draft?.file !== file) return false;
  queryClient.setQueryData(KEY, change(draft));
  return true;
}

/** Identifies a version of a file: an edit changes its size or time. */
export const fileOf = ({ name, size, lastModified }: File): string =>
  `${name} ${size} ${lastModified}`;
/** The part that `fileOf` appends to the name. */
export const NOT_NAME = / \d+ \d+$/;

/** Judges a draft in a worker of this page; nothing is uploaded. Null for a history if the names that the household has cannot be read. */
export function useJudgement({ file, type, accountId, settings }: Draft) {
  const profiles = useReadingAll('/import_profiles');
  const lists = {
    categories: useReadingAll('/categories'),
    tags: useReadingAll('/tags'),
    merchants: useReadingAll('/merchants'),
  };
  const namesOf = (list: keyof typeof lists) => lists[list].data?.map(({ name }) => name);
  const [categories, tags, merchants] = (['categories', 'tags', 'merchants'] as const).map(namesOf);
  const existing = categories && tags && merchants ? { categories, tags, merchants } : null;
  const known = knownProfiles(profiles.data ?? []);
  const asked = { type, accountId, settings, profiles: known, existing };
  const judged = useQuery({
    queryKey: [...KEY, fileOf(file), asked],
    queryFn: ({ signal }) => askWorker({ file, ...asked }, signal),
    // Begun once: each list that comes later would start the worker anew.
    enabled:
      profiles.data !== undefined && Object.values(lists).every(({ isPending }) => !isPending),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const needed = [profiles, ...(judged.data === null ? Object.values(lists) : [])];
  const failed = [judged, ...needed].filter(({ isError }) => isError);
  const again = () => Promise.all(failed.map(({ refetch }) => refetch()));
  return { ...judged, error: failed[0]?.error ?? null, again };
}

/** Judges a file in a new worker. Aborting the signal terminates the worker. */
async function askWorker(question: WorkerQuestion, signal: AbortSignal): Promise<Judgement | null> {
  const worker = new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Judgement | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if ('judgement' in data) resolve(data.judgement);
        else reject(new Error(data.fault));
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
