import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Somebody sits at the terminal and can be asked. */
export const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/**
 * Asks for one line.
 * @param hidden what is typed isn't shown
 * @returns undefined when the terminal was closed or the question was broken off (Ctrl-C, Ctrl-D)
 */
export const ask = (question: string, { hidden = false }: { hidden?: boolean } = {}): Promise<string | undefined> =>
  new Promise((resolve) => {
    process.stdout.write(question);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true });
    lines.once('close', () => {
      if (hidden) process.stdout.write('\n');
      resolve(undefined);
    });
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
    });
  });
