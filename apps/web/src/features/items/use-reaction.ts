import type { ReactionAction, ReactionObject } from '@stagedoor/contract/reactions';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
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
  const toggle = async (): Promise<boolean> => {
    if (!user) {
      const here = location.pathname + location.search;
      const { saveIntent } = await import('../../app/intent.ts');
      saveIntent(here, reaction);
      await navigate(loginFor(here));
      return state.active;
    }
    const before = state;
    const active = !before.active;
    setState({ active, total: before.total + (active ? 1 : -1) });
    try {
      const answer = active ? await call('POST /reactions', { body: reaction }) : await call('DELETE /reactions', { body: reaction });
      setState({ active: answer.active, total: answer.total });
      return answer.active;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState(before);
      toast(error.message, { tone: 'bad' });
      return before.active;
    }
  };
  return { ...state, toggle };
};
