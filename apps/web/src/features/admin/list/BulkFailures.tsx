import type { BulkActWithFailures } from '@stagedoor/contract/bulk-acts';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './bulk.module.css';

/** How many rows of an act failed; on click, which ones and why. */
export const BulkFailures = ({ act }: { act: BulkActWithFailures }) => {
  const t = useText();
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const listed = act.failures.length;
  return (
    <>
      <Button kind="outline" size="sm" onClick={() => setOpened(true)}>
        {t('bulk.failed', { count: act.failed, number: format.count(act.failed) })}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('bulk.failures')} width={480}>
        <ul className={styles.failures}>
          {act.failures.map(({ _id, name, message }) => (
            <li key={_id}>
              <span className={type.strong}>
                <bdi>{name}</bdi>
              </span>
              <span className={classes(type.small, type.quiet)}>{message}</span>
            </li>
          ))}
        </ul>
        {act.failed > listed ? <p className={classes(type.small, type.faint)}>{t('bulk.firstFailures', { count: listed })}</p> : null}
      </Sheet>
    </>
  );
};
