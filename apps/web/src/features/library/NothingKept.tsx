import type { Shelf } from '@stagedoor/contract/library.values';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';

/** Says that a shelf is empty, and how it is filled; or that nothing on it has what was asked for. */
export const NothingKept = ({ shelf, isNarrowed, q }: { shelf: Shelf; isNarrowed: boolean; q: string }) => {
  const t = useText();
  if (isNarrowed) return <Empty title={q ? t('search.noneFor', { q }) : t('library.noneOfKind')} text={t('library.searched')} />;
  return (
    <Empty
      title={t(`library.empty.${shelf}`)}
      text={t(`library.emptyText.${shelf}`)}
      action={
        <Button kind="lift" to="/discover">
          {t('home.lookAround')}
        </Button>
      }
    />
  );
};
