import type { OperationSchema } from '../../http/route.ts';

export const showExportSchema: OperationSchema = {
  operationId: 'showExport',
  summary: 'Export the household',
  description:
    'Everything the household has as a native export, NDJSON with one `{type, data}` a line, streamed ' +
    'from one snapshot. An import session of another household takes it as it is. Money out is ' +
    'positive here, as in every native export.',
  tag: 'Ledger',
  responses: {
    200: {
      description: 'The export.',
      mediaType: 'application/x-ndjson',
      schema: { type: 'string' },
    },
  },
};
