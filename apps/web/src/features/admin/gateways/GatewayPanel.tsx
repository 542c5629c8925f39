import { useState } from 'react';
import { IconArrowDown, IconArrowUp, IconCopy } from '@tabler/icons-react';
import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { useAction } from '../../../app/data.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { GatewayForm } from './GatewayForm.tsx';
import { GatewayChecks, GatewayFacts, GatewayHealth } from './GatewayHealth.tsx';
import styles from './gateways.module.css';

interface PanelProps {
  card: GatewayCard;
  mayChange: boolean;
  /** Moves the company up or down among those that buyers are offered; null where it can't. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onChanged: () => void;
}

const StateChip = ({ card }: { card: GatewayCard }) => {
  const t = useText();
  if (card.isOn && card.isReady) return <Chip tone="ok">{t('gateways.state.on')}</Chip>;
  return <Chip tone={card.isOn ? 'bad' : 'plain'}>{t(card.isReady ? 'gateways.state.off' : 'gateways.state.unset')}</Chip>;
};

const CallbackAddress = ({ address }: { address: string }) => {
  const t = useText();
  const copy = async () => {
    // Browsers may refuse the clipboard; the address can be selected then.
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    if (isCopied) toast(t('gateways.copied'), { tone: 'ok' });
  };
  return (
    <div className={styles.callback}>
      <span className={type.label}>{t('gateways.callback')}</span>
      <span className={styles.address}>
        <code dir="ltr">{address}</code>
        <IconButton label={t('gateways.copy')} icon={<IconCopy size={18} stroke={1.75} />} onClick={() => void copy()} />
      </span>
      <p className={classes(type.tiny, type.faint)}>{t('gateways.callbackText')}</p>
    </div>
  );
};

/** One card company: its switch and place, its health, and its settings to unfold. */
export const GatewayPanel = ({ card, mayChange, onUp, onDown, onChanged }: PanelProps) => {
  const t = useText();
  const change = useAction('PUT /admin/gateways/{name}');
  const check = useAction('POST /admin/gateways/{name}/check');
  const name = t(`gateways.name.${card.name}`);
  const turn = async (isOn: boolean) => {
    if (await change.run({ params: { name: card.name }, body: { version: card.version, isOn } })) {
      toast(t(isOn ? 'gateways.nowOn' : 'gateways.nowOff', { name }), { tone: 'ok' });
      onChanged();
    }
  };
  const [isStale, setStale] = useState(false);
  const tryNow = async () => {
    if (!(await check.run({ params: { name: card.name } }))) return;
    setStale(false);
    onChanged();
  };
  // A refusal to switch on, and the result of a check, were about the settings of before.
  const onSaved = () => {
    change.reset();
    setStale(true);
    onChanged();
  };
  return (
    <Card pad="lg" as="article" className={styles.panel}>
      <header className={styles.panelHead}>
        <div className={styles.title}>
          <h2 className={type.heading}>{name}</h2>
          <StateChip card={card} />
        </div>
        {mayChange ? (
          <div className={styles.title}>
            <IconButton
              label={t('gateways.up', { name })}
              icon={<IconArrowUp size={18} stroke={1.75} />}
              disabled={!onUp}
              onClick={() => onUp?.()}
            />
            <IconButton
              label={t('gateways.down', { name })}
              icon={<IconArrowDown size={18} stroke={1.75} />}
              disabled={!onDown}
              onClick={() => onDown?.()}
            />
          </div>
        ) : null}
      </header>
      <p className={classes(type.small, type.quiet)}>{t(`gateways.about.${card.name}`)}</p>
      <GatewayHealth card={card} />
      {mayChange ? (
        <>
          <Switch
            label={t('gateways.takes')}
            hint={t('gateways.takesText')}
            checked={card.isOn}
            disabled={change.busy}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
          <FormError error={change.error} fields={[]} />
          <details className={styles.setUp} open={card.name !== 'sandbox' && !card.isReady && card.isOn}>
            <summary>{t('gateways.setUp')}</summary>
            <CallbackAddress address={card.callbackUrl} />
            <GatewayForm key={card.version} card={card} onSaved={onSaved} />
            <section className={styles.section}>
              <div className={styles.panelHead}>
                <h3 className={type.strong}>{t('gateways.checkTitle')}</h3>
                <Button kind="outline" size="sm" busy={check.busy} onClick={() => void tryNow()}>
                  {t('gateways.checkNow')}
                </Button>
              </div>
              <GatewayChecks card={card} isStale={isStale} />
              <FormError error={check.error} fields={[]} />
            </section>
            <GatewayFacts card={card} />
          </details>
        </>
      ) : null}
    </Card>
  );
};
