import { availableParallelism } from 'node:os';
import { ARGON2_OPTIONS } from '@stagedoor/server/platform/auth/argon2';
import { hash, verify } from '@node-rs/argon2';

// The upper bound: one hash verified repeatedly on all cores of an otherwise idle machine.
const stored = await hash('open sesame', ARGON2_OPTIONS);
const measure = async (seconds: number): Promise<number> => {
  const begun = performance.now();
  let done = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < begun + seconds * 1000) {
      await verify(stored, 'open sesame');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return done / ((performance.now() - begun) / 1000);
};
process.on('message', ({ seconds }: { seconds: number }) => void measure(seconds).then((perSecond) => process.send!({ perSecond })));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: '' });
