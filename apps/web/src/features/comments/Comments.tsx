import type { Comment } from '@stagedoor/contract/comments';
import { IconMessageCircleOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { messageOr } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { setCommentCount } from '../items/comment-counts.ts';
import { CommentField } from './CommentField.tsx';
import { CommentItem } from './CommentItem.tsx';
import styles from './comments.module.css';
import { type CommentActions, type CommentedObject, isPending, useComments } from './use-comments.ts';

interface CommentsProps {
  object: CommentedObject;
  /** For a locked item: only the number of comments. */
  isLocked: boolean;
  /** Number of comments, replies included, at page load. */
  count: number;
}

/** The comments of an item; a post's address with `#comments` leads here. */
export const Comments = ({ object, isLocked, count }: CommentsProps) => {
  const t = useText();
  const format = useFormat();
  const desk = useComments(object, { enabled: !isLocked });
  const { comments, total, hasMore, isLoading, error } = desk;
  const answers = comments.reduce((sum, comment) => sum + comment.counts.replies, 0);
  // Comments that aren't loaded yet have replies that haven't been counted here.
  const shown = Math.max(total + answers, isLoading || isLocked || hasMore ? count : 0);
  const mayComment = !desk.isClosed || desk.isHost;
  const { objectId } = object;
  useEffect(() => {
    if (!isLoading) setCommentCount(objectId, count, shown);
  }, [isLoading, objectId, count, shown]);
  return (
    <section id="comments" className={styles.section} aria-labelledby="comments-title" tabIndex={-1}>
      <div className={styles.top}>
        <h2 id="comments-title" className={type.heading}>
          {t('comments.title')} {shown > 0 ? <span className={classes(type.num, type.faint)}>{format.count(shown)}</span> : null}
        </h2>
        {desk.mayClose ? (
          <Button kind="text" size="sm" onClick={() => void desk.setClosed(!desk.isClosed)}>
            {t(desk.isClosed ? 'comments.turnOn' : 'comments.turnOff')}
          </Button>
        ) : null}
      </div>
      {isLocked ? (
        <p className={type.quiet}>{t('comments.locked')}</p>
      ) : (
        <>
          {desk.isClosed ? (
            <p className={styles.closed}>
              <IconMessageCircleOff size={20} stroke={1.75} />
              <span>
                {t('comments.closed')} {mayComment ? t('comments.closedText') : null}
              </span>
            </p>
          ) : null}
          {mayComment ? <CommentField label={t('comments.field')} draft={`comment.${object.objectId}`} onSend={desk.add} /> : null}
          {isLoading && count > 0 ? (
            <RowsSkeleton rows={Math.min(3, count)} size={36} />
          ) : error && comments.length === 0 ? (
            <Empty
              title={messageOr(error, t('comments.failed'))}
              level={3}
              action={
                <Button kind="lift" onClick={() => void desk.refetch()}>
                  {t('ui.tryAgain')}
                </Button>
              }
            />
          ) : comments.length === 0 ? (
            desk.isClosed ? null : (
              <p className={styles.none}>
                <span className={type.strong}>{t('comments.empty')}</span>
                <span className={type.quiet}>{t('comments.emptyText')}</span>
              </p>
            )
          ) : (
            <ol className={styles.list}>
              {comments.map((comment) => (
                <li key={comment._id}>
                  <Thread comment={comment} desk={desk} mayReply={mayComment} />
                </li>
              ))}
            </ol>
          )}
          {desk.hasMore ? (
            <Button kind="lift" busy={desk.isLoadingMore} onClick={desk.more} className={styles.more}>
              {t('comments.more')}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
};

/** A comment with its replies, loaded when they are opened or somebody replies. */
const Thread = ({ comment, desk, mayReply }: { comment: Comment; desk: CommentActions; mayReply: boolean }) => {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [answered, setAnswered] = useState<string | null>(null);
  const answers = useComments({ objectType: 'comment', objectId: comment._id }, { enabled: isOpen && !isPending(comment) });
  const answer = (name: string) => {
    setIsOpen(true);
    setAnswered(name);
  };
  const replyTo = (name: string) => (mayReply ? () => answer(name) : undefined);
  const count = Math.max(comment.counts.replies, answers.total);
  return (
    <>
      <CommentItem comment={comment} desk={desk} onReply={replyTo(comment.author.name)} />
      <div className={styles.answers}>
        {isOpen && answers.comments.length > 0 ? (
          <ol className={styles.list}>
            {answers.comments.map((one) => (
              <li key={one._id}>
                <CommentItem comment={one} desk={answers} onReply={replyTo(one.author.name)} />
              </li>
            ))}
          </ol>
        ) : null}
        {isOpen && answers.isLoading && count > 0 ? <RowsSkeleton rows={Math.min(2, count)} size={36} /> : null}
        {isOpen && answers.hasMore ? (
          <Button kind="text" size="sm" busy={answers.isLoadingMore} onClick={answers.more}>
            {t('comments.moreReplies')}
          </Button>
        ) : null}
        {isOpen && answered !== null && !answers.isLoading ? (
          <CommentField
            key={answered}
            isAnswer
            label={t('comments.replyField', { name: answered })}
            draft={`reply.${comment._id}`}
            onSend={answers.add}
            onLeave={() => setAnswered(null)}
          />
        ) : null}
        {count > 0 ? (
          <Button
            kind="text"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => {
              setIsOpen(!isOpen);
              setAnswered(null);
            }}
          >
            {isOpen ? t('comments.hideReplies') : t('comments.replies', { count })}
          </Button>
        ) : null}
      </div>
    </>
  );
};
