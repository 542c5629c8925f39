import { useQueryClient } from '@tanstack/react-query';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { HookAddresses } from '../../features/admin/media-server/HookAddresses.tsx';
import { MediaServerForm } from '../../features/admin/media-server/MediaServerForm.tsx';
import { MediaServerState } from '../../features/admin/media-server/MediaServerState.tsx';
import styles from '../../features/admin/media-server/media-server.module.css';
import editor from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The Ant Media Server that shows can run on: its address and keys, its test, and the addresses to enter there. */
const MediaServer = () => {
  const t = useText();
  const server = useData('GET /admin/media-server', {});
  const client = useQueryClient();
  return (
    <Page width="wide">
      <PageTitle title={t('mediaServer.title')} />
      <header className={editor.head}>
        <h1 className={classes(type.display, type.s46)}>{t('mediaServer.title')}</h1>
        <Button kind="outline" to="/admin/settings?group=live">
          {t('mediaServer.chooseShows')}
        </Button>
      </header>
      <p className={editor.lead}>{t('mediaServer.lead')}</p>
      {server.data ? (
        <div className={styles.stack}>
          <MediaServerState server={server.data} />
          <MediaServerForm server={server.data} onSaved={() => void client.invalidateQueries({ queryKey: ['GET /admin/media-server'] })} />
          <HookAddresses hooks={server.data.hooks} />
        </div>
      ) : (
        <Pending of={server}>
          <RowsSkeleton rows={5} size={48} />
        </Pending>
      )}
    </Page>
  );
};

export default MediaServer;
