// Constants of copies and hash lists without Zod, so that the web shares them.

/** Decisions about a file that looks like something blocked. */
export const COPY_DECISIONS = ['different', 'copy'] as const;
export type CopyDecision = (typeof COPY_DECISIONS)[number];

/** Why a list of hashes could not be read; `hashLists.problem.<problem>` says what to do. */
export const HASH_LIST_PROBLEMS = ['address', 'unreachable', 'refused', 'format', 'tooLarge'] as const;
export type HashListProblem = (typeof HASH_LIST_PROBLEMS)[number];
