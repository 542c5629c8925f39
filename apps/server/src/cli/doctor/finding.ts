export const FINDING_STATES = ['ok', 'warning', 'failed'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** The result of one check. */
export interface Finding {
  /** The check's name, such as `database: version`. */
  check: string;
  state: FindingState;
  /** The result in one sentence. */
  message: string;
  /** The remedy in one sentence; null when all is well. */
  remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, remedy: null });
export const warning = (check: string, message: string, remedy: string): Finding => ({ check, state: 'warning', message, remedy });
export const failed = (check: string, message: string, remedy: string): Finding => ({ check, state: 'failed', message, remedy });

/** The exit code of the doctor: 0 all well, 1 warnings, 2 failures. */
export const exitCodeOf = (findings: readonly Finding[]): number =>
  Math.max(0, ...findings.map(({ state }) => FINDING_STATES.indexOf(state)));
