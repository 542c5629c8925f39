import type { Subscription } from '@stagedoor/contract/subscriptions';
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useAction } from '../../app/data.ts';
import { useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './subscriptions.module.css';

const importSheet = () => import('./ChangePlanSheet.tsx');
type SheetProps = ComponentProps<Awaited<ReturnType<typeof importSheet>>['default']>;
/** Loaded when it is opened. */
const LateSheet: ComponentType<SheetProps> = import.meta.env.SSR ? () => null : lazy(importSheet);

/** The parameter of the page that opens the sheet of a subscription: after a top-up too. */
const PARAMETER = 'plan';

/** A subscription's other plan: the sheet that changes to it, or the change that waits for the period's end, with a button that undoes it. */
export const PlanActions = ({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) => {
  const t = useText();
  const written = useAmountText();
  const format = useFormat();
  const keep = useAction('DELETE /subscriptions/{id}/plan');
  const [search, setSearch] = useSearchParams();
  const { _id: id, nextPlan, changesTo } = subscription;
  const open = (isOpen: boolean) => {
    const next = new URLSearchParams(search);
    if (isOpen) next.set(PARAMETER, id);
    else next.delete(PARAMETER);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const undo = async () => {
    if (!(await keep.run({ params: { id } }))) return;
    toast(t('plans.kept'), { tone: 'ok' });
    onChange();
  };
  if (nextPlan)
    return (
      <>
        <span className={classes(type.small, type.quiet)}>
          {t('plans.pending', {
            date: format.periodDay(subscription.expiresAt),
            price: written(nextPlan.price, { money: nextPlan.money }),
          })}
        </span>
        <span className={styles.agree}>
          <Button kind="outline" size="sm" busy={keep.busy} onClick={() => void undo()}>
            {t('plans.undo')}
          </Button>
        </span>
        <FormError error={keep.error} fields={[]} />
      </>
    );
  if (!changesTo) return null;
  return (
    <>
      <Button kind="outline" size="sm" onClick={() => open(true)}>
        {t('plans.change')}
      </Button>
      {search.get(PARAMETER) === id ? (
        <Suspense>
          <LateSheet
            subscription={subscription}
            to={changesTo}
            returnTo={`/subscriptions?${PARAMETER}=${id}`}
            onClose={() => open(false)}
            onChanged={() => {
              open(false);
              onChange();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
