import type { Conversation } from '@stagedoor/contract/conversations';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { TipSheet } from '../../features/items/TipSheet.tsx';
import { ConversationList } from '../../features/messages/ConversationList.tsx';
import styles from '../../features/messages/messages.module.css';
import { NewConversationSheet } from '../../features/messages/NewConversationSheet.tsx';
import { Thread } from '../../features/messages/Thread.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** Private conversations: the list, and beside it, on phones instead of it, the open one. */
const Messages = () => {
  const t = useText();
  const { id } = useParams();
  const [isNew, setNew] = useState(false);
  return (
    <div className={classes(styles.panes, id && styles.open)}>
      <PageTitle title={t('messages.title')} />
      <ConversationList openId={id} />
      {id ? (
        <Open key={id} id={id} />
      ) : (
        <div className={styles.none}>
          <Empty
            title={t('messages.choose')}
            text={t('messages.chooseText')}
            action={
              <Button kind="outline" onClick={() => setNew(true)}>
                {t('messages.new')}
              </Button>
            }
          />
        </div>
      )}
      {isNew ? <NewConversationSheet onClose={() => setNew(false)} /> : null}
    </div>
  );
};

/** The room of a show, where its chat is. */
const roomOf = ({ type, streamId, performerId }: Pick<Conversation, 'type' | 'streamId' | 'performerId'>): string =>
  type === 'stream_public' ? `/live/${performerId}` : `/live/${type === 'stream_group' ? 'group' : 'private'}/${streamId}`;

const Open = ({ id }: { id: string }) => {
  const t = useText();
  const conversation = useData('GET /conversations/{id}', { params: { id } });
  const [tip, setTip] = useState<string | null>(null);
  const { data, error, refetch } = conversation;
  const failure = t('messages.failed');
  useEffect(() => {
    if (error) toast(failure, { tone: 'bad' });
  }, [error, failure]);
  // What was spent changes with a payment.
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

export default Messages;
