import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

interface ResumeButtonProps {
  subscription: { _id: string; price: number };
  /** Full width, as the one action of a card or sheet. */
  main?: boolean;
  onResumed?: () => void;
}

/** Lets a subscription renew again before it ends: subscribing anew is refused until then. Nothing is charged now. */
export const ResumeButton = ({ subscription: { _id, price }, main = false, onResumed }: ResumeButtonProps) => {
  const t = useText();
  const client = useQueryClient();
  const change = useAction('PUT /subscriptions/{id}');
  const press = async () => {
    if (!(await change.run({ params: { id: _id }, body: { renews: true } }))) return;
    toast(t(price > 0 ? 'subscriptions.renewing' : 'subscriptions.resumed'), { tone: 'ok' });
    for (const key of ['GET /subscriptions/search', 'GET /performers/{id}']) void client.invalidateQueries({ queryKey: [key] });
    onResumed?.();
  };
  return (
    <>
      <Button
        kind={main ? 'gold' : 'lift'}
        {...(main ? { wide: true } : { size: 'sm' as const })}
        busy={change.busy}
        onClick={() => void press()}
      >
        {t(price > 0 ? 'checkout.renew' : 'subscriptions.resume')}
      </Button>
      {change.error ? <FieldError>{change.error.message}</FieldError> : null}
    </>
  );
};
