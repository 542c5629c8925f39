import { useCallback } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { LibraryGrid } from '../../features/media/LibraryGrid.tsx';
import { StorageBar } from '../../features/media/StorageBar.tsx';
import { UploadRows } from '../../features/media/UploadRows.tsx';
import { useLibrary } from '../../features/media/use-library.ts';
import { useUploads } from '../../features/media/use-uploads.ts';
import { LibraryTile } from '../../features/media/LibraryTile.tsx';
import { useMediaSelection } from '../../features/media/use-media-selection.ts';
import { ChosenMedia } from '../../features/media/ChosenMedia.tsx';
import { UploadButton } from '../../features/media/UploadButton.tsx';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { MEDIA_KINDS, LibraryTools } from './media/LibraryTools.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** A performer's library: upload, search, rename, delete, also in bulk. */
const Media = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const { get } = useListSearch();
  const kind = MEDIA_KINDS.find((one) => one === get('kind'));
  const q = get('q') ?? '';
  const library = useLibrary({ q, kind });
  const { refetch } = library;
  const again = useCallback(() => void refetch(), [refetch]);
  const { uploads, add, retry, stop, hold } = useUploads(again);
  const selection = useMediaSelection();
  const { chosen, setOpened, toggle } = selection;
  return (
    <Page width="wide">
      <PageTitle title={t('media.title')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('media.title')}</h1>
        <UploadButton onPick={add} />
      </header>
      <p className={classes(type.small, type.quiet, lists.lead)}>
        {library.total > 0 ? t('media.sum', { count: library.total, size: format.bytes(library.usedBytes) }) : t('media.lead')}
      </p>
      {library.storage ? <StorageBar {...library.storage} /> : null}
      {user.emailVerified ? null : <VerifyEmailPrompt />}
      <UploadRows uploads={uploads} onRetry={retry} onStop={stop} onHold={hold} />
      <LibraryTools kind={kind} />
      <LibraryGrid
        library={library}
        items={library.items}
        empty={<Empty title={t(q || kind ? 'media.noneFound' : 'media.emptyTitle')} text={q || kind ? undefined : t('media.lead')} />}
      >
        {(item) => (
          <LibraryTile
            item={item}
            isChosen={chosen.includes(item._id)}
            onOpen={() => setOpened(item._id)}
            onToggle={() => toggle(item._id)}
          />
        )}
      </LibraryGrid>
      <ChosenMedia selection={selection} />
    </Page>
  );
};

export default Media;
