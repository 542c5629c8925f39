import type { Check } from './verify.ts';

/** Lines that say what a check of the ledger found, for a terminal. */
export const describeChecks = ({ ok, checks }: { ok: boolean; checks: readonly Check[] }): string[] => [
  ...checks.map((check) => `${check.ok ? 'ok    ' : 'BROKEN'} ${check.name} (${check.detail})`),
  ok ? 'The ledger balances.' : 'The ledger does NOT balance.',
];
