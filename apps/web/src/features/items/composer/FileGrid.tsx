import { IconChevronLeft, IconChevronRight, IconStar, IconStarFilled } from '@tabler/icons-react';
import { type DragEvent, Suspense, lazy, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './composer.module.css';
import { failureOf } from './file-failure.ts';
import { FileTile } from './FileTile.tsx';
import type { DraftFile } from './draft-files.ts';
import type { ItemFiles } from './use-item-files.ts';

/** Loaded when a picture is described. */
const AltSheet = lazy(async () => ({ default: (await import('../../media/AltSheet.tsx')).AltSheet }));

interface FileGridProps {
  files: ItemFiles;
  /** With it the files have an order and one of them is the cover. */
  cover?: { key: string | undefined; choose: (key: string) => void };
  /** They have an order, without a cover. */
  isOrdered?: boolean;
  /** Pictures can be described for those who can't see them. */
  isDescribed?: boolean;
}

/** Drags files to other places of the grid. Owns which one is dragged, and over which. */
const useDragging = (move: (key: string, to: number) => void) => {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const dragging = ({ key }: DraftFile, at: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(key);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setTarget(key);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null && dragged !== key) move(dragged, at);
      setTarget(null);
    },
    onDragEnd: () => {
      setDragged(null);
      setTarget(null);
    },
  });
  return { dragged, target, dragging };
};

/** Moves a file by one place, and makes it the cover. */
const Handles = ({
  name,
  at,
  total,
  cover,
  onMove,
}: {
  name: string;
  at: number;
  total: number;
  cover: { isOn: boolean; choose: () => void } | undefined;
  onMove: (to: number) => void;
}) => {
  const t = useText();
  return (
    <div className={styles.handles}>
      <IconButton
        size="sm"
        label={`${t('composer.earlier')}: ${name}`}
        // Not disabled: the button that moved the first file there would lose the focus.
        aria-disabled={at === 0}
        icon={<IconChevronLeft size={20} stroke={1.75} />}
        onClick={() => at > 0 && onMove(at - 1)}
      />
      {cover ? (
        <IconButton
          size="sm"
          on={cover.isOn}
          label={`${t('composer.cover')}: ${name}`}
          icon={cover.isOn ? <IconStarFilled size={20} /> : <IconStar size={20} stroke={1.75} />}
          onClick={cover.choose}
        />
      ) : null}
      <IconButton
        size="sm"
        label={`${t('composer.later')}: ${name}`}
        aria-disabled={at === total - 1}
        icon={<IconChevronRight size={20} stroke={1.75} />}
        onClick={() => at < total - 1 && onMove(at + 1)}
      />
    </div>
  );
};

/** The files of an item. Ordered ones are dragged, or moved by their buttons, which keep the focus. */
export const FileGrid = ({ files, cover, isOrdered = cover !== undefined, isDescribed }: FileGridProps) => {
  const t = useText();
  /** Said to screen readers after a move. */
  const [moved, setMoved] = useState('');
  /** The file whose description is open, once one was. */
  const [described, setDescribed] = useState<{ id: string | null } | null>(null);
  const total = files.files.length;
  const move = (key: string, to: number) => {
    files.move(key, to);
    setMoved(t('composer.moved', { index: to + 1, count: total }));
  };
  const { dragged, target, dragging } = useDragging(move);
  if (total === 0) return null;
  const failures = files.files.flatMap((file) => {
    const sentence = failureOf(file, t);
    return sentence ? [{ key: file.key, sentence }] : [];
  });
  return (
    <>
      <ul className={classes(styles.files, isOrdered && styles.ordered)}>
        {files.files.map((file, at) => {
          const isCover = cover?.key === file.key;
          const name = t('composer.photo', { index: at + 1 });
          return (
            <li
              key={file.key}
              className={classes(
                styles.cell,
                isCover && styles.isCover,
                dragged === file.key && styles.isDragged,
                target === file.key && dragged !== file.key && styles.isTarget,
              )}
              {...(isOrdered ? dragging(file, at) : {})}
            >
              <FileTile
                file={file}
                onRemove={() => files.remove(file.key)}
                onRetry={() => files.retry(file)}
                isExplained
                describe={isDescribed ? { name, open: (id) => setDescribed({ id }) } : undefined}
              />
              {isOrdered ? (
                <Handles
                  name={name}
                  at={at}
                  total={total}
                  cover={cover ? { isOn: isCover, choose: () => cover.choose(file.key) } : undefined}
                  onMove={(to) => move(file.key, to)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {failures.map(({ key, sentence }) => (
        <p key={key} className={classes(type.small, styles.failure)} role="alert">
          {sentence}
        </p>
      ))}
      {isOrdered && total > 1 ? (
        <span className={classes(type.tiny, type.faint)}>{t(cover ? 'composer.order' : 'composer.orderAlone')}</span>
      ) : null}
      <span className={type.hidden} role="status">
        {moved}
      </span>
      {described ? (
        <Suspense>
          <AltSheet id={described.id} onClose={() => setDescribed({ id: null })} />
        </Suspense>
      ) : null}
    </>
  );
};
