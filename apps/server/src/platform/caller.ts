import type { Locale } from '@stagedoor/contract/texts/text';
import type { Viewer } from './auth/viewer.ts';

/** Who makes a call, from where and in which language: what reads and decides by. Every call of the API is one. */
export interface Caller<V extends Viewer = Viewer> {
  viewer: V;
  /** The country of the address, two letters; null when unknown. */
  country: string | null;
  locale: Locale;
}
