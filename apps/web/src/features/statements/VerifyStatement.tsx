import { type Statement, hundredthsOf } from '@stagedoor/contract/statements.values';
import { IconAlertTriangle, IconFileCheck, IconShieldCheck, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useData } from '../../app/data.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { FilePickerButton } from '../../ui/FilePickerButton.tsx';
import { withMinus } from '../../ui/fast-number-format.ts';
import { useFormat } from '../../ui/format.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './statements.module.css';
import { type Outcome, type ReadSeal, verifyStatement } from './verify-statement.ts';

const readSeal: ReadSeal = async (position) => {
  try {
    return (await call('GET /payout-statements/seals/{position}', { params: { position } })).hash;
  } catch (error) {
    return error instanceof ApiError && error.code === 'NOT_FOUND' ? null : undefined;
  }
};

/** The first rows say what it is about. */
const SUBJECT_ROWS = 2;

/** The figures of a statement that was found right. */
const Figures = ({ statement, isSealed }: { statement: Statement; isSealed: boolean | null }) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  // In the statement's own currency: the site's may be another one by now.
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: statement.currency });
  const sum = (decimal: string, sign = 1) => withMinus(money.format((sign * Number(hundredthsOf(decimal))) / 100 || 0));
  const { sales, reversals, movements, own } = statement;
  const rows: [string, string][] = [
    [
      t('verify.of'),
      'month' in statement ? format.date(`${statement.month}-15T12:00:00Z`, 'monthYear', 'UTC') : statement.payout.reference,
    ],
    [t('verify.performer'), `${statement.performer.name} · @${statement.performer.username}`],
    [t('verify.lines'), String(statement.lines.length)],
    [t('statement.opening'), sum(statement.opening)],
    [t('statement.sales', { count: sales.count }), sum(sales.net)],
    [t('statement.reversals', { count: reversals.count }), sum(reversals.net, -1)],
    [t('statement.movements', { count: movements.count }), sum(movements.amount)],
    ...(own ? [[t('statement.own', { count: own.count }), sum(own.commission, -1)] satisfies [string, string]] : []),
    [t('statement.closing'), sum(statement.closing)],
    ...(statement.paid && 'payout' in statement
      ? [
          [t('statement.paid', { date: format.date(statement.payout.paidAt, 'dayYear', 'UTC') }), sum(statement.paid.net)] as [
            string,
            string,
          ],
        ]
      : []),
    ...(statement.seal
      ? [
          [t('verify.seal'), t(isSealed ? 'verify.sealFound' : 'verify.sealUnknown', { position: statement.seal.position })] as [
            string,
            string,
          ],
        ]
      : []),
  ];
  return (
    <dl className={styles.figures}>
      {rows.map(([label, value], index) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={index < SUBJECT_ROWS ? undefined : type.num}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** A place to drop a statement; it is computed again and its signature checked without leaving the browser. */
export const VerifyStatement = () => {
  const t = useText();
  const key = useData('GET /payout-statements/key', {});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isWorking, setWorking] = useState(false);
  const [isOver, setOver] = useState(false);
  const siteKey = key.data?.publicKey;
  const check = async (file: File | undefined) => {
    if (!file || !siteKey) return;
    setWorking(true);
    setOutcome(null);
    try {
      setOutcome(await verifyStatement(await file.arrayBuffer(), siteKey, readSeal));
    } catch {
      setOutcome({ problem: 'notJson' });
    } finally {
      setWorking(false);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void check(event.dataTransfer.files[0]);
  };
  const isRight = outcome !== null && 'statement' in outcome;
  return (
    <div className={styles.stack}>
      <div
        className={classes(styles.drop, isOver && styles.over)}
        aria-busy={!siteKey && !key.error}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconFileCheck size={32} stroke={1.5} aria-hidden="true" />
        <span className={type.strong}>{t('verify.drop')}</span>
        <span className={classes(type.small, type.quiet)}>{t('verify.dropText')}</span>
        <FilePickerButton
          label={t('verify.choose')}
          icon={<IconUpload size={20} stroke={1.75} />}
          accept="application/json,.json"
          disabled={!siteKey || isWorking}
          onPick={([file]) => void check(file)}
        />
        {key.error ? <span role="alert">{key.error.message}</span> : null}
      </div>
      <div role="status">
        {isWorking ? <p className={type.quiet}>{t('verify.working')}</p> : null}
        {outcome ? (
          <Card pad="lg">
            <h2 className={classes(type.heading, styles.verdict, isRight ? styles.right : styles.wrong)}>
              {isRight ? (
                <IconShieldCheck size={24} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
              )}
              {t(isRight ? 'verify.right' : outcome.problem === 'unsupported' ? 'verify.unsupported' : 'verify.wrong')}
            </h2>
            {isRight ? (
              <>
                <p className={classes(type.small, type.quiet)}>{t('verify.rightText')}</p>
                <Figures statement={outcome.statement} isSealed={outcome.isSealed} />
              </>
            ) : outcome.problem === 'unsupported' ? null : (
              <p>{t(`verify.problem.${outcome.problem}`)}</p>
            )}
          </Card>
        ) : null}
      </div>
    </div>
  );
};
