import { IconDownload } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { useLocale, useText } from '../../ui/text.ts';

/** Downloads every movement of the wallet as a CSV file in the page's language. */
export const HistoryFile = () => {
  const t = useText();
  const locale = useLocale();
  return (
    <Button
      kind="text"
      size="sm"
      icon={<IconDownload size={18} stroke={1.75} />}
      href={`/api/wallet-transactions/user/export?locale=${locale}`}
      download="wallet.csv"
      aria-label={t('receipt.csvText')}
    >
      {t('receipt.csv')}
    </Button>
  );
};
