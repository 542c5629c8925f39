import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';

/** Leads back to the company's page of an order that is still open. */
export const ToPaymentPage = ({
  id,
  isGold,
  onLeave,
  onOver,
}: {
  id: string;
  isGold?: boolean;
  onLeave?: () => void;
  onOver: () => void;
}) => {
  const t = useText();
  const page = useAction('POST /payment/orders/{id}/page');
  const press = async () => {
    const opened = await page.run({ params: { id } });
    // Paid or closed meanwhile.
    if (!opened) return onOver();
    onLeave?.();
    location.assign(opened.redirectUrl);
  };
  return (
    <>
      <Button kind={isGold ? 'gold' : 'lift'} busy={page.busy} onClick={() => void press()}>
        {t('cards.toPage')}
      </Button>
      <FormError error={page.error} fields={[]} />
    </>
  );
};
