/** Mocha's `spec` reporter, which also writes the totals to the file named by TEST_TOTALS_FILE. */
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha');

module.exports = class TotalsReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const file = process.env.TEST_TOTALS_FILE;
      if (!file) return;
      const { passes, failures, pending } = this.stats;
      writeFileSync(file, JSON.stringify({ passes, failures, pending }));
    });
  }
};
