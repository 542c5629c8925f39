import { IconDownload } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** Downloads a performer's list as a file. */
export const ListFile = ({ href, name }: { href: string; name: string }) => {
  const t = useText();
  return (
    <Button
      kind="lift"
      size="sm"
      icon={<IconDownload size={18} stroke={1.75} />}
      href={href}
      download={name}
      aria-label={t('model.csvText')}
    >
      {t('model.csv')}
    </Button>
  );
};
