import { IconPhoto, IconSend2, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { useText } from '../../ui/text.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import styles from './comments.module.css';
import { COMMENT_LENGTH } from '@stagedoor/contract/comments.values';

interface CommentFieldProps {
  /** Accessible label and placeholder. */
  label: string;
  /** Name of the draft that this device keeps of it. */
  draft: string;
  /** @returns whether it was accepted; rejected text returns to the field */
  onSend: (content: string, file: File | undefined) => Promise<boolean>;
  /** For replies: no avatar of the author, and the field is focused. */
  isAnswer?: boolean;
  /** Called on Escape. */
  onLeave?: () => void;
}

/** The field for a comment, with an optional picture; for viewers who can't comment, the way to. */
export const CommentField = ({ label, draft, onSend, isAnswer, onLeave }: CommentFieldProps) => {
  const t = useText();
  const user = useSession();
  const { pathname, search } = useLocation();
  const [content, setContent] = useState('');
  const [file, setFile] = useState<File>();
  const address = useObjectUrl(file);
  useKeptState({ draft, saved: '', value: content, restore: setContent, asks: false });
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAnswer) area.current?.focus();
  }, [isAnswer]);
  if (!user || !user.emailVerified) {
    return (
      <Button kind="lift" to={user ? '/auth/verify-email' : loginFor(pathname + search)} className={styles.enter}>
        {t(user ? 'comments.verify' : 'comments.logIn')}
      </Button>
    );
  }
  const isEmpty = content.trim() === '' && !file;
  const send = async () => {
    if (isEmpty) return;
    setContent('');
    setFile(undefined);
    if (await onSend(content.trim(), file)) return;
    setContent((since) => since || content);
    setFile((since) => since ?? file);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
    if (event.key === 'Escape' && onLeave && isEmpty) onLeave();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {isAnswer ? null : <Avatar src={user.avatar} size={36} />}
      <div className={styles.box}>
        <textarea
          ref={area}
          className={styles.area}
          value={content}
          rows={1}
          maxLength={COMMENT_LENGTH}
          placeholder={label}
          aria-label={label}
          onChange={(event) => setContent(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {address ? (
          <span className={styles.chosen}>
            <img src={address} alt="" />
            <IconButton
              size="sm"
              kind="glass"
              className={styles.unchoose}
              label={t('comments.pictureRemove')}
              icon={<IconX size={16} stroke={1.75} />}
              onClick={() => setFile(undefined)}
            />
          </span>
        ) : null}
        <span className={styles.tools}>
          <input
            ref={chooser}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('comments.picture')}
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <IconButton label={t('comments.picture')} icon={<IconPhoto size={20} stroke={1.75} />} onClick={() => chooser.current?.click()} />
          <IconButton
            type="submit"
            kind="gold"
            className={isEmpty ? styles.idle : undefined}
            disabled={isEmpty}
            label={t('comments.send')}
            icon={<IconSend2 size={20} stroke={1.75} />}
          />
        </span>
      </div>
    </form>
  );
};
