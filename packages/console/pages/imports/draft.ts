import { useQuery } from '@tanstack/react-query';
import type { ImportType } from '#preflight/report';
import { queryClient } from '../../app/index.ts';
import { useLookups } from '../../parts/lookups.ts';
import type { WorkerAnswer, WorkerQuestion } from './judge.worker.ts';
import type { Judgement } from './judge.ts';

/** A file that a person looks at before it is imported, and what they chose. */
export interface Draft {
  readonly file: File;
  readonly type: ImportType | null;
  readonly accountId: string | null;
  /** Of an account that is made with the import; empty: none is known. */
  readonly accountNumber: string;
  /** Its currency; null: that of the file, else that of the household. */
  readonly accountCurrency: string | null;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The profile that keeps them for the next file; empty: none. */
  readonly profile: string;
}

const KEY = ['import-draft'];

/** The draft of this tab: it waits here while the reader is on another page. */
export function useDraft(): [Draft | null, (draft: Draft | null) => void] {
  const { data } = useQuery<Draft | null>({
    queryKey: KEY,
    queryFn: () => null,
    initialData: null,
    gcTime: Infinity,
  });
  return [data, (draft) => queryClient.setQueryData(KEY, draft)];
}

/** What distinguishes files, also the same one before and after an edit. */
export const fileOf = ({ name, size, lastModified }: File): string =>
  `${name} ${size} ${lastModified}`;
/** What it adds to the name. */
export const NOT_NAME = / \d+ \d+$/;

/** The judgement of a draft by a thread of this page; nothing is uploaded. */
export function useJudgement({ file, type, settings }: Draft) {
  const { categories, tags, merchants, areRead } = useLookups();
  const existing = {
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    merchants: merchants.map(({ name }) => name),
  };
  return useQuery({
    queryKey: [...KEY, fileOf(file), { type, settings, existing }],
    queryFn: ({ signal }) => askWorker({ file, type, settings, existing }, signal),
    enabled: areRead,
    placeholderData: (before) => before,
    gcTime: 0,
  });
}

/** Judges a file in a thread of the page. A question that is given up ends its thread. */
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
