import { parseArgs } from 'node:util';
import { messageOf } from '../../platform/thrown.ts';
import { type Outcome, readDocuments, runDocuments } from './run-documents.ts';
import { startSoakSite } from './soak-site.ts';

// `npm run operations:soak`: runs the commands of the operator's documents on a site of its own, in their order, and prints a line for each. Exits 1
// when one fails, or is neither run nor has a reason. `--demo` also runs the start with demo data, which takes half a minute.

const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
const stopped = new AbortController();
const outcomes: Outcome[] = [];
const site = await startSoakSite();
let closing: Promise<void> | undefined;
const close = (): Promise<void> => (closing ??= site.close());
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopped.abort(new Error('interrupted'));
    void close();
  });

try {
  const started = performance.now();
  await runDocuments(await readDocuments(), site, {
    isDemo: values.demo,
    signal: stopped.signal,
    onOutcome(outcome) {
      outcomes.push(outcome);
      const { command, result, reason, seconds } = outcome;
      const place = `${command.document}:${command.line}`;
      console.log(
        `${result.padEnd(7)}  ${place.padEnd(26)}  ${command.text}${reason ? ` (${reason})` : ''}${seconds > 1 ? `, ${seconds.toFixed(1)} s` : ''}`,
      );
    },
  });
  const count = (result: Outcome['result']): number => outcomes.filter((outcome) => outcome.result === result).length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${outcomes.length} commands: ${count('ok')} ok, ${count('failed')} failed, ${count('not run')} not run; ${seconds} s.`);
  process.exitCode = count('failed') === 0 ? 0 : 1;
} catch (error) {
  console.error(`The soak ended: ${messageOf(error)}.`);
  process.exitCode = 1;
} finally {
  await close();
}
process.exit();
