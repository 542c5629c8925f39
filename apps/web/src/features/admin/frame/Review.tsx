import { IconAlertCircleFilled, IconCheck, IconCircleCheckFilled, IconFileText } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Keys } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { undoDecision } from './delayed-decision.ts';

interface ReviewedDocumentProps {
  name: string;
  /** Beside its name: the date it was submitted. */
  aside?: string;
  /** Short-lived address; undefined until requested. */
  file: { url: string; contentType: string } | undefined;
  requested: boolean;
  onRequest: () => void;
}

/** A document of a review. It is fetched only on request, because each access is logged. */
export const ReviewedDocument = ({ name, aside, file, requested, onRequest }: ReviewedDocumentProps) => {
  const t = useText();
  return (
    <figure className={styles.document}>
      <div className={styles.paper}>
        {file?.contentType.startsWith('image/') ? (
          <a href={file.url} target="_blank" rel="noreferrer" aria-label={t('admin.openDocument', { name })}>
            <img src={file.url} alt={name} />
          </a>
        ) : file ? (
          <Button kind="text" size="sm" href={file.url} icon={<IconFileText size={20} stroke={1.75} />}>
            PDF
          </Button>
        ) : (
          <Button kind="lift" size="sm" busy={requested} onClick={onRequest} aria-label={`${t('admin.showDocument')}: ${name}`}>
            {t('admin.showDocument')}
          </Button>
        )}
      </div>
      <figcaption className={classes(type.tiny, type.quiet, type.flexBetween)}>
        <span>{name}</span>
        {aside ? <span>{aside}</span> : null}
      </figcaption>
    </figure>
  );
};

/** Tells once that a document was opened which the review doesn't know to be. */
export const useWhenOpened = (isNew: boolean, onOpened: () => void): void => {
  const latest = useRef(onOpened);
  useEffect(() => {
    latest.current = onOpened;
  });
  useEffect(() => {
    if (isNew) latest.current();
  }, [isNew]);
};

/** Tells whether the review is still on the screen: the next one may be shown when a decision is sent. */
export const useIsShown = (): { readonly current: boolean } => {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
};

/** In place of the decision while it can be undone. */
export const UndoDecision = () => {
  const t = useText();
  return (
    <div className={type.flexBetween} role="status">
      <span className={type.small}>{t('admin.undoText')}</span>
      <Button kind="lift" onClick={undoDecision}>
        {t('ui.undo')}
      </Button>
    </div>
  );
};

/** A checklist line of a review: done or outstanding. */
export const ReviewedFact = ({ ok, aside, children }: { ok: boolean; aside?: string; children: ReactNode }) => (
  <li className={classes(styles.fact, !ok && styles.open, type.small)}>
    {ok ? <IconCircleCheckFilled size={20} aria-hidden="true" /> : <IconAlertCircleFilled size={20} aria-hidden="true" />}
    <span>{children}</span>
    {aside ? <span className={classes(type.tiny, type.faint, styles.factAside)}>{aside}</span> : null}
  </li>
);

interface DecisionProps {
  onApprove: () => void;
  onReject: () => void;
  /** Why it can't be approved yet. */
  blocked?: string | undefined;
  /** The reason for the rejection. */
  children?: ReactNode;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Approve or reject, each with a keyboard shortcut. */
export const Decision = ({ onApprove, onReject, blocked, children }: DecisionProps) => {
  const t = useText();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.repeat) return;
      if (document.querySelector('[role=dialog]')) return;
      if ((event.key === 'a' || event.key === 'A') && !blocked) onApprove();
      if (event.key === 'r' || event.key === 'R') onReject();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return (
    <>
      {children}
      {blocked ? <p className={classes(type.small, type.quiet)}>{blocked}</p> : null}
      <div className={styles.act}>
        <Button
          kind="gold"
          grow
          icon={<IconCheck size={20} stroke={1.75} />}
          disabled={blocked !== undefined}
          onClick={onApprove}
          iconEnd={<Keys>A</Keys>}
        >
          {t('admin.approve')}
        </Button>
        <Button kind="bad" onClick={onReject} iconEnd={<Keys>R</Keys>}>
          {t('admin.refuse')}
        </Button>
      </div>
    </>
  );
};
