import type { WallShow } from '@stagedoor/contract/admin-live';
import { STOP_REASONS, type StopReason } from '@stagedoor/contract/reasons.values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import listStyles from '../../../ui/admin/list-and-pane.module.css';
import { Button } from '../../../ui/Button.tsx';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from './live-wall.module.css';

/** The reasons as they are offered: the one for everything else comes last. */
const REASONS: readonly StopReason[] = [...STOP_REASONS.filter((reason) => reason !== 'other'), 'other'];

/** Characters of the facts. */
const FACTS = 300;

/** Asks for reason and facts, which the performer is told, and stops a show. */
export const StopSheet = ({ show, onClose }: { show: WallShow; onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const stop = useAction('POST /admin/live/{id}/stop');
  const [reason, setReason] = useState<StopReason | null>(null);
  const [facts, setFacts] = useState('');
  const [isPressed, setIsPressed] = useState(false);
  const press = async () => {
    setIsPressed(true);
    if (reason === null || !facts.trim()) return;
    if (!(await stop.run({ params: { id: show._id }, body: { reason, facts: facts.trim() } }))) return;
    toast(t('wall.stopped'), { tone: 'ok' });
    void client.invalidateQueries({ queryKey: ['GET /admin/live'] });
    onClose();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={stop.busy}
      title={t('wall.stopTitle', { name: show.performer.name })}
      width={460}
      foot={
        <Button kind="live" size="lg" wide busy={stop.busy} onClick={() => void press()}>
          {t('wall.stop')}
        </Button>
      }
    >
      <div className={styles.form}>
        <div className={classes(listStyles.filters, listStyles.spaced)} role="group" aria-label={t('wall.reason')}>
          {REASONS.map((choice) => (
            <FilterChip key={choice} on={choice === reason} onClick={() => setReason(choice)}>
              {t(`restrictions.reason.${choice}`)}
            </FilterChip>
          ))}
        </div>
        {isPressed && reason === null ? (
          <p className={classes(type.small, listStyles.bad)} role="alert">
            {t('admin.pickReason')}
          </p>
        ) : null}
        <TextArea
          label={t('wall.facts')}
          hint={t('wall.factsHint')}
          rows={3}
          maxLength={FACTS}
          value={facts}
          error={isPressed && !facts.trim() ? t('validation.required') : stop.error?.fields['facts']}
          onChange={(event) => setFacts(event.currentTarget.value.replaceAll('\n', ' '))}
        />
        <FormError error={stop.error} fields={['facts']} />
      </div>
    </Sheet>
  );
};
