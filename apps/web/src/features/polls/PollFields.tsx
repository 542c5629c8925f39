import { IconPlus, IconX } from '@tabler/icons-react';
import type { ApiError } from '../../app/api.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { fromLocal, toLocal } from '../../ui/forms/local-date-time.ts';
import { POLL_LENGTH, POLL_OPTIONS } from '@stagedoor/contract/polls.values';
import styles from './polls.module.css';

/** A poll being edited: each option has a key, so that one can be removed from the middle. */
export interface PollDraft {
  question: string;
  options: readonly { key: string; text: string }[];
  endsAt: string | null;
}

const newOption = () => ({ key: crypto.randomUUID(), text: '' });
export const newPoll = (): PollDraft => ({ question: '', options: [newOption(), newOption()], endsAt: null });

/** Question, options and end of a poll. */
export const PollFields = ({ poll, onChange, error }: { poll: PollDraft; onChange: (poll: PollDraft) => void; error: ApiError | null }) => {
  const t = useText();
  const { options } = poll;
  const fields = error?.fields ?? {};
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t('polls.poll')}</legend>
      <TextField
        label={t('polls.question')}
        required
        maxLength={POLL_LENGTH.question}
        value={poll.question}
        error={fields['question']}
        onChange={(event) => onChange({ ...poll, question: event.currentTarget.value })}
      />
      {options.map((option, index) => (
        <TextField
          key={option.key}
          label={t('polls.option', { number: index + 1 })}
          required
          maxLength={POLL_LENGTH.option}
          value={option.text}
          error={fields[`options.${index}`] ?? (index === 0 ? fields['options'] : undefined)}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange({ ...poll, options: options.map((one) => (one.key === option.key ? { ...one, text } : one)) });
          }}
          {...(options.length > POLL_OPTIONS.least
            ? {
                end: (
                  <IconButton
                    size="sm"
                    label={t('polls.removeOption', { number: index + 1 })}
                    icon={<IconX size={18} stroke={1.75} />}
                    onClick={() => onChange({ ...poll, options: options.filter(({ key }) => key !== option.key) })}
                  />
                ),
              }
            : {})}
        />
      ))}
      {options.length < POLL_OPTIONS.most ? (
        <span>
          <Button
            kind="text"
            size="sm"
            icon={<IconPlus size={18} stroke={1.75} />}
            onClick={() => onChange({ ...poll, options: [...options, newOption()] })}
          >
            {t('polls.addOption')}
          </Button>
        </span>
      ) : null}
      <TextField
        label={t('polls.endsAt')}
        optional
        type="datetime-local"
        value={toLocal(poll.endsAt)}
        error={fields['endsAt']}
        onChange={(event) => onChange({ ...poll, endsAt: fromLocal(event.currentTarget.value) })}
      />
    </fieldset>
  );
};
