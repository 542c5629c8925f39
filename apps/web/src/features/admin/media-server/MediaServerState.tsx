import type { AdminMediaServer } from '@stagedoor/contract/admin-media-server';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './media-server.module.css';

/** The server that is entered, and the shows that run on it. */
export const MediaServerState = ({ server }: { server: AdminMediaServer }) => {
  const t = useText();
  const format = useFormat();
  const { address, enteredAt, kinds, openShows, appName } = server;
  const state = address === null ? 'unset' : kinds.length === 0 ? 'unused' : 'used';
  const sentences = [
    ...(enteredAt === null ? [] : [t('mediaServer.enteredAt', { date: format.date(enteredAt, 'dayTime') })]),
    kinds.length === 0
      ? t('mediaServer.unsetText')
      : t('mediaServer.kinds', { kinds: format.list(kinds.map((kind) => t(`mediaServer.kind.${kind}`))) }),
    ...(openShows === 0 ? [] : [t('mediaServer.openShows', { count: openShows })]),
  ];
  return (
    <Card pad="lg" className={styles.state}>
      <div className={styles.stateHead}>
        {address === null ? null : (
          <strong className={classes(type.strong, styles.code)} dir="ltr">
            {address}
          </strong>
        )}
        <Chip tone={state === 'used' ? 'ok' : 'plain'}>{t(`mediaServer.state.${state}`)}</Chip>
      </div>
      <p className={classes(type.small, type.quiet)}>{sentences.join(' ')}</p>
      <p className={classes(type.small, type.quiet)}>
        {t('mediaServer.app')}: <code dir="ltr">{appName}</code>. {t('mediaServer.appText')}
      </p>
    </Card>
  );
};
