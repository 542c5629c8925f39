import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Debian's own Python, for which its packages of aiortc and GStreamer are. */
const PYTHON = '/usr/bin/python3';

const seenSchema = z.object({ pictures: z.number(), samples: z.number(), width: z.number(), height: z.number() });
const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('offer'), sdp: z.string() }),
  z.object({ event: z.literal('answer'), sdp: z.string() }),
  z.object({ event: z.literal('refused'), status: z.number(), body: z.string() }),
  z.object({ event: z.literal('state'), state: z.string() }),
  z.object({ event: z.literal('error'), text: z.string(), details: z.string().nullish() }),
  seenSchema.extend({ event: z.literal('seen') }),
]);

export interface ForeignClient {
  /** Pictures and samples of sound that it has decoded; zero of publishers. */
  seen(): z.output<typeof seenSchema>;
  offer(): string | undefined;
  answer(): string | undefined;
  refusal(): { status: number; body: string } | undefined;
  /** @throws Error when it has stopped or failed, with what it said @returns false, to wait on */
  assertRuns(): false;
  stop(): Promise<void>;
}

const endWith = (child: ChildProcess): (() => void) => {
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  return () => {
    process.off('exit', end);
    end();
  };
};

/** Runs one of the Python programs in `foreign/` with an address and a token. @param args its further arguments */
export const startForeignClient = (
  program: 'aiortc_whip' | 'aiortc_whep' | 'gstreamer_whip' | 'gstreamer_whep',
  url: string,
  token: string,
  args: readonly string[] = [],
): ForeignClient => {
  const file = fileURLToPath(new URL(`foreign/${program}.py`, import.meta.url));
  const child = spawn(PYTHON, ['-B', '-u', file, url, token, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  exited.catch(() => {});
  const end = endWith(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const last: { [Name in z.output<typeof eventSchema>['event']]?: unknown } = {};
  let [offer, answer]: (string | undefined)[] = [];
  let refusal: { status: number; body: string } | undefined;
  let seen = { pictures: 0, samples: 0, width: 0, height: 0 };
  createInterface(child.stdout).on('line', (line) => {
    const said = eventSchema.parse(JSON.parse(line));
    last[said.event] = said;
    if (said.event === 'offer') offer = said.sdp;
    if (said.event === 'answer') answer = said.sdp;
    if (said.event === 'refused') refusal = said;
    if (said.event === 'seen') seen = said;
  });
  return {
    seen: () => seen,
    offer: () => offer,
    answer: () => answer,
    refusal: () => refusal,
    assertRuns() {
      if (child.exitCode !== null || last.error !== undefined || refusal !== undefined)
        throw new Error(`${program}: ${JSON.stringify(last)} ${errors}`);
      return false;
    },
    async stop() {
      end();
      await exited;
    },
  };
};
