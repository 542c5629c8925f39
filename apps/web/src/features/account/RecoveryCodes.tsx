import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useSiteName } from '../../app/boot.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The recovery codes, shown only once: to copy, save as a file or print. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const t = useText();
  const site = useSiteName();
  const { username } = useCurrentUser();
  const name = t('account.codesFile', { site, username });
  const text = `${name}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast(t('account.copied'), { tone: 'ok' });
  };
  return (
    <div className={styles.form}>
      <p className={type.quiet}>{t('account.recoveryLead')}</p>
      <div className={styles.print} data-print>
        <strong className={styles.printName}>{name}</strong>
        <ul className={styles.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.acts}>
        <Button kind="lift" icon={<IconCopy {...icon} />} onClick={() => void copy()}>
          {t('account.copy')}
        </Button>
        <Button
          kind="lift"
          icon={<IconDownload {...icon} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          {t('account.download')}
        </Button>
        <Button kind="lift" icon={<IconPrinter {...icon} />} onClick={() => print()}>
          {t('account.print')}
        </Button>
      </div>
      <Button kind="gold" wide onClick={onKept}>
        {t('account.keptThem')}
      </Button>
    </div>
  );
};
