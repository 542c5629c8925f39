import { UNDO_OFFERED_MS } from '@stagedoor/contract/conversations.values';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { withDeleted, withoutMessage } from './thread-state.ts';
import type { ShownThread } from './use-more-messages.ts';

/** A message that was just sent and can be taken back. */
export interface Undoable {
  messageId: string;
  /** The typed text. */
  text: string;
}

/** Takes own messages back: the last one for a short time after it was sent, and any by deleting it. */
export const useUndo = ({ setThread }: Pick<ShownThread, 'setThread'>) => {
  const t = useText();
  const client = useQueryClient();
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  useEffect(() => {
    if (!undoable) return undefined;
    const timer = setTimeout(() => setUndoable(null), UNDO_OFFERED_MS);
    return () => clearTimeout(timer);
  }, [undoable]);
  const complain = (error: unknown) => toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad' });

  return {
    undoable,
    offer: setUndoable,
    undo: async (): Promise<boolean> => {
      if (!undoable) return false;
      setUndoable(null);
      try {
        await call('DELETE /messages/{id}', { params: { id: undoable.messageId }, query: { undo: 'true' } });
        setThread((known) => withoutMessage(known, undoable.messageId));
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
        return true;
      } catch (error) {
        complain(error);
        return false;
      }
    },
    remove: async (messageId: string): Promise<void> => {
      try {
        await call('DELETE /messages/{id}', { params: { id: messageId } });
        setThread((known) => withDeleted(known, messageId, t('conversations.messageDeleted')));
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      } catch (error) {
        complain(error);
      }
    },
  };
};
