import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { VerifyStatement } from '../../features/statements/VerifyStatement.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Where anybody checks a statement of this site. */
const Verify = () => {
  const t = useText();
  return (
    <Page>
      <PageTitle title={t('verify.title')} path="/statements/verify" />
      <h1 className={classes(type.display, type.s46)}>{t('verify.title')}</h1>
      <p className={classes(type.quiet, type.after)}>{t('verify.lead')}</p>
      <VerifyStatement />
    </Page>
  );
};

export default Verify;
