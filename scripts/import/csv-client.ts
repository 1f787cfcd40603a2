import type { RowValues } from '#preflight/types/row-values';
import type { CsvImportType } from '#preflight/report';
import type { EvidenceBasis } from '#preflight/evidence/evidence';
import { RefusedError } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import type { ShownSummary } from './undo-import.ts';

/** An import as the API answers it; only what the commands look at. */
export interface CsvImportAnswer {
  id: string;
  type: CsvImportType;
  status: 'pending' | 'publishing' | 'complete' | 'failed' | 'undoing' | 'undone';
  account_id: string | null;
  /** Null until a worker has judged a large file. */
  verdicts: Record<
    'new' | 'duplicate' | 'update' | 'invalid' | 'excluded' | 'skipped',
    number
  > | null;
  settings: Record<string, string | number | boolean>;
  errors: { message: string }[];
  warnings: string[];
  evidence: {
    sign: { basis: EvidenceBasis; rows_agree?: number; rows_disagree?: number };
  } | null;
  profile: { name: string; how: 'given' | 'recognised' } | null;
  progress: { step: string | null; rows_done: number; rows_total: number };
  summary: ShownSummary;
  error: { code: string; message: string } | null;
  undo_until: string | null;
}

/** A row of an import. */
interface CsvRowAnswer {
  line: number;
  values: RowValues;
  errors: { message: string }[];
}

/** Imports of CSV files over HTTP. Throws RefusedError. */
export interface CsvClient {
  create(form: FormData): Promise<CsvImportAnswer>;
  show(id: string): Promise<CsvImportAnswer>;
  rows(id: string, query: string): Promise<CsvRowAnswer[]>;
  publish(id: string, skipInvalid: boolean): Promise<CsvImportAnswer>;
  remove(id: string): Promise<void>;
  /** Id of the record of that name; names are compared exactly. */
  findByName(resource: 'accounts' | 'import_profiles', name: string): Promise<string>;
}

/** Imports of the service that the client talks to. */
export function createCsvClient(api: ApiClient): CsvClient {
  const one = async (method: string, path: string, body?: object): Promise<CsvImportAnswer> => {
    const { data } = (await api.send(method, `/imports${path}`, body)) as { data: CsvImportAnswer };
    return data;
  };
  return {
    create: (form) => one('POST', '', form),
    show: (id) => one('GET', `/${id}`),
    async publish(id, skipInvalid) {
      try {
        return await one('POST', `/${id}/publish`, { skip_invalid: skipInvalid });
      } catch (error) {
        // The answer to an earlier attempt may have been lost.
        if (!(error instanceof RefusedError) || error.status !== 409) throw error;
        const now = await one('GET', `/${id}`);
        if (now.status === 'publishing') return now;
        throw error;
      }
    },
    async rows(id, query) {
      const { data } = (await api.send('GET', `/imports/${id}/rows?${query}`)) as {
        data: CsvRowAnswer[];
      };
      return data;
    },
    async remove(id) {
      await api.send('DELETE', `/imports/${id}`);
    },
    async findByName(resource, name) {
      for (let page = 1; ; page += 1) {
        const { data, meta } = (await api.send(
          'GET',
          `/${resource}?per_page=100&page=${page}`,
        )) as {
          data: { id: string; name: string }[];
          meta: { total_pages: number };
        };
        const found = data.filter((record) => record.name === name || record.id === name);
        if (found.length > 1) throw new RefusedError(`Several are called ${name}; give the id.`);
        if (found[0] !== undefined) return found[0].id;
        if (page >= meta.total_pages) throw new RefusedError(`There is no ${name} in ${resource}.`);
      }
    },
  };
}
