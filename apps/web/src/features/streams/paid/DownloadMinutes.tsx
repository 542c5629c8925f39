import { IconDownload } from '@tabler/icons-react';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';

/** Downloads the signed minutes of a paid show. */
export const DownloadMinutes = ({ showId, size }: { showId: string; size?: 'sm' }) => {
  const t = useText();
  return (
    <Button
      kind="lift"
      size={size ?? 'md'}
      href={`/api/streaming/receipts/${showId}/export`}
      download={`minutes-${showId}.json`}
      icon={<IconDownload size={20} stroke={1.75} />}
    >
      {t('paid.download')}
    </Button>
  );
};
