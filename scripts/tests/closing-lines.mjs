// Prints the closing lines of both test commands once more: the last lines of `.ci/run`.
import { readClosingLines } from './run-suite.mjs';
import { LONG, SHORT } from './suites.mjs';

for (const suite of [SHORT, LONG]) process.stdout.write(readClosingLines(suite));
