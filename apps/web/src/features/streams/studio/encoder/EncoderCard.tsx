import type { EncoderAccess } from '@stagedoor/contract/stream-keys';
import { IconCopy } from '@tabler/icons-react';
import { Card } from '../../../../ui/Card.tsx';
import { IconButton } from '../../../../ui/Button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Segments } from '../../../../ui/Segments.tsx';
import { type TextKey, useText } from '../../../../ui/text.ts';
import { toast } from '../../../../ui/toast.tsx';
import type from '../../../../ui/type.module.css';
import { copy } from './copy.ts';
import styles from './encoder.module.css';
import { StreamKey } from './StreamKey.tsx';
import type { EncoderProtocol } from './use-protocol.ts';

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

const WORDS = {
  rtmp: { name: 'encoder.rtmp', hint: 'encoder.rtmpHint', text: 'encoder.connectText', server: 'encoder.server', none: 'encoder.noServer' },
  whip: {
    name: 'encoder.whip',
    hint: 'encoder.whipHint',
    text: 'encoder.connectWhipText',
    server: 'encoder.serverWhip',
    none: 'encoder.noServerWhip',
  },
} as const satisfies Record<EncoderProtocol, Record<string, TextKey>>;
const PROTOCOLS = ['rtmp', 'whip'] as const;

/** The server's address and the stream key, to paste into OBS. */
export const EncoderCard = ({
  access,
  onChanged,
  protocol,
  onChoose,
}: {
  access: EncoderAccess;
  onChanged: () => void;
  protocol: EncoderProtocol;
  onChoose: (protocol: EncoderProtocol) => void;
}) => {
  const t = useText();
  const words = WORDS[protocol];
  const address = access[protocol];
  return (
    <Card pad="lg" className={styles.card}>
      <div className={styles.words}>
        <h2 className={type.heading}>{t('encoder.connect')}</h2>
        <p className={classes(type.small, type.quiet)}>{t(words.text)}</p>
      </div>
      <div className={styles.words}>
        <span className={type.label}>{t('encoder.protocol')}</span>
        <Segments
          label={t('encoder.protocol')}
          name="protocol"
          value={protocol}
          onChange={onChoose}
          options={PROTOCOLS.map((value) => ({ value, text: t(WORDS[value].name) }))}
          wide
        />
        <p className={classes(type.small, type.quiet)}>{t(words.hint)}</p>
      </div>
      <div className={styles.access}>
        <span className={type.label}>{t(words.server)}</span>
        {address === null ? <span className={type.quiet}>{t(words.none)}</span> : <Address address={address} />}
      </div>
      <StreamKey facts={access.key} onChanged={onChanged} />
    </Card>
  );
};

const SETTINGS = ['encoder', 'size', 'bitrate', 'keys', 'reordered', 'sound'] as const;

/** The settings of OBS that give the shortest delay. */
export const EncoderSettings = ({ protocol }: { protocol: EncoderProtocol }) => {
  const t = useText();
  const valueOf = (setting: (typeof SETTINGS)[number]): TextKey =>
    setting === 'sound' && protocol === 'whip' ? 'encoder.value.soundWhip' : `encoder.value.${setting}`;
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
            <dd>{t(valueOf(setting))}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};
