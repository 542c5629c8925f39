import type { DocumentCommand } from './extract-commands.ts';
import { NOT_RUN, STEPS, type Step } from './steps.ts';

/** The decision about one command. */
export type Plan =
  | { kind: 'run'; step: Step }
  /** A description such as `settings get [KEY]`: its words are compared with the command's own help. */
  | { kind: 'usage'; name: string; words: string[] }
  | { kind: 'notRun'; reason: string }
  | { kind: 'unknown'; problem: string };

/** Programs that any command may call. */
const PROGRAMS = ['npm', 'stagedoor', 'printf', 'tail'];
/** Programs that only a command with a step may call: a new one could change the machine. */
const PROGRAMS_OF_STEPS = [...PROGRAMS, 'curl', 'tar', 'cp'];
const PLACEHOLDER = /…|\[[^\]]*\]|(?<![\w/=.-])[A-Z]{2,}(?![\w=])/;

/** The program of each part of a pipeline or a list. */
const programsOf = (text: string): string[] =>
  text.split(/\|\||&&|[|;]/).map(
    (part) =>
      part
        .trim()
        .replace(/^(?:[A-Z][A-Z0-9_]*=\S* )*/, '')
        .split(' ')[0]!,
  );

const wordsOfUsage = (text: string): string[] => text.match(/--[\w-]+|[A-Z]{2,}(?:\.\.\.)?|\bon\|off\b/g) ?? [];

/**
 * Decides what to do with a command.
 * @param names of the commands of `stagedoor`, by its help
 */
export const planOf = ({ text }: Pick<DocumentCommand, 'text'>, names: readonly string[]): Plan => {
  const reason = NOT_RUN[text];
  if (reason !== undefined) return { kind: 'notRun', reason };
  const name = names.find((one) => text === one || text.startsWith(`${one} `));
  if (name !== undefined) return { kind: 'usage', name, words: wordsOfUsage(text.slice(name.length)) };
  const step = STEPS[text] ?? {};
  const programs = text in STEPS ? PROGRAMS_OF_STEPS : PROGRAMS;
  const foreign = programsOf(text).find((program) => !programs.includes(program));
  if (foreign !== undefined)
    return { kind: 'unknown', problem: `“${foreign}” needs a step in steps.ts, or a reason there why it isn’t run` };
  const filled = Object.keys(step.fill ?? {}).reduce((left, word) => left.replaceAll(word, ''), text);
  const rest = PLACEHOLDER.exec(filled);
  if (rest) return { kind: 'unknown', problem: `nothing says what “${rest[0]}” stands for` };
  return { kind: 'run', step };
};

/** The entries of steps.ts whose command is in no document any more. */
export const staleEntries = (commands: readonly DocumentCommand[]): string[] => {
  const texts = new Set(commands.map(({ text }) => text));
  return [...Object.keys(STEPS), ...Object.keys(NOT_RUN)].filter((text) => !texts.has(text));
};
