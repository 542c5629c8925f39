/** The people of the demo: performers with their posts, fans, applicants. Data alone; their pictures are files of `packages/demo-pictures`. */
import { applicants, fans, rejected } from './cast/audience.ts';
import { makers } from './cast/makers.ts';
import { luna, movers } from './cast/movers.ts';
import { musicians } from './cast/musicians.ts';
import type { CastPerformer } from './cast/types.ts';

export type * from './cast/types.ts';
export { applicants, fans, rejected };

/** Luna, the demo performer, comes first. */
export const performers: readonly CastPerformer[] = [luna, ...musicians, ...makers, ...movers];

/** The address each performer signs in with. */
export const emailOf = (performer: CastPerformer): string => `${performer.username}@stagedoor.local`;
