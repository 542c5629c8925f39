import { MESSAGE_LENGTH } from '@stagedoor/contract/conversations.values';
import { IconArrowBackUp, IconSend2, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRealtimeNotice } from '../../app/realtime-notices.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { AttachButton } from './AttachButton.tsx';
import { ChosenFiles } from './ChosenFiles.tsx';
import styles from './compose.module.css';
import { PriceRow } from './PriceRow.tsx';
import { keepMessageDraft, type MessageDraft } from './message-draft.ts';
import type { Outgoing } from './thread-state.ts';
import { useMessageFiles } from './use-message-files.ts';
import { useVoiceRecorder } from './use-voice-recorder.ts';
import { RecordingRow, VoiceButton } from './VoiceButton.tsx';

/** The other side is told at most so often that this one is typing, in milliseconds. */
const TYPING_MS = 3000;

interface MessageFieldProps {
  conversationId: string;
  peerName: string;
  /** What this device keeps of the message that was being written; read once. */
  draft: MessageDraft;
  replyTo: MessageDraft['replyTo'];
  onCancelReply: () => void;
  /** The fan on the other side, when this one is a performer. */
  fanId: string | null;
  /** What was typed of a message that was taken back: to be changed and sent again. */
  returned: { text: string } | null;
  onSend: (message: Pick<Outgoing, 'text' | 'files' | 'price'>) => void;
}

/** The field below a conversation: Enter sends, Shift and Enter begins a line. The unsent message is kept on this device, its files by their uploads. */
export const MessageField = ({ conversationId, peerName, fanId, draft, replyTo, returned, onCancelReply, onSend }: MessageFieldProps) => {
  const t = useText();
  const ownId = useCurrentUser()._id;
  const notify = useRealtimeNotice();
  const [text, setText] = useState(draft.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const [price, setPrice] = useState(draft.price);
  const { files, add, upload, pick, remove, chooseAgain, clear, room, isUploading, lost } = useMessageFiles(
    conversationId,
    fanId !== null,
    draft.files,
  );
  const keptFiles = JSON.stringify(
    files.map(({ key, name, stored }) => ({ key, name, stored: stored && { _id: stored._id, kind: stored.kind } })),
  );
  useEffect(() => {
    keepMessageDraft(ownId, conversationId, { text, price, replyTo, files: JSON.parse(keptFiles) as MessageDraft['files'] });
  }, [ownId, conversationId, text, price, replyTo, keptFiles]);
  // Sound and documents are sent as they are.
  const mayCharge =
    fanId !== null && files.length > 0 && files.every(({ stored }) => !stored || stored.kind === 'image' || stored.kind === 'video');
  const recorder = useVoiceRecorder((file) => {
    void upload(file).then((stored) => {
      if (!stored) return;
      onSend({ text: '', files: [stored], price: null });
      clear();
    });
  });
  const toldAt = useRef(0);
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);
  const change = (next: string) => {
    setText(next);
    const now = Date.now();
    if (next.trim() && now - toldAt.current > TYPING_MS) {
      toldAt.current = now;
      notify('conversations/typing', { conversationId });
    }
  };
  const onReturned = useEffectEvent((words: string) => {
    if (text.trim() === '') change(words);
    field.current?.focus();
  });
  useEffect(() => {
    if (returned) onReturned(returned.text);
  }, [returned]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isUploading || (!text.trim() && files.length === 0)) return;
    if (lost > 0) {
      toast(t('messages.filesLost', { count: lost }), { tone: 'bad', stays: 5000 });
      return;
    }
    onSend({ text, files: files.flatMap(({ stored }) => stored ?? []), price: mayCharge && Number(price) > 0 ? price : null });
    clear();
    setPrice('');
    change('');
    toldAt.current = 0;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends the composition of a character sends nothing.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
    if (event.key === 'Escape' && replyTo) onCancelReply();
  };
  return (
    <>
      {replyTo ? (
        <div className={styles.replying}>
          <IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />
          <span style={{ flex: 1, minWidth: 0 }}>
            <span className={classes(type.tiny, type.faint)}>
              {replyTo.senderId === ownId ? t('messages.replyingToSelf') : t('messages.replyingTo', { name: peerName })}
            </span>
            <span className={classes(type.small, type.clip)} style={{ display: 'block' }}>
              <bdi>{replyTo.text}</bdi>
            </span>
          </span>
          <IconButton size="sm" label={t('messages.cancelReply')} icon={<IconX size={18} stroke={1.75} />} onClick={onCancelReply} />
        </div>
      ) : null}
      <ChosenFiles files={files} onRemove={remove} onChooseAgain={chooseAgain} />
      {mayCharge ? <PriceRow value={price} onChange={setPrice} /> : null}
      {recorder.isRecording ? <RecordingRow recorder={recorder} /> : null}
      <form className={styles.form} onSubmit={submit} hidden={recorder.isRecording}>
        <AttachButton onAdd={add} library={fanId === null ? null : { fanId, room, onPick: pick }} />
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          value={text}
          maxLength={MESSAGE_LENGTH}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length > 0) add(pasted);
          }}
          placeholder={t('messages.field', { name: peerName })}
          aria-label={t('messages.field', { name: peerName })}
          enterKeyHint="send"
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {recorder.canRecord && !text.trim() && files.length === 0 ? (
          <VoiceButton recorder={recorder} />
        ) : (
          <IconButton
            type="submit"
            kind="gold"
            className={styles.send}
            label={t('messages.send')}
            icon={<IconSend2 size={20} stroke={1.75} />}
          />
        )}
      </form>
    </>
  );
};
