import { encodeDamaged } from './encode-damaged.ts';

// `npm run films:hostile [mutations of each container] [seed]`: converts damaged films of MP4, MOV, MKV and WebM. Exits 1 when one is neither
// encoded nor refused with a code in time, or leaves files or processes.

const [each = '300', seed = '20260811'] = process.argv.slice(2);
const { outcomes, problems, longestMs } = await encodeDamaged({ each: Number(each), atOnce: 4, seed: Number(seed) });
for (const [container, ofContainer] of outcomes)
  console.log(`${container}: ${[...ofContainer].map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`);
console.log(`longest: ${Math.round(longestMs)} ms`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
