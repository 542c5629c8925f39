import { IconArrowDown } from '@tabler/icons-react';
import type { Message } from '@stagedoor/contract/conversations';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { useLogEnd } from '../../ui/use-log-end.ts';
import type from '../../ui/type.module.css';
import type { EmojiActions } from '../gifts/EmojiPicker.tsx';
import { LazyReportSheet } from '../reports/ReportMenu.tsx';
import styles from './Chat.module.css';
import { ChatField } from './ChatField.tsx';
import { ChatLine, PendingChatLine } from './ChatLine.tsx';
import { rightsOf } from './moderation/line-menu.tsx';
import { ModerationButton } from './moderation/ModerationButton.tsx';
import { useChatRules } from './moderation/use-chat-rules.ts';
import { firstKept, KEPT_LINES } from './older-lines.ts';
import type { Chat as ChatOfShow } from './use-chat.ts';

const loadOlderLines = () => import('./OlderLines.tsx');
const OlderLines = lazy(loadOlderLines);

interface ChatProps {
  chat: ChatOfShow;
  streamId: string;
  /** The chat is closed. */
  isClosed: boolean;
  /** The caller runs the show and may delete every message. */
  isHost: boolean;
  /** Sends paid emoji; null if there is no recipient. */
  emoji?: EmojiActions | null;
  /** Between messages and field, on phones: the quick tips. */
  above?: ReactNode;
  /** Beside the field, on phones: the balance. */
  beside?: ReactNode;
}

/** Distance from the end that counts as being at the end, in pixels. */
const NEAR = 48;

/** The log of a chat, which follows its end unless the reader scrolled up. Owns how many lines were missed, and which ones the log shows itself. */
const useChatLog = ({ messages, pending }: ChatOfShow['lines']) => {
  const [missed, setMissed] = useState(0);
  /** Lines before this one are shown by OlderLines. */
  const [kept, setKept] = useState<string>();
  const lastId = messages.at(-1)?._id;
  const seenId = useRef<string | undefined>(undefined);

  const {
    log,
    atEnd,
    toEnd: scrollToEnd,
    hold,
    settle,
    onScroll,
  } = useLogEnd(NEAR, () => {
    seenId.current = lastId;
    setMissed(0);
  });
  const toEnd = () => {
    scrollToEnd();
    setMissed(0);
  };
  // Before paint: new messages scroll the log, unless the reader scrolled up.
  useLayoutEffect(() => {
    if (settle()) {
      const since = seenId.current;
      setMissed(since === undefined ? 0 : messages.filter(({ _id }) => _id > since).length);
    }
    if (!atEnd.current) return;
    seenId.current = lastId;
    // Only while the end is read: what is read stays as it is.
    setKept((before) => firstKept(messages, before));
  }, [messages, pending, lastId, settle, atEnd]);
  const boundary =
    kept === undefined
      ? 0
      : Math.max(
          0,
          messages.findIndex(({ _id }) => _id >= kept),
        );
  return { log, hold, onScroll, toEnd, missed, boundary };
};

/** The acts on a line: those of moderation, deleting and reporting. Owns which line is being reported. */
const useLineActs = (rules: ReturnType<typeof useChatRules>, remove: ChatOfShow['remove']) => {
  const [reported, setReported] = useState<string | null>(null);
  const removal = useRef(remove);
  useEffect(() => {
    removal.current = remove;
  });
  const acts = useMemo(
    () => ({ ...rules.acts, remove: (messageId: string) => void removal.current(messageId), report: setReported }),
    [rules.acts],
  );
  return { acts, reported, setReported };
};

/** The messages and the field below. Scrolling up stops auto-scroll; a pill shows the number of new messages. */
export const Chat = ({ chat, streamId, isClosed, isHost, emoji = null, above, beside }: ChatProps) => {
  const t = useText();
  const ownId = useSession()?._id ?? null;
  const { messages, pending } = chat.lines;
  const rules = useChatRules(streamId, chat.joined);
  const { acts, reported, setReported } = useLineActs(rules, chat.remove);
  const { log, hold, onScroll, toEnd, missed, boundary } = useChatLog(chat.lines);
  const isLong = messages.length > KEPT_LINES;
  useEffect(() => {
    if (isLong) void loadOlderLines().catch(() => undefined);
  }, [isLong]);
  const lineOf = (message: Message) => (
    <ChatLine
      key={message._id}
      message={message}
      isModerator={rules.state?.moderatorIds.includes(message.sender._id) ?? message.sender.isModerator}
      rights={rightsOf(message, ownId, isHost, rules.state)}
      acts={acts}
    />
  );
  return (
    <div className={styles.chat}>
      <div className={styles.frame}>
        <div ref={log} className={styles.log} role="log" aria-live="polite" aria-label={t('chat.log')} tabIndex={0} onScroll={onScroll}>
          <div className={styles.push} />
          {chat.hasOlder ? (
            <Button
              kind="text"
              size="sm"
              className={styles.older}
              onClick={() => {
                // Of OlderLines the list itself stays where it is read.
                if (boundary === 0) hold();
                void chat.loadOlder();
              }}
            >
              {t('chat.older')}
            </Button>
          ) : null}
          {chat.loaded && messages.length === 0 && pending.length === 0 ? (
            <p className={styles.empty}>{t(isHost ? 'chat.emptyHost' : 'chat.empty')}</p>
          ) : null}
          {boundary > 0 ? (
            <Suspense>
              <OlderLines messages={messages.slice(0, boundary)} log={log}>
                {lineOf}
              </OlderLines>
            </Suspense>
          ) : null}
          {messages.slice(boundary).map(lineOf)}
          {pending.map((line) => (
            <PendingChatLine key={line.key} line={line} onRetry={chat.retry} onDiscard={chat.discard} />
          ))}
        </div>
        {missed > 0 ? (
          <button type="button" className={styles.pill} onClick={toEnd}>
            <IconArrowDown size={16} stroke={1.75} aria-hidden="true" />
            {t('chat.newMessages', { count: missed })}
          </button>
        ) : null}
      </div>
      {above}
      <div className={styles.foot}>
        {isClosed ? (
          <p className={classes(type.small, styles.closed)}>{t('chat.closed')}</p>
        ) : (
          <ChatField
            emoji={emoji}
            rules={rules}
            conversationId={chat.conversationId}
            onSay={(line) => {
              chat.send(line, rules.refetch);
              toEnd();
            }}
          />
        )}
        {isClosed ? null : <ModerationButton rules={rules} />}
        {beside}
      </div>
      {reported ? (
        <Suspense>
          <LazyReportSheet object={{ objectType: 'message', objectId: reported }} onClose={() => setReported(null)} />
        </Suspense>
      ) : null}
    </div>
  );
};
