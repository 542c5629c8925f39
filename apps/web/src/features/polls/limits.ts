import type { POLL_LENGTH as Length, POLL_OPTIONS as Options } from '@stagedoor/contract/polls';

/** The contract's numbers, checked by their types. */
export const POLL_OPTIONS: typeof Options = { least: 2, most: 6 };
export const POLL_LENGTH: typeof Length = { question: 200, option: 80 };
