import type { ResponseOf } from '@stagedoor/contract/endpoint';
import type { site } from '@stagedoor/contract/site';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { useAgreementQuestion } from '../../app/questions-of-calls.ts';
import { useSessionStore } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { DateText } from '../../ui/TimeAgo.tsx';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

type AskedPage = ResponseOf<(typeof site)['GET /agreements']>[number];
const ASKED = 'GET /agreements';

/** A page of terms: what changed, and where it is read. */
const Asked = ({ page }: { page: AskedPage }) => {
  const t = useText();
  return (
    <div className={styles.form}>
      <p>
        <strong>
          <bdi>{page.title}</bdi>
        </strong>{' '}
        <span className={type.faint}>
          <DateText instant={page.createdAt} />
        </span>
      </p>
      {page.change === '' ? null : <p className={styles.change}>{page.change}</p>}
      <a className={type.link} href={`/page/${page.slug}`} target="_blank" rel="noopener">
        {t('terms.read', { title: page.title })}
      </a>
    </div>
  );
};

/** Asks to agree to changed terms, for a call that needs it or from the banner; the call goes on by itself afterwards. */
export const TermsSheet = () => {
  const t = useText();
  const store = useSessionStore();
  const client = useQueryClient();
  const question = useAgreementQuestion();
  const asked = useData(ASKED, {}, { enabled: question !== null });
  const agree = useAction('POST /agreements');
  const pages = asked.data ?? [];
  const send = async () => {
    if (!(await agree.run({ body: { pages: pages.map(({ _id, version }) => ({ _id, version })) } }))) {
      // A newer version by now: it is shown instead.
      await client.invalidateQueries({ queryKey: [ASKED] });
      return;
    }
    store.update({ mustAgree: false });
    await client.invalidateQueries({ queryKey: [ASKED] });
    question?.answer(true);
  };
  return (
    <Sheet
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={t('terms.changed')}
      width={480}
      hasHistoryEntry={false}
    >
      <div className={styles.form}>
        <p className={type.quiet}>{t('terms.lead')}</p>
        {asked.data ? pages.map((page) => <Asked key={page._id} page={page} />) : <Pending of={asked}>{<RowsSkeleton rows={2} />}</Pending>}
        <FormError error={agree.error} fields={[]} />
        <Button kind="gold" wide busy={agree.busy} disabled={pages.length === 0} onClick={() => void send()}>
          {t('terms.agree')}
        </Button>
        <Button kind="text" wide disabled={agree.busy} onClick={() => question?.answer(false)}>
          {t('terms.later')}
        </Button>
      </div>
    </Sheet>
  );
};
