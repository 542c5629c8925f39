import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';

/** Leads back to the company's page of an order that is still open. */
export const ToPaymentPage = ({ id, onOver }: { id: string; onOver: () => void }) => {
  const t = useText();
  const page = useAction('POST /payment/orders/{id}/page');
  const press = async () => {
    const opened = await page.run({ params: { id } });
    if (opened) location.assign(opened.redirectUrl);
    // Paid or closed meanwhile.
    else onOver();
  };
  return (
    <>
      <Button kind="lift" busy={page.busy} onClick={() => void press()}>
        {t('cards.toPage')}
      </Button>
      <FormError error={page.error} fields={[]} />
    </>
  );
};
