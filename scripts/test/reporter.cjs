/**
 * Prints what was proved while the tests run: each title if there is one file, else a line per file. Ends with the
 * guarantees by folder, and writes the totals to the file that TEST_TOTALS_FILE names.
 */
const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const Mocha = require('mocha');

const { EVENT_RUN_END, EVENT_SUITE_END, EVENT_TEST_END, EVENT_TEST_FAIL } = Mocha.Runner.constants;
const { Base, Spec } = Mocha.reporters;

const seconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** Mocha runs files side by side and reports each one when it is done, so the tests of a file come one after another. */
class Files extends Base {
  constructor(runner, options) {
    super(runner, options);
    const all = Number(process.env.TEST_FILES_COUNT);
    const started = Date.now();
    const folders = new Map();
    let file = null;
    let done = 0;

    const close = () => {
      if (file === null) return;
      done += 1;
      const { name, passed, failed, skipped, ms } = file;
      const mark = failed > 0 ? Base.color('fail', Base.symbols.err) : Base.symbols.ok;
      const more = skipped > 0 ? `, ${skipped} skipped` : '';
      const bad = failed > 0 ? Base.color('fail', `, ${failed} failed`) : '';
      const place = `${done} of ${all} files, ${seconds(Date.now() - started)}`;
      console.log(`${mark} ${name}: ${passed} passed${bad}${more}, ${seconds(ms)}  [${place}]`);
      file = null;
    };
    runner.on(EVENT_TEST_END, (test) => {
      const compiled = relative(process.env.TEST_PROGRAMS, test.file ?? '');
      const name = compiled.replaceAll('\\', '/').replace(/\.js$/, '.ts');
      if (file?.name !== name) {
        close();
        file = { name, passed: 0, failed: 0, skipped: 0, ms: 0 };
      }
      const state = test.state === 'passed' || test.state === 'failed' ? test.state : 'skipped';
      file[state] += 1;
      file.ms += test.duration ?? 0;
      const folder = name.split('/').slice(1, 2).join();
      if (state === 'passed') folders.set(folder, (folders.get(folder) ?? 0) + 1);
    });
    runner.on(EVENT_TEST_FAIL, (test) => {
      console.log(Base.color('fail', `  ${Base.symbols.err} ${test.titlePath().join(' › ')}`));
    });
    runner.on(EVENT_SUITE_END, (suite) => {
      if (suite.root) close();
    });
    runner.once(EVENT_RUN_END, () => {
      close();
      this.epilogue();
      const proved = [...folders].sort(([, one], [, other]) => other - one);
      console.log(`proved: ${proved.map(([folder, count]) => `${folder} ${count}`).join(', ')}`);
    });
  }
}

module.exports = class TotalsReporter {
  constructor(runner, options) {
    const reporter =
      process.env.TEST_FILES_COUNT === '1' ? new Spec(runner, options) : new Files(runner, options);
    runner.once(EVENT_RUN_END, () => {
      const file = process.env.TEST_TOTALS_FILE;
      if (!file) return;
      const { passes: passed, failures: failed, pending } = reporter.stats;
      writeFileSync(file, JSON.stringify({ passed, failed, pending }));
    });
  }
};
