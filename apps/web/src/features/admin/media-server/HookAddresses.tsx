import type { AdminMediaServer } from '@stagedoor/contract/admin-media-server';
import { IconCopy } from '@tabler/icons-react';
import { IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from './media-server.module.css';

/** The server's settings that take the addresses, by their use. */
const SETTINGS = { publish: 'webhookAuthenticateURL', play: 'webhookPlayAuthUrl', events: 'listenerHookURL' } as const;

/** The addresses of this site that the owner enters in the server's settings. */
export const HookAddresses = ({ hooks }: { hooks: AdminMediaServer['hooks'] }) => {
  const t = useText();
  const copy = async (address: string) => {
    // Browsers may refuse the clipboard; the address can be selected then.
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    if (isCopied) toast(t('mediaServer.copied'), { tone: 'ok' });
  };
  return (
    <Card pad="lg" as="section" className={styles.panel}>
      <div className={styles.lines}>
        <h2 className={type.heading}>{t('mediaServer.hooks')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('mediaServer.hooksText')}</p>
      </div>
      {(['publish', 'play', 'events'] as const).map((use) => (
        <div key={use} className={styles.hook}>
          <p className={type.small}>
            {t(`mediaServer.hook.${use}`)} <code className={styles.key}>{SETTINGS[use]}</code>
          </p>
          <span className={styles.address}>
            <code dir="ltr">{hooks[use]}</code>
            <IconButton
              label={t('mediaServer.copy', { name: SETTINGS[use] })}
              icon={<IconCopy size={18} stroke={1.75} />}
              onClick={() => void copy(hooks[use])}
            />
          </span>
        </div>
      ))}
    </Card>
  );
};
