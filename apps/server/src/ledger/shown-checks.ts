import { keysOf } from '@stagedoor/contract/keys.values';
import { LEDGER_INVARIANTS, type LedgerInvariant } from '@stagedoor/contract/admin';
import type { Check } from './verify.ts';

const INVARIANTS = new Map<string, LedgerInvariant>(keysOf(LEDGER_INVARIANTS).map((key) => [LEDGER_INVARIANTS[key], key]));

/** @throws Error for a check without a name here */
const shownCheck = (check: Check) => {
  const invariant = INVARIANTS.get(check.name);
  if (!invariant) throw new Error(`An invariant of the ledger has no name: ${check.name}.`);
  const count = check.ok ? /^\d+/.exec(check.detail)?.[0] : undefined;
  return { invariant, ok: check.ok, count: count === undefined ? null : Number(count), detail: check.detail };
};

/** Stored checks, without those that were removed since: they have no name. */
export const shownChecks = (checks: readonly Check[]) => checks.filter(({ name }) => INVARIANTS.has(name)).map(shownCheck);
