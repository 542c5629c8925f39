import { useState } from 'react';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import styles from '../features/auth/AuthPanel.module.css';
import { type SentNotice, TakedownForm } from './takedown/TakedownForm.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';

/** Takedown notices; open to everybody. */
const Takedown = () => {
  const t = useText();
  const [sent, setSent] = useState<SentNotice | null>(null);
  return (
    <Page>
      <PageTitle title={t('takedowns.title')} path="/takedown" />
      {sent ? (
        <Empty level={1} title={sent.reference} text={sent.message} />
      ) : (
        <>
          <h1 className={classes(type.display, type.s46)}>{t('takedowns.title')}</h1>
          <p className={styles.lead}>{t('takedowns.lead')}</p>
          <TakedownForm onSent={setSent} />
        </>
      )}
    </Page>
  );
};

export default Takedown;
