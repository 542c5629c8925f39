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
import { PickFile } from '../../features/model/PickFile.tsx';
import { VerifyFirst } from '../../features/model/VerifyFirst.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const KINDS = ['image', 'video'] as const;

/** A performer's files: put in, found, named, deleted, several at once. */
const Media = () => {
  const say = useText();
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
    <PickFile
      label={say('media.upload')}
      icon={<IconUpload size={20} stroke={1.75} />}
      accept="image/*,video/*"
      multiple
      disabled={!user.emailVerified}
      onPick={add}
    />
  );
  return (
    <Page width="wide">
      <PageTitle title={say('media.title')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{say('media.title')}</h1>
        {pick}
      </header>
      <p className={classes(type.small, type.quiet, lists.lead)}>
        {library.total > 0 ? say('media.sum', { count: library.total, size: format.bytes(library.usedBytes) }) : say('media.lead')}
      </p>
      {library.storage ? <StorageBar {...library.storage} /> : null}
      {user.emailVerified ? null : <VerifyFirst />}
      <UploadRows uploads={uploads} onRetry={retry} onStop={stop} onHold={hold} />
      <div className={lists.tools}>
        <ListSearch label={say('media.search')} />
        <div className={lists.filters}>
          <FilterChip on={!kind} onClick={() => change({ kind: null })}>
            {say('home.all')}
          </FilterChip>
          {KINDS.map((one) => (
            <FilterChip key={one} on={kind === one} onClick={() => change({ kind: one })}>
              {say(one === 'image' ? 'home.photos' : 'home.videos')}
            </FilterChip>
          ))}
        </div>
      </div>
      <LibraryGrid
        library={library}
        items={library.items}
        empty={<Empty title={say(q || kind ? 'media.noneFound' : 'media.emptyTitle')} text={q || kind ? undefined : say('media.lead')} />}
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
                  {item.useCount > 0 ? say('media.useCount', { count: item.useCount }) : say('media.unused')}
                </span>
              </span>
            </button>
            <div className={styles.pickBox}>
              <Checkbox
                label={<span className={type.hidden}>{say('media.choose', { name: nameOf(item) })}</span>}
                checked={chosen.includes(item._id)}
                onChange={() => toggle(item._id)}
              />
            </div>
          </>
        )}
      </LibraryGrid>
      {chosen.length > 0 ? (
        <div className={styles.bar} role="region" aria-label={say('media.chosen', { count: chosen.length })}>
          <span className={type.strong}>{say('media.chosen', { count: chosen.length })}</span>
          <span className={styles.foot}>
            <Button kind="lift" onClick={() => setChosen([])}>
              {say('ui.cancel')}
            </Button>
            <Button kind="bad" onClick={() => setDeleting(chosen)}>
              {say('media.delete')}
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
