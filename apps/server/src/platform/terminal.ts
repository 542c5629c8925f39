import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Whether the process runs in an interactive terminal. */
export const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/**
 * Prompts for one line.
 * @param hidden the input isn't echoed
 * @returns undefined when the terminal was closed or the prompt was cancelled (Ctrl-C, Ctrl-D)
 */
export const prompt = (question: string, { hidden = false }: { hidden?: boolean } = {}): Promise<string | undefined> =>
  new Promise((resolve) => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true });
    // Only now: until the interface is there, the terminal itself shows what is typed.
    process.stdout.write(question);
    lines.once('close', () => {
      if (hidden) process.stdout.write('\n');
      resolve(undefined);
    });
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
    });
  });
