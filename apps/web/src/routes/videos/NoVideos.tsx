import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';

/** Nothing was found, or there is nothing yet. */
export const NoVideos = ({ isNarrow, onClear }: { isNarrow: boolean; onClear: () => void }) => {
  const t = useText();
  return isNarrow ? (
    <Empty
      title={t('videos.noneFound')}
      text={t('items.noneFoundText')}
      action={
        <Button kind="lift" onClick={onClear}>
          {t('galleries.clear')}
        </Button>
      }
    />
  ) : (
    <Empty
      title={t('videos.none')}
      text={t('videos.noneText')}
      action={
        <Button kind="lift" to="/discover">
          {t('home.lookAround')}
        </Button>
      }
    />
  );
};
