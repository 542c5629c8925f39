import type { EncoderSignal } from '@stagedoor/contract/stream-keys';

/** Seconds between keyframes; with more, viewers wait long for their first picture. */
const LONG_KEY_SECONDS = 4;

export type SignalProblem =
  | { kind: 'codecs'; codecs: readonly string[] }
  | { kind: 'keys'; seconds: number }
  | { kind: 'reordered' | 'silent' };

/** Returns the faults of an encoder's signal, the worst first. */
export const problemsOf = ({ refused, isReordered, keySeconds, hasSound }: EncoderSignal): SignalProblem[] => [
  ...(refused.length > 0 ? [{ kind: 'codecs', codecs: refused } as const] : []),
  ...(isReordered ? [{ kind: 'reordered' } as const] : []),
  ...(keySeconds !== null && keySeconds > LONG_KEY_SECONDS ? [{ kind: 'keys', seconds: keySeconds } as const] : []),
  ...(hasSound ? [] : [{ kind: 'silent' } as const]),
];
