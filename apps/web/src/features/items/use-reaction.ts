import type { ReactionAction, ReactionObject } from '@stagedoor/contract/reactions';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { useQueue } from '../../app/queue.ts';
import { toast } from '../../ui/toast.tsx';

interface Reaction {
  objectType: ReactionObject;
  objectId: string;
  action: ReactionAction;
}

/** A like, bookmark or follow: shown optimistically, reverted when the server refuses. Visitors go to the log-in. */
export const useReaction = (reaction: Reaction, initial: { active: boolean; total: number }) => {
  const user = useSession();
  const navigate = useNavigate();
  const [state, setState] = useState(initial);
  /** What the server last said. */
  const stored = useRef(initial);
  const enqueue = useQueue();
  const toggle = async (): Promise<boolean> => {
    if (!user) {
      const here = location.pathname + location.search;
      const { saveIntent } = await import('../../app/intent.ts');
      saveIntent(here, reaction);
      await navigate(loginFor(here));
      return state.active;
    }
    const active = !state.active;
    setState({ active, total: state.total + (active ? 1 : -1) });
    const send = async (): Promise<void> => {
      try {
        const answer = active ? await call('POST /reactions', { body: reaction }) : await call('DELETE /reactions', { body: reaction });
        stored.current = { active: answer.active, total: answer.total };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast(error.message, { tone: 'bad' });
      }
    };
    // One after the other: the last press decides, in whatever order the answers come.
    const { isLast } = await enqueue(send);
    if (isLast) setState(stored.current);
    return stored.current.active;
  };
  return { ...state, toggle };
};
