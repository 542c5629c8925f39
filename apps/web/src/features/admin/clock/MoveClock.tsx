import { CLOCK_STEPS, type ClockStep } from '@stagedoor/contract/admin-money.values';
import { keysOf } from '@stagedoor/contract/keys.values';
import { IconClockPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChangeBoot } from '../../../app/boot.tsx';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import admin from '../../../ui/admin/list-and-pane.module.css';
import styles from '../../../ui/admin/money.module.css';
import { useSiteClock } from './use-clock.ts';

const STEPS = keysOf(CLOCK_STEPS);

/** Moves the site's clock ahead; only with the sandbox gateway. */
export const MoveClock = () => {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const { clock } = useSiteClock();
  const changeBoot = useChangeBoot();
  const move = useAction('POST /admin/clock');
  const [opened, setOpened] = useState(false);
  const press = async (step: ClockStep) => {
    const moved = await move.run({ body: { step } });
    if (!moved) return;
    changeBoot({ clockAheadMs: moved.ahead * 1000 });
    await queries.invalidateQueries();
  };
  if (!clock?.isMovable) return null;
  return (
    <>
      <Button kind="lift" size="sm" icon={<IconClockPlus size={18} stroke={1.75} />} onClick={() => setOpened(true)}>
        {t('clock.move')}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('clock.title')} width={440}>
        <div className={admin.form}>
          <p className={type.quiet}>{t('clock.text')}</p>
          <p className={type.strong}>{format.date(clock.now, 'dayTime')}</p>
          <div className={styles.steps}>
            {STEPS.map((step) => (
              <Button key={step} kind="outline" disabled={move.busy} onClick={() => void press(step)}>
                {t(`clock.step.${step}`)}
              </Button>
            ))}
          </div>
          <FormError error={move.error} fields={[]} />
        </div>
      </Sheet>
    </>
  );
};
