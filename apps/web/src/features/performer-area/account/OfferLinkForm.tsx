import type { OfferLink } from '@stagedoor/contract/offer-links';
import { MAX_OFFER_DAYS, MAX_OFFER_USES } from '@stagedoor/contract/offer-links.values';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { useSiteTime } from '../../../app/site-time.ts';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import styles from './account.module.css';

type Kind = OfferLink['kind'];
type Plan = OfferLink['plan'];

/** How much is offered: days without payment, or a share of the price. */
const OfferSize = ({ kind, errors }: { kind: Kind; errors: Readonly<Record<string, string>> }) => {
  const t = useText();
  return kind === 'trial' ? (
    <TextField
      key="days"
      label={t('offers.days')}
      name="days"
      type="number"
      required
      min={1}
      max={MAX_OFFER_DAYS}
      step={1}
      defaultValue={7}
      error={errors['days']}
    />
  ) : (
    <TextField
      key="percent"
      label={t('offers.percent')}
      name="percent"
      type="number"
      required
      min={1}
      max={99}
      step={1}
      defaultValue={50}
      end={<span className={styles.percent}>%</span>}
      error={errors['percent']}
    />
  );
};

/** The terms of a new offer link, which stay as they are. */
export const OfferLinkForm = ({ hasYearly, onMade }: { hasYearly: boolean; onMade: (link: OfferLink) => void }) => {
  const t = useText();
  const create = useAction('POST /performer/offer-links');
  const fields = create.error?.fields ?? {};
  const [kind, setKind] = useState<Kind>('discount');
  const [plan, setPlan] = useState<Plan>('monthly');
  const [onlyNew, setOnlyNew] = useState(true);
  const today = new Date(useSiteTime()).toISOString().slice(0, 10);
  return (
    <SheetForm
      action={create}
      lead={t('offers.termsStay')}
      submit={t('offers.create')}
      send={({ text }) => {
        const common = {
          name: text('name'),
          plan,
          onlyNew,
          usesMaximum: text('usesMaximum') ? Number(text('usesMaximum')) : null,
          endsAt: text('endsAt') ? `${text('endsAt')}T23:59:59.999Z` : null,
        };
        return create.run({
          body: kind === 'trial' ? { ...common, kind, days: Number(text('days')) } : { ...common, kind, percent: Number(text('percent')) },
        });
      }}
      onDone={onMade}
    >
      <TextField label={t('offers.name')} name="name" required maxLength={60} hint={t('offers.nameHint')} error={fields['name']} />
      <Segments
        wide
        label={t('offers.kind')}
        name="kind"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'discount', text: t('offers.kind.discount') },
          { value: 'trial', text: t('offers.kind.trial') },
        ]}
      />
      {hasYearly ? (
        <Segments
          wide
          label={t('offers.plan')}
          name="plan"
          value={plan}
          onChange={setPlan}
          options={[
            { value: 'monthly', text: t('offers.plan.monthly') },
            { value: 'yearly', text: t('offers.plan.yearly') },
          ]}
        />
      ) : null}
      <div className={styles.two}>
        <OfferSize kind={kind} errors={fields} />
        <TextField
          label={t('offers.endsAt')}
          optional
          name="endsAt"
          type="date"
          min={today}
          hint={t('offers.endsHint')}
          error={fields['endsAt']}
        />
      </div>
      <TextField
        label={t('offers.uses')}
        optional
        name="usesMaximum"
        type="number"
        min={1}
        max={MAX_OFFER_USES}
        step={1}
        hint={t('offers.usesHint')}
        error={fields['usesMaximum']}
      />
      <Switch
        label={t('offers.onlyNew')}
        hint={t('offers.onlyNewHint')}
        name="onlyNew"
        checked={onlyNew}
        onChange={({ currentTarget }) => setOnlyNew(currentTarget.checked)}
      />
    </SheetForm>
  );
};
