import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { orErrorPage } from '../app/route-data.ts';
import { Page } from '../app/shell/Columns.tsx';
import { LedgerState } from '../features/ledger/LedgerState.tsx';
import { classes } from '../ui/classes.ts';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/ledger.ts';

const load = (by: Call) => orErrorPage(by('GET /ledger', {}));

export const loader = ({ context }: Route.LoaderArgs) => load(callOf(context));
export const clientLoader = () => load(call);

/** The state of the ledger for everyone, where the owner publishes it. */
const Ledger = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  return (
    <Page>
      <PageTitle title={t('ledgerPage.title')} description={t('ledgerPage.lead')} path="/ledger" />
      <h1 className={classes(type.display, type.s46)}>{t('ledgerPage.title')}</h1>
      <p className={classes(type.quiet, type.after)}>{t('ledgerPage.lead')}</p>
      <LedgerState state={loaderData} />
    </Page>
  );
};

export default Ledger;
