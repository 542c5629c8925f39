import type { Platform } from '../../platform/platform.ts';
import { type Correction, type WordScope, correct } from '../words/index.ts';

/** Reads what words may mean at most once, and only when asked to. */
export const correctionOf = (platform: Platform, q: string, scope: WordScope): (() => Promise<Correction | null>) => {
  let read: Promise<Correction | null> | undefined;
  return () => (read ??= correct(platform, q, scope));
};
