import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMANDS } from '../../cli/commands.ts';
import { helpOf } from '../../cli/help.ts';
import { messageOf } from '../../platform/thrown.ts';
import { findMissingLine } from './compare-output.ts';
import { type DocumentCommand, extractCommands } from './extract-commands.ts';
import { type Plan, planOf, staleEntries } from './plan.ts';
import { ROOT, type SoakSite } from './soak-site.ts';
import { SLOW, type Step } from './steps.ts';

const DOCUMENTS = ['docs/operations.md', 'docs/backups.md', 'docs/command-line.md'];
const LAST_LINES = 8;

/** The result of one command. */
export interface Outcome {
  command: DocumentCommand;
  result: 'ok' | 'failed' | 'not run';
  /** Why it failed or wasn't run. */
  reason?: string;
  seconds: number;
}

/** The commands of the documents, in their order. @throws Error for a block that can't be told apart */
export const readDocuments = async (): Promise<DocumentCommand[]> =>
  (await Promise.all(DOCUMENTS.map(async (path) => extractCommands(path, await readFile(join(ROOT, path), 'utf8'))))).flat();

const fillIn = async (text: string, fill: Step['fill'], site: SoakSite): Promise<string> => {
  let filled = text;
  for (const [word, value] of Object.entries(fill ?? {}))
    filled = filled.replaceAll(word, typeof value === 'string' ? value : await value(site));
  return filled;
};

/** @returns what is wrong, or undefined */
const runStep = async (command: DocumentCommand, step: Step, site: SoakSite): Promise<string | undefined> => {
  await site.bring(step.site === 'stopped' && !step.before ? 'stopped' : 'running');
  if (step.before) {
    if (step.site === 'stopped') await site.bring('stopped');
    await step.before(site);
    await site.bring(step.site ?? 'running');
  }
  const environment = { ...site.environment, ...(await step.environment?.(site)) };
  const text = await fillIn(command.text, step.fill, site);
  const run = site.start(text, { folder: step.folder?.(site) ?? ROOT, environment, ...(step.answers ? { answers: step.answers } : {}) });
  if (step.serves) await site.serve(run, (url) => step.serves!(site, url));
  else {
    const code = await run.ended;
    const last = run.output().trim().split('\n').slice(-LAST_LINES).join('\n    ');
    if (!(step.codes ?? [0]).includes(code ?? -1)) return `exit code ${code}:\n    ${last}`;
    if (command.output && command.output.length > 0) {
      const missing = findMissingLine(command.output, run.printed());
      if (missing !== undefined) return `it didn’t print “${missing}”:\n    ${last}`;
    }
  }
  await step.after?.(site);
  return undefined;
};

/** Compares a description with the command's help. */
const checkUsage = ({ name, words }: Extract<Plan, { kind: 'usage' }>): string | undefined => {
  const help = helpOf(COMMANDS.find((command) => command.name === name)!);
  const missing = words.find((word) => !help.includes(word));
  return missing === undefined ? undefined : `its help has no “${missing}”`;
};

/**
 * Runs the commands one after another. One that is neither run nor has a reason fails, as does an entry of steps.ts without a command.
 * @param isDemo also runs what takes long
 * @param onOutcome is called after each command
 */
export const runDocuments = async (
  commands: readonly DocumentCommand[],
  site: SoakSite,
  { isDemo, onOutcome, signal }: { isDemo: boolean; onOutcome: (outcome: Outcome) => void; signal: AbortSignal },
): Promise<void> => {
  const names = COMMANDS.map(({ name }) => name);
  const done = new Set<string>();
  for (const command of commands) {
    signal.throwIfAborted();
    const { document, text, output } = command;
    const key = `${document} ${text}`;
    // A document names some commands twice.
    if (done.has(key) && output === undefined) continue;
    done.add(key);
    const started = performance.now();
    const end = (result: Outcome['result'], reason?: string): void =>
      onOutcome({ command, result, ...(reason === undefined ? {} : { reason }), seconds: (performance.now() - started) / 1000 });
    const plan = planOf(command, names);
    if (plan.kind === 'unknown') end('failed', plan.problem);
    else if (plan.kind === 'notRun') end('not run', plan.reason);
    else if (plan.kind === 'run' && !isDemo && SLOW[text] !== undefined) end('not run', SLOW[text]);
    else {
      const problem = plan.kind === 'usage' ? checkUsage(plan) : await runStep(command, plan.step, site).catch(messageOf);
      // The end of the soak broke it off: that isn't the command's failure.
      signal.throwIfAborted();
      end(problem === undefined ? 'ok' : 'failed', problem);
    }
  }
  for (const text of staleEntries(commands))
    onOutcome({
      command: { document: 'steps.ts', line: 0, text },
      result: 'failed',
      reason: 'no document has this command any more: remove it from steps.ts',
      seconds: 0,
    });
};
