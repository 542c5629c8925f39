import { isOneOf } from '@stagedoor/contract/keys.values';
import type { AdminReport } from '@stagedoor/contract/reports';
import { PROFILE_PARTS } from '@stagedoor/contract/reports.values';
import { useText } from '../../../ui/text.ts';

/** Names a thing in a sentence: by its title in quotation marks, or by its kind. A picture of a profile has the name of its owner as its title. */
export const useWhat = () => {
  const t = useText();
  return ({ title, kind }: { title: string; kind: AdminReport['object']['kind'] }): string =>
    title && !isOneOf(PROFILE_PARTS, kind) ? t('acts.titled', { title }) : t(`reports.kind.${kind}`);
};
