import type { Message } from '@stagedoor/contract/conversations';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import styles from './Chat.module.css';

interface OlderLinesProps {
  messages: readonly Message[];
  /** What scrolls. */
  log: RefObject<HTMLDivElement | null>;
  children: (message: Message) => ReactNode;
}

/** Pixels above and below the visible part that are in the document too. */
const BUFFER = 800;

/** The older lines of a long chat: only those near the visible part are in the document. */
const OlderLines = ({ messages, log, children }: OlderLinesProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  const [first, setFirst] = useState(messages[0]?._id);
  // Lines that come in above leave what is read where it is.
  const isLonger = messages[0] !== undefined && first !== undefined && messages[0]._id < first;
  useLayoutEffect(() => setFirst(messages[0]?._id), [messages]);
  useLayoutEffect(() => {
    if (!place.current || !log.current) return;
    setAbove(place.current.getBoundingClientRect().top - log.current.getBoundingClientRect().top + log.current.scrollTop);
  }, [messages, log]);
  return (
    // Lines that are scrolled back into the document are not news.
    <div ref={place} className={styles.olderLines} aria-live="off">
      <Virtualizer scrollRef={log} startMargin={above} shift={isLonger} bufferSize={BUFFER}>
        {messages.map((message) => (
          <div key={message._id} className={styles.olderLine}>
            {children(message)}
          </div>
        ))}
      </Virtualizer>
    </div>
  );
};

export default OlderLines;
