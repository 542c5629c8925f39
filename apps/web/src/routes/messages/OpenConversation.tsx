import type { Conversation } from '@stagedoor/contract/conversations';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { TipSheet } from '../../features/items/TipSheet.tsx';
import styles from '../../features/messages/messages.module.css';
import { Thread } from '../../features/messages/Thread.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** The room of a show, where its chat is. */
const roomOf = ({ type, streamId, performerId }: Pick<Conversation, 'type' | 'streamId' | 'performerId'>): string =>
  type === 'stream_public' ? `/live/${performerId}` : `/live/${type === 'stream_group' ? 'group' : 'private'}/${streamId}`;

/** The open conversation; one of a show leads to its room. */
export const OpenConversation = ({ id }: { id: string }) => {
  const t = useText();
  const conversation = useData('GET /conversations/{id}', { params: { id } });
  const [tip, setTip] = useState<string | null>(null);
  const { data, error, refetch } = conversation;
  const failure = t('messages.failed');
  useEffect(() => {
    if (error) toast(failure, { tone: 'bad' });
  }, [error, failure]);
  // A payment changes how much was spent.
  useRealtimeEvent('conversations/message', (event) => {
    if (event.conversationId === id && event.message.kind !== 'text') void refetch();
  });
  if (!data)
    return (
      <div className={styles.thread}>
        <Pending of={conversation}>
          <RowsSkeleton rows={5} size={36} />
        </Pending>
      </div>
    );
  if (!('peer' in data)) return <Navigate to={roomOf(data)} replace />;
  return (
    <>
      <Thread conversation={data} onTip={data.fan ? null : setTip} />
      {tip === null ? null : <TipSheet performer={data.peer} amount={tip} onClose={() => setTip(null)} />}
    </>
  );
};
