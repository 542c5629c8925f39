import type { Comment } from '@stagedoor/contract/comments';
import type { CommentObject } from '@stagedoor/contract/comments.values';
import type { CurrentUser } from '@stagedoor/contract/users';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOr } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { type CommentPage, type CommentPages, commentsOf, withComment, withReplaced, withStored, withoutComment } from './comment-pages.ts';

/** The parent of comments: an item, or a comment with replies. */
export interface CommentedObject {
  objectType: CommentObject;
  objectId: string;
}

const LIMIT = { item: 10, comment: 10 } as const;
/** Id prefix of comments being sent, which have no server id yet. */
const PENDING = 'pending:';
export const isPending = ({ _id }: Pick<Comment, '_id'>): boolean => _id.startsWith(PENDING);

const keyOf = ({ objectType, objectId }: CommentedObject) => ['comments', objectType, objectId];

/** The caller's rights over the comments, from the first page. */
const rightsOf = (first: CommentPage | undefined) => ({
  isClosed: first?.isClosed ?? false,
  mayClose: first?.mayClose ?? false,
  isHost: first?.isHost ?? false,
});

/** A comment of the caller that is being sent. */
const pendingComment = (id: string, object: CommentedObject, content: string, user: CurrentUser): Comment => {
  const at = new Date().toISOString();
  return {
    _id: id,
    ...object,
    content,
    attachment: null,
    author: {
      _id: user._id,
      username: user.username,
      name: user.name,
      avatar: user.avatar,
      isPerformer: user.isPerformer,
      isHost: false,
    },
    counts: { likes: 0, replies: 0 },
    isLiked: false,
    isEdited: false,
    isHidden: false,
    may: { edit: false, delete: false, hide: false },
    createdAt: at,
    updatedAt: at,
  };
};

const useCommentPages = (object: CommentedObject, enabled: boolean) =>
  useInfiniteQuery<CommentPage, ApiError>({
    queryKey: keyOf(object),
    queryFn: ({ pageParam }) =>
      call('GET /comments/search', {
        query: {
          ...object,
          limit: object.objectType === 'comment' ? LIMIT.comment : LIMIT.item,
          ...(pageParam ? { after: pageParam as string } : {}),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    enabled,
  });

/** The comments on an item, newest first, or the replies to a comment, oldest first; changes are shown optimistically. */
export const useComments = (object: CommentedObject, { enabled = true } = {}) => {
  const t = useText();
  const user = useSession();
  const client = useQueryClient();
  const isAnswers = object.objectType === 'comment';
  const key = keyOf(object);
  const list = useCommentPages(object, enabled);
  const change = (edit: (known: CommentPages) => CommentPages) => client.setQueryData<CommentPages>(key, (known) => known && edit(known));
  /** Runs an optimistic change; reverts it when it is refused. @returns the response */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const before = client.getQueryData<CommentPages>(key);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      client.setQueryData(key, before);
      // Only partly loaded: refetched.
      void client.invalidateQueries({ queryKey: key });
      toast(messageOr(error, t('comments.failed')), { tone: 'bad' });
      return undefined;
    }
  };

  const remove = async (comment: Comment): Promise<void> => {
    await attempt(async () => {
      change((known) => withoutComment(known, comment._id));
      await call('DELETE /comments/{id}', { params: { id: comment._id } });
      toast(t('comments.removed'), { tone: 'ok' });
    });
  };

  /** @returns whether it was accepted */
  const add = async (content: string, file: File | undefined): Promise<boolean> => {
    if (!user) return false;
    const id = `${PENDING}${crypto.randomUUID()}`;
    const pending = pendingComment(id, object, content, user);
    const made = await attempt(async () => {
      change((known) => withComment(known, pending, isAnswers ? 'end' : 'top'));
      return call('POST /comments', {
        body: { ...object, content },
        files: file ? { file } : {},
        idempotencyKey: crypto.randomUUID(),
      });
    });
    if (!made) return false;
    change((known) => withStored(known, id, made, isAnswers ? 'end' : 'top'));
    toast(t('comments.done'), { tone: 'ok', action: { label: t('ui.undo'), run: () => void remove(made) } });
    return true;
  };

  /** @returns whether it was accepted */
  const edit = async (comment: Comment, content: string, picture: File | 'none' | undefined): Promise<boolean> => {
    const saved = await attempt(async () => {
      change((known) => withReplaced(known, comment._id, { ...comment, content, ...(picture === 'none' ? { attachment: null } : {}) }));
      return call('PUT /comments/{id}', {
        params: { id: comment._id },
        body: { content, withoutAttachment: picture === 'none' },
        files: picture instanceof File ? { file: picture } : {},
        idempotencyKey: crypto.randomUUID(),
      });
    });
    if (saved) change((known) => withReplaced(known, comment._id, saved));
    return saved !== undefined;
  };

  const hide = async (comment: Comment, hidden: boolean): Promise<void> => {
    const changedOne = await attempt(async () => {
      change((known) => withReplaced(known, comment._id, { ...comment, isHidden: hidden }));
      return call('PUT /comments/{id}/visibility', { params: { id: comment._id }, body: { hidden } });
    });
    if (!changedOne) return;
    change((known) => withReplaced(known, comment._id, changedOne));
    if (hidden) toast(t('comments.nowHidden'), { tone: 'ok', action: { label: t('ui.undo'), run: () => void hide(changedOne, false) } });
  };

  const setClosed = async (isClosed: boolean): Promise<void> => {
    await attempt(async () => {
      change((known) => ({ ...known, pages: known.pages.map((page) => ({ ...page, isClosed })) }));
      await call('PUT /comments/items/{id}', { params: { id: object.objectId }, body: { isClosed } });
    });
  };

  return {
    ...rightsOf(list.data?.pages[0]),
    setClosed,
    comments: list.data ? commentsOf(list.data) : [],
    total: list.data?.pages[0]?.total ?? 0,
    isLoading: list.isPending && enabled,
    error: list.error,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    add,
    edit,
    remove,
    hide,
  };
};
export type CommentActions = ReturnType<typeof useComments>;
