import type { Comment } from '@stagedoor/contract/comments';
import { IconDots, IconEye, IconEyeOff, IconFlag, IconHeart, IconHeartFilled, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { MovingPicture } from '../../ui/MovingPicture.tsx';
import { Picture, sourceFor } from '../../ui/Picture.tsx';
import { PostAction } from '../../ui/Post.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { useReaction } from '../items/use-reaction.ts';
import { LazyReportSheet } from '../reports/ReportMenu.tsx';
import styles from './comments.module.css';
import { COMMENT_LENGTH } from '@stagedoor/contract/comments.values';
import { type CommentActions, isPending } from './use-comments.ts';

interface CommentItemProps {
  comment: Comment;
  desk: CommentActions;
  /** Starts a reply; absent where the viewer may not reply. */
  onReply?: (() => void) | undefined;
}

/** The menu that opened the field has closed and taken the focus with it. */
const takeFocus = (field: HTMLTextAreaElement | null): void => field?.focus();

const EditForm = ({ comment, desk, onDone }: { comment: Comment; desk: CommentActions; onDone: () => void }) => {
  const t = useText();
  const [content, setContent] = useState(comment.content);
  const [withoutPicture, setWithoutPicture] = useState(false);
  const hasPicture = comment.attachment !== null && !withoutPicture;
  const isEmpty = content.trim() === '' && !hasPicture;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    onDone();
    await desk.edit(comment, content.trim(), withoutPicture ? 'none' : undefined);
  };
  return (
    <form className={styles.editing} onSubmit={(event) => void submit(event)}>
      <textarea
        className={classes(styles.area, styles.edited)}
        value={content}
        maxLength={COMMENT_LENGTH}
        rows={2}
        aria-label={t('comments.edit')}
        ref={takeFocus}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <span className={styles.editFoot}>
        {hasPicture ? (
          <Button kind="text" size="sm" onClick={() => setWithoutPicture(true)}>
            {t('comments.pictureRemove')}
          </Button>
        ) : null}
        <Button kind="text" size="sm" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
        <Button kind="lift" size="sm" type="submit" disabled={isEmpty}>
          {t('comments.save')}
        </Button>
      </span>
    </form>
  );
};

const Attachment = ({ comment }: { comment: Comment }) => {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const picture = comment.attachment;
  if (!picture) return null;
  const alt = t('comments.pictureOf', { name: comment.author.name });
  if (picture.animation)
    return <MovingPicture picture={picture} animation={picture.animation} name={alt} sizes="280px" className={styles.attachment} />;
  return (
    <>
      <button type="button" className={styles.attachment} aria-label={alt} onClick={() => setOpened(true)}>
        <Picture picture={picture} alt="" sizes="280px" />
      </button>
      <Lightbox
        index={opened ? 0 : null}
        onClose={() => setOpened(false)}
        slides={[{ src: sourceFor(picture, 1920) ?? '', alt, width: picture.width, height: picture.height }]}
      />
    </>
  );
};

/** The menu of a comment: what its viewer may do with it. */
const useCommentMenu = (
  comment: Comment,
  desk: CommentActions,
  { onEdit, onReport }: { onEdit: () => void; onReport: () => void },
): MenuItem[] => {
  const t = useText();
  const user = useSession();
  const { author, may } = comment;
  return [
    ...(may.edit ? [{ key: 'edit', text: t('comments.edit'), icon: <IconPencil size={20} stroke={1.75} />, onSelect: onEdit }] : []),
    ...(may.hide
      ? [
          {
            key: 'hide',
            text: t(comment.isHidden ? 'comments.show' : 'comments.hide'),
            icon: comment.isHidden ? <IconEye size={20} stroke={1.75} /> : <IconEyeOff size={20} stroke={1.75} />,
            onSelect: () => void desk.hide(comment, !comment.isHidden),
          },
        ]
      : []),
    ...(user && user._id !== author._id
      ? [{ key: 'report', text: t('reports.report'), icon: <IconFlag size={20} stroke={1.75} />, onSelect: onReport }]
      : []),
    ...(may.delete
      ? [
          {
            key: 'delete',
            text: t('comments.delete'),
            icon: <IconTrash size={20} stroke={1.75} />,
            bad: true,
            onSelect: () => void desk.remove(comment),
          },
        ]
      : []),
  ];
};

/** One comment: author, time, text and actions. */
export const CommentItem = ({ comment, desk, onReply }: CommentItemProps) => {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const { author } = comment;
  const like = useReaction(
    { objectType: 'comment', objectId: comment._id, action: 'like' },
    { active: comment.isLiked, total: comment.counts.likes },
  );
  const items = useCommentMenu(comment, desk, { onEdit: () => setIsEditing(true), onReport: () => setIsReporting(true) });
  const name = (
    <span className={styles.name}>
      <bdi>{author.name}</bdi>
    </span>
  );
  return (
    <article
      id={`comment-${comment._id}`}
      className={classes(styles.comment, comment.isHidden && styles.faded, isPending(comment) && styles.pending)}
      aria-label={author.name}
    >
      <Avatar src={author.avatar} size={36} />
      <div className={styles.body}>
        <div className={styles.head}>
          {author.isPerformer ? (
            <Link to={`/${author.username}`} className={styles.who}>
              {name}
              {author.isHost ? <Verified /> : null}
            </Link>
          ) : (
            <span className={styles.who}>{name}</span>
          )}
          <span className={classes(type.small, type.faint, styles.when)}>
            {isPending(comment) ? t('comments.sending') : <TimeAgo instant={comment.createdAt} />}
            {comment.isEdited ? ` · ${t('comments.edited')}` : ''}
          </span>
        </div>
        {isEditing ? (
          <EditForm comment={comment} desk={desk} onDone={() => setIsEditing(false)} />
        ) : (
          <>
            {comment.content ? (
              <p dir="auto" className={styles.text}>
                {comment.content}
              </p>
            ) : null}
            <Attachment comment={comment} />
          </>
        )}
        {comment.isHidden ? (
          <span className={styles.hidden}>
            <Chip icon={<IconEyeOff size={14} stroke={1.75} />}>{t('comments.hidden')}</Chip>
          </span>
        ) : null}
        {isPending(comment) ? null : (
          <div className={styles.acts}>
            <PostAction
              label={t('comments.like')}
              icon={like.active ? <IconHeartFilled size={18} /> : <IconHeart size={18} stroke={1.75} />}
              count={like.total > 0 ? like.total : undefined}
              on={like.active}
              onClick={() => void like.toggle()}
            />
            {onReply ? <PostAction label={t('comments.reply')} showLabel onClick={onReply} /> : null}
            {items.length > 0 ? (
              <span className={styles.menu}>
                <Menu
                  target={<IconButton size="sm" label={t('comments.menu')} icon={<IconDots size={18} stroke={1.75} />} />}
                  groups={[{ items }]}
                />
              </span>
            ) : null}
          </div>
        )}
      </div>
      {isReporting ? (
        <Suspense>
          <LazyReportSheet
            object={{ objectType: 'comment', objectId: comment._id }}
            others={[{ objectType: 'avatar', objectId: author._id }]}
            onClose={() => setIsReporting(false)}
          />
        </Suspense>
      ) : null}
    </article>
  );
};
