import type { EncoderAccess } from '@stagedoor/contract/stream-keys';
import { IconCopy } from '@tabler/icons-react';
import { Card } from '../../../../ui/Card.tsx';
import { IconButton } from '../../../../ui/Button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { useText } from '../../../../ui/text.ts';
import { toast } from '../../../../ui/toast.tsx';
import type from '../../../../ui/type.module.css';
import { copy } from './copy.ts';
import styles from './encoder.module.css';
import { StreamKey } from './StreamKey.tsx';

const Address = ({ address }: { address: string }) => {
  const t = useText();
  const press = async () => {
    const isCopied = await copy(address);
    toast(t(isCopied ? 'encoder.serverCopied' : 'encoder.copyFailed'), { tone: isCopied ? 'ok' : 'bad' });
  };
  return (
    <div className={styles.line}>
      <code className={styles.code} dir="ltr" translate="no">
        {address}
      </code>
      <IconButton label={t('encoder.copyServer')} icon={<IconCopy size={18} stroke={1.75} />} onClick={() => void press()} />
    </div>
  );
};

/** The server's address and the stream key, to paste into OBS. */
export const EncoderCard = ({ access, onChanged }: { access: EncoderAccess; onChanged: () => void }) => {
  const t = useText();
  return (
    <Card pad="lg" className={styles.card}>
      <div className={styles.words}>
        <h2 className={type.heading}>{t('encoder.connect')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('encoder.connectText')}</p>
      </div>
      <div className={styles.access}>
        <span className={type.label}>{t('encoder.server')}</span>
        {access.rtmp === null ? <span className={type.quiet}>{t('encoder.noServer')}</span> : <Address address={access.rtmp} />}
      </div>
      <StreamKey facts={access.key} onChanged={onChanged} />
    </Card>
  );
};

const SETTINGS = ['encoder', 'size', 'bitrate', 'keys', 'reordered', 'sound'] as const;

/** The settings of OBS that give the shortest delay. */
export const EncoderSettings = () => {
  const t = useText();
  return (
    <Card pad="lg" className={styles.card}>
      <div className={styles.words}>
        <h2 className={type.heading}>{t('encoder.settings')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('encoder.settingsText')}</p>
      </div>
      <dl className={styles.settings}>
        {SETTINGS.map((setting) => (
          <div key={setting}>
            <dt className={type.quiet}>{t(`encoder.set.${setting}`)}</dt>
            <dd>{t(`encoder.value.${setting}`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};
