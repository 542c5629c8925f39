import type { ChatState } from '@stagedoor/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { ApiError } from '../../../app/api.ts';
import { useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

const STATE = 'GET /streaming/chat/{id}';
/** Events may be lost: what holds is read again so often, in milliseconds. */
const POLL_MS = 60_000;

/** What a moderator or the performer does with a writer. */
export interface ChatActs {
  timeOut: (accountId: string, minutes: 1 | 5 | 10 | null) => void;
  lift: (accountId: string) => void;
  appoint: (accountId: string) => void;
  dismiss: (accountId: string) => void;
  /** Follows the performer, so as to write. */
  follow: () => void;
}

export interface ChatRulesOfShow {
  /** Undefined for visitors, and until it is read. */
  state: ChatState | undefined;
  acts: ChatActs;
  refetch: () => void;
}

/**
 * The rules of a show's chat for the account; changes are told by the room's events.
 * @param joined whether those are received: what changed before is read then
 */
export const useChatRules = (streamId: string, joined: boolean): ChatRulesOfShow => {
  const client = useQueryClient();
  const user = useSession();
  const t = useText();
  const [input] = useState({ params: { id: streamId } });
  const { data: state, refetch: read } = useData(STATE, input, { enabled: user !== null, refetchInterval: POLL_MS });
  const refetch = useCallback(() => void read(), [read]);
  const isSignedIn = user !== null;
  useEffect(() => {
    if (joined && isSignedIn) refetch();
  }, [joined, isSignedIn, refetch]);
  const change = useCallback(
    (part: Partial<ChatState>) => client.setQueryData<ChatState>([STATE, input], (known) => known && { ...known, ...part }),
    [client, input],
  );
  useRealtimeEvent('chat/changed', ({ streamId: changed, ...rules }) => {
    if (changed !== streamId) return;
    change(rules);
    // What it means for this account, at a moment of its own: a full room doesn't ask all at once.
    setTimeout(refetch, Math.random() * 2000);
  });
  useRealtimeEvent('chat/timeout', (event) => {
    if (event.streamId !== streamId) return;
    if (event.accountId === user?._id) change({ timeout: event.isTimedOut ? { until: event.until } : null });
    // Also for the account itself: an answer that is on its way was made before the event, and would undo it.
    refetch();
  });
  useRealtimeEvent('users/changed', refetch);
  // A time-out and the wait of slow mode end by themselves.
  const ends = state?.timeout?.until ?? state?.waitUntil ?? null;
  useEffect(() => {
    if (!ends) return undefined;
    const timer = setTimeout(refetch, Math.max(0, new Date(ends).getTime() - Date.now()) + 250);
    return () => clearTimeout(timer);
  }, [ends, refetch]);
  const performerId = state?.performerId;
  const acts = useMemo<ChatActs>(() => {
    const act = async (send: () => Promise<unknown>, done: string) => {
      try {
        await send();
        toast(done, { tone: 'ok' });
        refetch();
      } catch (error) {
        toast((error instanceof ApiError && error.message) || t('chat.failed'), { tone: 'bad' });
      }
    };
    const params = { id: streamId };
    return {
      timeOut: (accountId, minutes) =>
        void act(() => call('POST /streaming/chat/{id}/timeouts', { params, body: { accountId, minutes } }), t('moderation.timedOutDone')),
      lift: (accountId) =>
        void act(() => call('DELETE /streaming/chat/{id}/timeouts', { params, query: { accountId } }), t('moderation.lifted')),
      appoint: (accountId) => void act(() => call('POST /streaming/moderators', { body: { id: accountId } }), t('moderation.appointed')),
      dismiss: (accountId) =>
        void act(() => call('DELETE /streaming/moderators/{id}', { params: { id: accountId } }), t('moderation.dismissed')),
      follow: () => {
        if (!performerId) return;
        const body = { objectType: 'performer', objectId: performerId, action: 'follow' } as const;
        void act(() => call('POST /reactions', { body }), t('moderation.followed'));
      },
    };
  }, [refetch, streamId, performerId, t]);
  return { state, acts, refetch };
};
