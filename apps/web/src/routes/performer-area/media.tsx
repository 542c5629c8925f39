import { IconUpload } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { DeleteSheet } from '../../features/media/DeleteSheet.tsx';
import { LibraryGrid } from '../../features/media/LibraryGrid.tsx';
import { MediaSheet } from '../../features/media/MediaSheet.tsx';
import { MediaThumb, useMediaName } from '../../features/media/MediaThumb.tsx';
import styles from '../../features/media/media.module.css';
import { StorageBar } from '../../features/media/StorageBar.tsx';
import { UploadRows } from '../../features/media/UploadRows.tsx';
import { useLibrary } from '../../features/media/use-library.ts';
import { useUploads } from '../../features/media/use-uploads.ts';
import { FilePickerButton } from '../../ui/FilePickerButton.tsx';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const KINDS = ['image', 'video'] as const;

/** A performer's library: upload, search, rename, delete, also in bulk. */
const Media = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const nameOf = useMediaName();
  const { get, change } = useListSearch();
  const kind = KINDS.find((one) => one === get('kind'));
  const q = get('q') ?? '';
  const library = useLibrary({ q, kind });
  const { refetch } = library;
  const again = useCallback(() => void refetch(), [refetch]);
  const { uploads, add, retry, stop, hold } = useUploads(again);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const pick = (
    <FilePickerButton
      label={t('media.upload')}
      icon={<IconUpload size={20} stroke={1.75} />}
      accept="image/*,video/*"
      multiple
      disabled={!user.emailVerified}
      onPick={add}
    />
  );
  return (
    <Page width="wide">
      <PageTitle title={t('media.title')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('media.title')}</h1>
        {pick}
      </header>
      <p className={classes(type.small, type.quiet, lists.lead)}>
        {library.total > 0 ? t('media.sum', { count: library.total, size: format.bytes(library.usedBytes) }) : t('media.lead')}
      </p>
      {library.storage ? <StorageBar {...library.storage} /> : null}
      {user.emailVerified ? null : <VerifyEmailPrompt />}
      <UploadRows uploads={uploads} onRetry={retry} onStop={stop} onHold={hold} />
      <div className={lists.tools}>
        <ListSearch label={t('media.search')} />
        <div className={lists.filters}>
          <FilterChip on={!kind} onClick={() => change({ kind: null })}>
            {t('home.all')}
          </FilterChip>
          {KINDS.map((one) => (
            <FilterChip key={one} on={kind === one} onClick={() => change({ kind: one })}>
              {t(one === 'image' ? 'home.photos' : 'home.videos')}
            </FilterChip>
          ))}
        </div>
      </div>
      <LibraryGrid
        library={library}
        items={library.items}
        empty={<Empty title={t(q || kind ? 'media.noneFound' : 'media.emptyTitle')} text={q || kind ? undefined : t('media.lead')} />}
      >
        {(item) => (
          <>
            <button
              type="button"
              className={classes(styles.tile, chosen.includes(item._id) && styles.chosen)}
              aria-haspopup="dialog"
              onClick={() => setOpened(item._id)}
            >
              <MediaThumb item={item} />
              <span className={styles.caption}>
                <span className={classes(type.small, type.strong, type.clip)}>{nameOf(item)}</span>
                <span className={classes(type.tiny, type.faint)}>
                  {item.useCount > 0 ? t('media.useCount', { count: item.useCount }) : t('media.unused')}
                </span>
              </span>
            </button>
            <div className={styles.pickBox}>
              <Checkbox
                label={<span className={type.hidden}>{t('media.choose', { name: nameOf(item) })}</span>}
                checked={chosen.includes(item._id)}
                onChange={() => toggle(item._id)}
              />
            </div>
          </>
        )}
      </LibraryGrid>
      {chosen.length > 0 ? (
        <div className={styles.bar} role="region" aria-label={t('media.chosen', { count: chosen.length })}>
          <span className={type.strong}>{t('media.chosen', { count: chosen.length })}</span>
          <span className={styles.foot}>
            <Button kind="lift" onClick={() => setChosen([])}>
              {t('ui.cancel')}
            </Button>
            <Button kind="bad" onClick={() => setDeleting(chosen)}>
              {t('media.delete')}
            </Button>
          </span>
        </div>
      ) : null}
      <MediaSheet
        id={opened}
        onClose={() => setOpened(null)}
        onDelete={(id) => {
          setOpened(null);
          setDeleting([id]);
        }}
      />
      <DeleteSheet
        ids={deleting}
        onClose={() => setDeleting([])}
        onDone={() => {
          setDeleting([]);
          setChosen([]);
        }}
      />
    </Page>
  );
};

export default Media;
