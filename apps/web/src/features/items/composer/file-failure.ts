import { textKeyOf, type useText } from '../../../ui/text.ts';
import type { DraftFile } from './draft-files.ts';

/** The sentence that says why a file of an item can't be used; null while it can. */
export const failureOf = ({ error, uploaded }: Pick<DraftFile, 'error' | 'uploaded'>, t: ReturnType<typeof useText>): string | null =>
  error ?? (uploaded?.state === 'failed' ? t(textKeyOf(`errors.${uploaded.failure ?? 'FILE_UNREADABLE'}`)) : null);
