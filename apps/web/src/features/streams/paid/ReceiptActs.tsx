import { IconAlertCircle, IconBell, IconBellFilled, IconPrinter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { LazyReportSheet } from '../../reports/ReportMenu.tsx';
import { DownloadMinutes } from './DownloadMinutes.tsx';
import styles from './Receipt.module.css';

/** Prints the receipt, downloads its minutes, or reports the show; its performer doesn't report it. */
export const ReceiptActs = ({ showId, isOwn }: { showId: string; isOwn: boolean }) => {
  const t = useText();
  const [isReporting, setReporting] = useState(false);
  return (
    <div className={styles.acts}>
      <Button kind="lift" icon={<IconPrinter size={20} stroke={1.75} />} onClick={() => window.print()}>
        {t('receipt.print')}
      </Button>
      <DownloadMinutes showId={showId} />
      {isOwn ? null : (
        <Button kind="outline" icon={<IconAlertCircle size={20} stroke={1.75} />} onClick={() => setReporting(true)}>
          {t('paid.problem')}
        </Button>
      )}
      {isReporting ? (
        <Suspense>
          <LazyReportSheet object={{ objectType: 'stream', objectId: showId }} onClose={() => setReporting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
};

/** Has the fan told when the performer goes live again. */
export const NextShow = ({ performerId }: { performerId: string }) => {
  const t = useText();
  const bell = useData('GET /notifications/bells/{id}', { params: { id: performerId } });
  const set = useAction('PUT /notifications/bells/{id}');
  if (!bell.data) return null;
  const isOn = bell.data.live;
  const press = async () => {
    const answer = await set.run({ params: { id: performerId }, body: { live: !isOn } });
    if (!answer) return toast(t('notifications.bellFailed'), { tone: 'bad' });
    return bell.refetch();
  };
  return (
    <Button
      kind={isOn ? 'lift' : 'outline'}
      wide
      busy={set.busy}
      aria-pressed={isOn}
      icon={isOn ? <IconBellFilled size={20} /> : <IconBell size={20} stroke={1.75} />}
      onClick={() => void press()}
    >
      {t(isOn ? 'paid.nextShowOn' : 'paid.nextShow')}
    </Button>
  );
};
