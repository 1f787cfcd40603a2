import { createHash } from 'node:crypto';
import path from 'node:path';
import { EXIT, Failure } from '../failure.ts';
import type { ServiceOptions } from '../find-service.ts';
import { hasNativeName } from '../preflight.ts';
import { readContent } from '../read-content.ts';
import type { Screen } from '../screen.ts';
import { connect, showBar } from '../service.ts';
import { printHowToUndo } from '../undo.ts';
import { howToContinue, importCsv } from './import-csv.ts';
import type { CsvOptions } from './import-csv.ts';
import { runImport } from './import-session.ts';
import type { ImportOptions as RunOptions, ImportResult } from './import-session.ts';

const MIB = 1024 * 1024;
/** Enough retries for about a minute: the service may be restarted during an import. */
const RETRIES = 9;

interface ImportOptions extends ServiceOptions, CsvOptions {
  session?: string;
  chunkMb: number;
}

/** Imports native exports, which resume where they stopped when the command is run again, or one CSV. */
export async function importFiles(
  screen: Screen,
  options: ImportOptions,
  files: string[],
): Promise<number> {
  const [file = ''] = files;
  const content = await readContent(screen.streams, file);
  const isNative =
    hasNativeName(file) ||
    (!/\.(?:csv|tsv|txt)$/i.test(file) &&
      // An MT940 file may begin with the frame of SWIFT: {1:F01…
      /^\uFEFF?\s*\{(?!\d:)/.test(content.subarray(0, 1024).toString('utf8')));
  const client = connect(screen, options, RETRIES);
  if (!isNative) {
    if (files.length > 1) throw new Failure('usage', 'Import one CSV file at a time.');
    return importCsv(screen, client, { file, content: new Uint8Array(content) }, options);
  }
  if (file === '-')
    throw new Failure('usage', 'Name the file of an export: it is read several times.');
  const { onProgress, stop } = showUpload(screen);
  try {
    const result = await runImport({
      client,
      files,
      session: options.session ?? sessionName(files),
      chunkBytesMax: options.chunkMb * MIB,
      onProgress,
    });
    stop();
    return report(screen, result);
  } finally {
    stop();
  }
}

/** The name comes from the paths, not the content, so that a corrected file resumes its session. */
function sessionName(files: readonly string[]): string {
  const paths = files.map((file) => path.resolve(file)).join('\n');
  const digest = createHash('sha256').update(paths).digest('hex').slice(0, 16);
  return `${path.basename(files[0] ?? '')} ${digest}`.slice(-255);
}

/** A bar for the upload, then one for the import; Ctrl-C says how to continue. */
function showUpload(
  screen: Screen,
): Required<Pick<RunOptions, 'onProgress'>> & { stop: () => void } {
  let bar = showBar(screen, 'Upload', true, 'kB');
  let publishing = '';
  screen.whenStopped(() => {
    bar.stop();
    const again = ['Stopped. What was uploaded stays; run the same command again to resume.'];
    for (const line of publishing === '' ? again : howToContinue(screen, publishing))
      screen.tell(line);
  });
  return {
    stop: () => bar.stop(),
    onProgress({ step, done, total }, { id }) {
      if (step === 'uploading') {
        bar.show(Math.ceil(done / 1000), Math.ceil(total / 1000));
        return;
      }
      if (publishing === '') {
        bar.stop();
        bar = showBar(screen, 'Import', true);
        publishing = id;
      }
      bar.show(done, total);
    },
  };
}

function report(screen: Screen, { session, wasComplete, notes }: ImportResult): number {
  screen.answer({
    data: session,
    notes: notes.map(({ source, text }) => ({ ...source, message: text })),
  });
  for (const [entity, counts] of Object.entries(session.summary)) {
    const counted = Object.entries(counts).filter(([, count]) => count > 0);
    const text = counted.map(([what, count]) => `${count} ${what}`).join(', ');
    screen.print(`  ${entity.replaceAll('_', ' ')}: ${text}`);
  }
  for (const { source, text } of notes) screen.print(`${source.file}:${source.line}: ${text}`);
  const skipped = session.chunks
    .filter((chunk) => chunk.error?.['code'] === 'lines_skipped')
    .reduce((sum, chunk) => sum + Number(chunk.error?.['lines_count']), 0);
  if (skipped > 0) screen.print(`${skipped} lines are not records and were skipped.`);
  if (session.error !== null) {
    screen.print(`${session.error.code}: ${session.error.message ?? ''}`, 'red');
  }
  if (wasComplete) {
    screen.print(
      'The session was already complete, so nothing was uploaded; --session NAME starts another.',
    );
  } else if (session.status === 'failed' && notes.length > 0) {
    screen.print('Correct the file and run the same command again to resume.');
  }
  screen.print(`Session ${session.id} is ${session.status}.`);
  printHowToUndo(screen, session.id, session.undo_until);
  return session.status === 'complete' ? EXIT.fine : EXIT.faults;
}
