import type { OfferLink } from '@stagedoor/contract/offer-links';
import { type OfferLinkState, offerPath } from '@stagedoor/contract/offer-links.values';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useListData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead, CardLine } from '../../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { OfferLinkForm } from './OfferLinkForm.tsx';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';

const PAGE = 10;
const TONES: Record<OfferLinkState, ChipTone> = { open: 'ok', paused: 'warn', usedUp: 'plain', ended: 'plain', closed: 'plain' };

const addressOf = (username: string, code: string): string => location.origin + offerPath(username, code);

/** One link: its terms, how often it was used, its address; paused, opened again or closed. */
const LinkLine = ({ link, username, onChange }: { link: OfferLink; username: string; onChange: () => void }) => {
  const t = useText();
  const format = useFormat();
  const change = useAction('PUT /performer/offer-links/{id}');
  const [asking, setAsking] = useState(false);
  const terms = [
    link.days === null
      ? t(`offers.off.${link.plan}`, { percent: format.percent(link.percent ?? 0) })
      : `${t('offers.freeDays', { count: link.days })}, ${t(`offers.thenPlan.${link.plan}`)}`,
    t(link.onlyNew ? 'offers.forNew' : 'offers.forAll'),
    ...(link.endsAt ? [t('offers.until', { date: format.periodDay(link.endsAt) })] : []),
  ].join(' · ');
  const uses = [
    t('offers.gained', { count: link.subscribers }),
    link.usesLeft === null ? t('offers.noLimit') : t('offers.left', { count: link.usesLeft }),
    ...(link.reserved > 0 ? [t('offers.reserved', { count: link.reserved })] : []),
  ].join(' · ');
  const isChangeable = link.state !== 'closed' && link.state !== 'ended';
  const turn = async (state: 'open' | 'paused' | 'closed') => {
    setAsking(false);
    if (!(await change.run({ params: { id: link._id }, body: { state } }))) return;
    if (state === 'closed') toast(t('offers.closed'), { tone: 'ok', stays: 5000 });
    onChange();
  };
  const copy = async () => {
    await navigator.clipboard.writeText(addressOf(username, link.code));
    toast(t('offers.copied'), { tone: 'ok' });
  };
  return (
    <CardLine className={styles.offer}>
      <span className={styles.words}>
        <span className={styles.offerName}>
          <span className={classes(type.strong, type.clip)}>
            <bdi>{link.name}</bdi>
          </span>
          <Chip size="sm" tone={TONES[link.state]}>
            {t(`offers.state.${link.state}`)}
          </Chip>
        </span>
        <span className={type.small}>{terms}</span>
        <span className={classes(type.small, type.quiet)}>{uses}</span>
        {isChangeable ? (
          <span className={classes(type.tiny, type.faint, styles.offerAddress)} translate="no">
            {offerPath(username, link.code)}
          </span>
        ) : null}
        <FormError error={change.error} fields={[]} />
      </span>
      {isChangeable ? (
        <span className={styles.offerActs}>
          <Button kind="lift" size="sm" icon={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
            {t('offers.copy')}
          </Button>
          {asking ? null : (
            <Button kind="text" size="sm" busy={change.busy} onClick={() => void turn(link.state === 'paused' ? 'open' : 'paused')}>
              {t(link.state === 'paused' ? 'offers.open' : 'offers.pause')}
            </Button>
          )}
          <Button
            kind={asking ? 'bad' : 'text'}
            size="sm"
            busy={change.busy}
            onClick={() => (asking ? void turn('closed') : setAsking(true))}
          >
            {t(asking ? 'offers.closeSure' : 'offers.close')}
          </Button>
        </span>
      ) : null}
    </CardLine>
  );
};

/** A performer's offer links: made here, copied, paused and closed. */
export const OfferLinksCard = ({ performer }: Pick<PerformerCardProps, 'performer'>) => {
  const t = useText();
  const client = useQueryClient();
  const { offset } = useListSearch();
  const links = useListData('GET /performer/offer-links', { query: { limit: PAGE, offset } });
  const [isMaking, setIsMaking] = useState(false);
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /performer/offer-links'] });
  const isFree = performer.monthlyPrice === 0;
  const create = isFree ? null : (
    <Button kind="lift" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => setIsMaking(true)}>
      {t('offers.new')}
    </Button>
  );
  const onMade = async ({ code }: OfferLink) => {
    setIsMaking(false);
    refresh();
    // Browsers may refuse the clipboard.
    const isCopied = await navigator.clipboard.writeText(addressOf(performer.username, code)).then(
      () => true,
      () => false,
    );
    toast(t(isCopied ? 'offers.created' : 'offers.createdOnly'), { tone: 'ok' });
  };
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={t('offers.title')}>{links.data?.total ? create : null}</CardHead>
      <p className={classes(type.small, type.quiet)}>{t('offers.lead')}</p>
      <PagedList
        list={links}
        limit={PAGE}
        skeleton={<RowsSkeleton rows={2} />}
        empty={<Empty title={t('offers.none')} text={t(isFree ? 'offers.needsPrice' : 'offers.noneText')} action={create} />}
      >
        {(rows) => rows.map((link) => <LinkLine key={link._id} link={link} username={performer.username} onChange={refresh} />)}
      </PagedList>
      <Sheet opened={isMaking} onClose={() => setIsMaking(false)} title={t('offers.new')}>
        {isMaking ? <OfferLinkForm hasYearly={performer.yearlyPrice !== null} onMade={(link) => void onMade(link)} /> : null}
      </Sheet>
    </Card>
  );
};
