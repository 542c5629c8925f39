import { CHAT_LENGTH } from '@stagedoor/contract/conversations.values';
import { IconPhotoPlus, IconSend2 } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { IMAGES } from '../../ui/accepted-files.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { type EmojiActions, EmojiPicker } from '../gifts/EmojiPicker.tsx';
import styles from './Chat.module.css';
import type { Said } from './chat-messages.ts';
import { ChosenPictures } from './ChosenPictures.tsx';
import { chatObstacle } from './moderation/chat-obstacle.ts';
import type { ChatRulesOfShow } from './moderation/use-chat-rules.ts';
import { useChatPictures } from './use-chat-pictures.ts';

interface ChatFieldProps {
  conversationId: string;
  emoji: EmojiActions | null;
  rules: ChatRulesOfShow;
  onSay: (line: Said) => void;
}

/** Chooses pictures of a message. */
const AttachPictures = ({ onAdd, onAdded }: { onAdd: (files: readonly File[]) => void; onAdded: () => void }) => {
  const t = useText();
  return (
    <label className={styles.attach} title={t('chat.addPictures')}>
      <IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />
      <input
        type="file"
        multiple
        accept={IMAGES}
        aria-label={t('chat.addPictures')}
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
          // Only with a hardware keyboard: one on the screen would cover the pictures.
          if (matchMedia('(hover: hover)').matches) onAdded();
        }}
      />
    </label>
  );
};

/** The message field; for viewers who can't write, the way to. */
export const ChatField = ({
  conversationId,
  emoji,
  rules: {
    state,
    acts: { follow: onFollow },
  },
  onSay,
}: ChatFieldProps) => {
  const t = useText();
  const user = useSession();
  const { pathname, search } = useLocation();
  const format = useFormat();
  const [text, setText] = useState('');
  const isSlow = state !== undefined && state.role === 'viewer' && state.slowSeconds > 0;
  const waits = isSlow && state.waitUntil !== null;
  const field = useRef<HTMLInputElement>(null);
  const pictures = useChatPictures(conversationId);
  const canAttach = state?.canSendPictures === true;
  const chosen = canAttach ? pictures.chosen : [];
  if (!user || !user.emailVerified) {
    return (
      <Button kind="lift" grow to={user ? '/auth/verify-email' : loginFor(pathname + search)} className={styles.enter}>
        {t(user ? 'chat.verify' : 'chat.logIn')}
      </Button>
    );
  }
  const obstacle = state ? chatObstacle(t, format, state) : null;
  if (obstacle) {
    return (
      <p className={classes(type.small, styles.closed)} role="status">
        {obstacle}
        {state?.obstacle === 'follow' && !state.timeout ? (
          <Button kind="gold" size="sm" onClick={onFollow}>
            {t('moderation.follow')}
          </Button>
        ) : null}
      </p>
    );
  }
  const isReady = chosen.every(({ stored }) => stored !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (waits || !isReady || (!text.trim() && chosen.length === 0)) return;
    onSay({ text: text.trim(), pictures: chosen.flatMap(({ stored }) => (stored ? [stored] : [])) });
    setText('');
    pictures.clear();
  };
  /** Inserts at the caret and moves it behind the text. */
  const write = (symbol: string) => {
    const from = field.current?.selectionStart ?? text.length;
    const to = field.current?.selectionEnd ?? from;
    const next = text.slice(0, from) + symbol + text.slice(to);
    if (next.length > CHAT_LENGTH) return;
    setText(next);
    requestAnimationFrame(() => field.current?.setSelectionRange(from + symbol.length, from + symbol.length));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ChosenPictures chosen={chosen} onRemove={pictures.remove} onRetry={pictures.retry} />
      <EmojiPicker desk={emoji} onWrite={write} />
      <span className={styles.box}>
        <input
          ref={field}
          className={classes(styles.field, canAttach && styles.withAttach)}
          value={text}
          maxLength={CHAT_LENGTH}
          placeholder={isSlow ? t('moderation.slowIs', { count: state.slowSeconds }) : t('chat.field')}
          aria-label={t('chat.field')}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (!canAttach || files.length === 0) return;
            event.preventDefault();
            pictures.add(files);
          }}
        />
        {canAttach ? <AttachPictures onAdd={pictures.add} onAdded={() => field.current?.focus()} /> : null}
      </span>
      <IconButton
        type="submit"
        kind="gold"
        disabled={waits || !isReady}
        className={styles.send}
        label={t('chat.send')}
        icon={<IconSend2 size={20} stroke={1.75} />}
      />
    </form>
  );
};
