import type { Message } from '@stagedoor/contract/conversations';
import { useCallback, useEffect } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useBursts } from '../TipBursts.tsx';
import { useChat } from '../use-chat.ts';
import { useShow } from '../use-show.ts';
import type { Begun } from './BeforeShow.tsx';
import type { OnEnded } from './Studio.tsx';
import type { Camera } from './use-camera.ts';
import type { ShowSource } from './encoder/use-source.ts';
import { useEncoder } from './encoder/use-encoder.ts';
import { usePublisher } from './use-publisher.ts';

/** Poll interval of the show's figures without tips, in milliseconds. */
const SUMMARY_MS = 15_000;

/** A show that its performer has begun: published from the camera or an encoder, with its chat, its tips and its end. */
export const useOnAir = (begun: Begun, camera: Camera, source: ShowSource, onEnded: OnEnded) => {
  const t = useText();
  const user = useCurrentUser();
  const show = useShow(user, begun.session);
  const session = show.session?._id === begun.session._id ? show.session : begun.session;
  const streamId = session._id;
  const { isRehearsal } = session;
  const browser = usePublisher(begun, camera);
  const encoder = useEncoder(session, source === 'encoder');
  const publisher = source === 'encoder' ? encoder : browser;
  const bursts = useBursts();
  const { data: figures, refetch } = useData('GET /streaming/summary/{id}', { params: { id: streamId } }, { refetchInterval: SUMMARY_MS });
  const { add } = bursts;
  const { addTip } = show;
  const onArrived = useCallback(
    (message: Message) => {
      if (message.tip === null) return;
      addTip(message.tip);
      add(message);
      void refetch();
    },
    [addTip, add, refetch],
  );
  const chat = useChat({ streamId, conversationId: session.conversationId, isOpen: !isRehearsal, joined: show.joined, onArrived });
  // Ended elsewhere: by the site, or because the performer didn't return in time.
  const isOver = session.state === 'ended';
  const { finish } = publisher;
  useEffect(() => {
    if (!isOver) return;
    finish();
    if (isRehearsal) toast(t('studio.rehearsalOver'));
    onEnded(streamId, null, isRehearsal ? 'rehearsal' : 'usual');
  }, [isOver, isRehearsal, streamId, finish, onEnded, t]);
  const endRehearsal = useAction('POST /streaming/end/{id}');
  const leaveRehearsal = async () => {
    if (!(await endRehearsal.run({ params: { id: streamId } }))) return;
    finish();
    onEnded(streamId, null, 'rehearsal');
  };
  // The disk may have ended it, or another page deleted it.
  const isRecording =
    session.isRecorded && !isRehearsal && publisher.state === 'live' && (figures?.recording?.state ?? 'recording') === 'recording';
  return {
    session,
    publisher,
    bursts,
    chat,
    tips: figures?.tips.tokens ?? 0,
    isRecording,
    refetch: show.refetch,
    leaveRehearsal,
    isLeaving: endRehearsal.busy,
  };
};
