import type { Emoji } from '@stagedoor/contract/gifts';
import { IconMoodSmile } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { LimitLine } from '../checkout/LimitLine.tsx';
import styles from './gifts.module.css';

export interface EmojiActions {
  /** Sends a paid one at once; an insufficient wallet leads to the top-up. */
  send: (emoji: Emoji) => Promise<void>;
  sending: string | null;
  /** The emoji waiting for tokens. */
  short: number | null;
  closeShort: () => void;
  /** The show they are sent in. */
  streamId: string;
}

/** Paid emoji during a show: one press, one charge. */
export const useEmojiActions = (performerId: string, streamId: string): EmojiActions => {
  const user = useSession();
  const store = useSessionStore();
  const { run, error } = useAction('POST /payment-wallet/emoji');
  const [sending, setSending] = useState<string | null>(null);
  const [short, setShort] = useState<number | null>(null);
  useEffect(() => {
    if (error) toast(error.message, { tone: 'bad', stays: 5000 });
  }, [error]);
  const send = async (emoji: Emoji): Promise<void> => {
    if (emoji.price === null || !user) return;
    if (user.balance < emoji.price) {
      setShort(emoji.price);
      return;
    }
    setSending(emoji._id);
    const paid = await run({ body: { emojiId: emoji._id, performerId, streamId, priceVersion: emoji.priceVersion } });
    setSending(null);
    if (paid) store.update({ balance: paid.balance });
  };
  return { send, sending, short, closeShort: () => setShort(null), streamId };
};

/** Emoji picker of the chat: free ones are inserted into the text, paid ones are sent at once. */
export const EmojiPicker = ({ desk, onWrite }: { desk: EmojiActions | null; onWrite: (symbol: string) => void }) => {
  const t = useText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const signs = new AbortController();
    const { signal } = signs;
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (!(event.target instanceof Node && frame.current?.contains(event.target))) setOpen(false);
      },
      { signal },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setOpen(false);
        frame.current?.querySelector('button')?.focus();
      },
      { signal, capture: true },
    );
    return () => signs.abort();
  }, [isOpen]);
  return (
    <div ref={frame} className={styles.emoji}>
      <IconButton
        label={t('emoji.open')}
        icon={<IconMoodSmile size={20} stroke={1.75} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? <EmojiPanel id={id} desk={desk} onWrite={onWrite} /> : null}
    </div>
  );
};

const EmojiPanel = ({ id, desk, onWrite }: { id: string; desk: EmojiActions | null; onWrite: (symbol: string) => void }) => {
  const t = useText();
  const { data } = useData('GET /emojis', {});
  const emoji = data?.data ?? [];
  const paid = desk ? emoji.filter(({ price }) => price !== null) : [];
  return (
    <div id={id} className={styles.panel} role="group" aria-label={t('emoji.open')}>
      {desk && paid.length > 0 ? (
        <>
          <span className={styles.panelHead}>{t('emoji.paid')}</span>
          <div className={styles.paid}>
            {paid.map((one) => (
              <button
                key={one._id}
                type="button"
                className={styles.reaction}
                title={one.name}
                disabled={desk.sending !== null}
                aria-busy={desk.sending === one._id || undefined}
                onClick={() => void desk.send(one)}
              >
                <span className={styles.sign} aria-hidden="true">
                  {one.symbol}
                </span>
                <span className={type.hidden}>{t('emoji.send', { name: one.name })}, </span>
                <Amount tokens={one.price ?? 0} stacked className={styles.reactionPrice} />
              </button>
            ))}
          </div>
          <LimitLine show={{ streamId: desk.streamId }} />
        </>
      ) : null}
      <span className={styles.panelHead}>{t('emoji.free')}</span>
      <div className={styles.free}>
        {emoji
          .filter(({ price }) => price === null)
          .map((one) => (
            <button
              key={one._id}
              type="button"
              className={styles.writable}
              title={one.name}
              aria-label={t('emoji.write', { name: one.name })}
              onClick={() => onWrite(one.symbol)}
            >
              {one.symbol}
            </button>
          ))}
      </div>
    </div>
  );
};
