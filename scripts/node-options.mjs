import { availableParallelism } from 'node:os';

/** Threads of V8, where nobody says how many. */
const DEFAULT_THREADS = 4;

/**
 * Options for the Node that runs the site. V8 marks what is alive, and compiles, on threads of its own, by default four on every machine: on two
 * cores they leave nothing to requests for a tenth of a second, whenever the old generation is collected. One core less than there are is theirs
 * (decision 65).
 */
export const serverOptions = () => [`--v8-pool-size=${Math.max(1, Math.min(DEFAULT_THREADS, availableParallelism() - 1))}`];
