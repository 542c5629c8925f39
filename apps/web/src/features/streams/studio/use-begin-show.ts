import type { StreamSession } from '@stagedoor/contract/streams';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { begunGroup, resume } from './begun-paid.ts';
import type { Begun } from './BeforeShow.tsx';
import type { GroupTerms } from './GroupFields.tsx';
import { type ShowDraft, publicShowOf } from './use-show-draft.ts';

/** Begins a show, or goes on with the one that is open. @param forgetDraft runs when what was typed has become a show @param fromEncoder an encoder publishes it */
export const useBeginShow = (onBegun: (begun: Begun) => void, forgetDraft: () => void, fromEncoder: boolean) => {
  const begin = useAction('POST /streaming/live');
  const beginGroup = useAction('POST /streaming/group-chat');
  const [isResuming, setResuming] = useState(false);

  const start = async (body: Parameters<typeof begin.run>[0]['body']) => {
    const begun = await begin.run({ body });
    if (!begun) return;
    forgetDraft();
    onBegun(begun);
  };
  return {
    busy: begin.busy || beginGroup.busy || isResuming,
    error: begin.error,
    groupError: beginGroup.error,
    startPublic: (draft: ShowDraft, isRehearsal: boolean) => start({ ...publicShowOf(draft), isRehearsal, fromEncoder }),
    async startGroup({ title, isRecorded }: ShowDraft, { price, seats, minimumMinutes, audience }: GroupTerms) {
      const begun = await beginGroup.run({
        body: {
          title: title.trim(),
          seats: Number(seats),
          isRecorded,
          audience,
          fromEncoder,
          ...(price.trim() ? { price: price.trim().replace(',', '.') } : {}),
          ...(minimumMinutes ? { minimumMinutes: Number(minimumMinutes) } : {}),
        },
      });
      if (!begun) return;
      forgetDraft();
      onBegun(begunGroup(begun));
    },
    goOn(waiting: StreamSession) {
      if (waiting.type !== 'public') {
        setResuming(true);
        resume(waiting)
          .then(onBegun)
          .catch(() => setResuming(false));
        return;
      }
      const { goal } = waiting;
      void start({
        title: waiting.title,
        audience: waiting.audience ?? 'everyone',
        isRehearsal: waiting.isRehearsal,
        isRecorded: waiting.isRecorded,
        goal: goal && { title: goal.title, amount: String(goal.amount) },
      });
    },
  };
};
