import { IconCopy, IconDownload, IconFileTypePdf, IconKey, IconShieldCheck } from '@tabler/icons-react';
import { useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { statementHref } from './PayoutHistory.tsx';
import styles from './payouts.module.css';
import type { Payout } from './use-payouts.ts';

/** The statement of the payout that was paid last, and how it is verified. */
export const StatementCard = ({ payout }: { payout: Payout & { statementHash: string } }) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const key = useData('GET /payout-statements/key', {});
  const copy = async (text: string, said: 'payouts.hashCopied' | 'payouts.keyCopied') => {
    await navigator.clipboard.writeText(text);
    toast(t(said), { tone: 'ok' });
  };
  const grouped = payout.statementHash.replace(/(.{8})(?=.)/g, '$1 ');
  return (
    <Card pad="lg">
      <div className={styles.cardHead}>
        <h2 className={type.heading}>{t('payouts.statement')}</h2>
        <span className={classes(type.small, type.quiet)}>
          {payout.reference}
          {payout.paidAt ? ` · ${format.date(payout.paidAt, 'day')}` : ''}
        </span>
      </div>
      <p className={classes(type.small, type.quiet)}>{t('payouts.statementText')}</p>
      <Button
        className={styles.download}
        wide
        href={statementHref(payout._id)}
        download={`${payout.reference}.json`}
        icon={<IconDownload size={20} stroke={1.75} />}
      >
        {t('payouts.downloadStatement')}
      </Button>
      <Button
        className={styles.pdf}
        wide
        href={`${statementHref(payout._id)}/pdf?locale=${locale}`}
        download={`${payout.reference}.pdf`}
        icon={<IconFileTypePdf size={20} stroke={1.75} />}
      >
        {t('statements.pdf')}
      </Button>
      <div className={styles.verify}>
        <h3 className={styles.verifyHead}>
          <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
          {t('payouts.verify')}
        </h3>
        <p className={classes(type.small, type.quiet)}>{t('payouts.verifyText')}</p>
        <code>
          node verify-statement.mjs {payout.reference}.json {key.data?.publicKey}
        </code>
        <code>SHA-256 {grouped}</code>
        <div className={styles.verifyActs}>
          <Button kind="text" size="sm" to="/statements/verify" icon={<IconShieldCheck size={18} stroke={1.75} />}>
            {t('statements.verifyLink')}
          </Button>
          <Button
            kind="text"
            size="sm"
            href="/verify-statement.mjs"
            download="verify-statement.mjs"
            icon={<IconDownload size={18} stroke={1.75} />}
          >
            {t('statements.program')}
          </Button>
          <Button
            kind="text"
            size="sm"
            icon={<IconCopy size={18} stroke={1.75} />}
            onClick={() => void copy(payout.statementHash, 'payouts.hashCopied')}
          >
            {t('payouts.copyHash')}
          </Button>
          <Button
            kind="text"
            size="sm"
            icon={<IconKey size={18} stroke={1.75} />}
            disabled={!key.data}
            onClick={() => void copy(key.data?.publicKey ?? '', 'payouts.keyCopied')}
          >
            {t('payouts.copyKey')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
