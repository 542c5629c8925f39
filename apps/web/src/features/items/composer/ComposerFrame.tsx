import type { OwnItem } from '@stagedoor/contract/items';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../app/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { type Format, useFormat } from '../../../ui/format.tsx';
import { type Translate, useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../../ui/forms/RestoredNote.tsx';
import type { KeptState } from '../../../ui/forms/use-kept-state.ts';
import { CategoryPicker } from './CategoryPicker.tsx';
import styles from './composer.module.css';
import { ParticipantPicker } from './ParticipantPicker.tsx';
import { ReviewNote } from './ReviewNote.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import type { ItemDraft } from './use-item-draft.ts';

/** Fields of every kind that show their own errors. */
const FIELDS = ['price', 'title', 'scheduledAt', 'expiresAt', 'categoryIds', 'peopleShown', 'participantIds'];

interface ComposerFrameProps {
  draft: ItemDraft;
  /** What this device keeps of it until it is saved. */
  kept: KeptState;
  /** Starts again from what is saved. */
  onDiscard: () => void;
  busy: boolean;
  /** Files are being uploaded. */
  sending: boolean;
  error: ApiError | null;
  /** Further fields that show their own errors. */
  fields?: readonly string[];
  /** Saves; returns the page to open then, or undefined when it was refused. */
  onSend: (asDraft: boolean) => Promise<string | undefined>;
  /** The kind's own fields, above the co-performers. */
  children: ReactNode;
}

/** The form of an item: the kind's own fields, then co-performers, dates, and the buttons that save or publish. */
export const ComposerFrame = ({
  draft,
  kept,
  onDiscard,
  busy: isSaving,
  sending,
  error,
  fields = [],
  onSend,
  children,
}: ComposerFrameProps) => {
  const t = useText();
  const { own, isDraft, isWaiting, isLater, isPriced, change } = draft;
  const navigate = useNavigate();
  // A refusal of the item as a whole is shown until anything of it is changed.
  const [refused, setRefused] = useState<{ error: ApiError | null; at: string }>({ error, at: kept.value });
  if (refused.error !== error) setRefused({ error, at: kept.value });
  const isStale = refused.error === error && refused.at !== kept.value;
  // Until the next page is there: a press while it loads would publish once more.
  const [isLeaving, setLeaving] = useState(false);
  const busy = isSaving || isLeaving;
  const send = async (asDraft: boolean) => {
    setLeaving(true);
    try {
      const next = await onSend(asDraft);
      if (next === undefined) return;
      kept.done();
      await navigate(next);
    } finally {
      setLeaving(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <form onSubmit={submit}>
      <Card pad="lg" as="div" className={styles.stack}>
        <RestoredNote
          isShown={kept.isRestored}
          onDiscard={() => {
            kept.done();
            onDiscard();
          }}
        />
        <ReviewNote own={own} />
        {children}
        <CategoryPicker
          // Drafts of before that are still on a device have none.
          chosen={draft.fields.categoryIds ?? []}
          onChange={(categoryIds) => change({ categoryIds })}
          error={error?.fields['categoryIds']}
        />
        <ParticipantPicker people={draft.fields} onChange={change} error={error} />
        <ScheduleFields
          scheduledAt={draft.fields.scheduledAt}
          onScheduledAt={(scheduledAt) => change({ scheduledAt })}
          expiresAt={draft.fields.expiresAt}
          onExpiresAt={(expiresAt) => change({ expiresAt })}
          isShown={!isDraft && !isWaiting}
          isSold={isPriced || !isDraft}
          error={error}
        />
        <FormError error={isStale ? null : error} fields={[...FIELDS, ...fields]} />
        <div className={styles.end}>
          {isDraft ? (
            <Button kind="lift" size="lg" disabled={busy || sending} onClick={() => void send(true)}>
              {t('model.saveDraft')}
            </Button>
          ) : null}
          <Button kind="gold" size="lg" type="submit" busy={busy} disabled={sending}>
            {t(!isDraft ? 'model.save' : isLater ? 'model.schedule' : 'model.publish')}
          </Button>
        </div>
      </Card>
    </form>
  );
};

const notice = (t: Translate, format: Format, saved: OwnItem, wasPublished: boolean): string => {
  if (saved.state === 'draft') return t('model.draftSaved');
  if (saved.state === 'scheduled' && saved.scheduledAt)
    return t('model.scheduledToast', { date: format.date(saved.scheduledAt, 'dayTime') });
  if (saved.state === 'review') return t('reviews.sent');
  if (saved.state === 'processing') return t('model.processingToast');
  return t(wasPublished ? 'model.saved' : 'model.published');
};

/** Says what became of a saved item. */
export const useSavedToast = (): ((saved: OwnItem, wasPublished: boolean) => void) => {
  const t = useText();
  const format = useFormat();
  return (saved, wasPublished) =>
    toast(notice(t, format, saved, wasPublished), {
      tone: 'ok',
      ...(['scheduled', 'processing', 'review'].includes(saved.state) ? { stays: 5000 } : {}),
    });
};

/** Says how many files of a kept draft are gone. */
export const useRestoredToast = (): ((gone: readonly number[]) => void) => {
  const t = useText();
  return (gone) => {
    const count = gone.reduce((sum, files) => sum + files, 0);
    if (count > 0) toast(t('composer.filesGone', { count }), { tone: 'bad', stays: 5000 });
  };
};
