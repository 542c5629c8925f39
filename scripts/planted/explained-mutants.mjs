/**
 * Mutants that tests can't or needn't kill, each with the reason. `before` and `after` are the whole changed lines. An equivalent one changes nothing
 * that anybody could notice, and isn't drawn; another survivor counts as such.
 *
 * @type {{ file: string, before: string, after: string, isEquivalent?: boolean, reason: string }[]}
 */
export const EXPLAINED_MUTANTS = [];
