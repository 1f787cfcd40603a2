import { useQuery } from '@tanstack/react-query';
import type { ImportType } from '#preflight/report';
import { queryClient, useReadingAll } from '../../app/index.ts';
import { useLookups } from '../../parts/lookups.ts';
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

/** Judges a draft in a worker of this page; nothing is uploaded. */
export function useJudgement({ file, type, accountId, settings }: Draft) {
  const { categories, tags, merchants, areRead } = useLookups();
  const profiles = useReadingAll('/import_profiles').data;
  const existing = {
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    merchants: merchants.map(({ name }) => name),
  };
  const asked = { type, accountId, settings, profiles: knownProfiles(profiles ?? []), existing };
  return useQuery({
    queryKey: [...KEY, fileOf(file), asked],
    queryFn: ({ signal }) => askWorker({ file, ...asked }, signal),
    enabled: areRead && profiles !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  });
}

/** Judges a file in a new worker. Aborting the signal terminates the worker. */
async function askWorker(question: WorkerQuestion, signal: AbortSignal): Promise<Judgement> {
  const worker = new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Judgement>((resolve, reject) => {
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
