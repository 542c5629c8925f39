import type { AdminReport } from '@stagedoor/contract/reports';
import { useText } from '../../../ui/text.ts';

/** Names a thing in a sentence: by its title in quotation marks, or by its kind. */
export const useWhat = () => {
  const t = useText();
  return ({ title, kind }: { title: string; kind: AdminReport['object']['kind'] }): string =>
    title ? t('acts.titled', { title }) : t(`reports.kind.${kind}`);
};
