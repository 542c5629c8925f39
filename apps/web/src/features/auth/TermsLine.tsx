import { Link } from 'react-router';
import { useText } from '../../ui/text.ts';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';

/** Names what a registration agrees to, above its button. The pages open beside the form, so that nothing typed is lost. */
export const TermsLine = ({ action }: { action: string }) => {
  const t = useText();
  return (
    <p className={classes(type.small, type.quiet)}>
      {t('auth.agreeTo', { action })}{' '}
      <Link className={type.link} to="/page/terms" target="_blank">
        {t('auth.terms')}
      </Link>{' '}
      {t('auth.and')}{' '}
      <Link className={type.link} to="/page/privacy" target="_blank">
        {t('auth.privacy')}
      </Link>
      .
    </p>
  );
};
