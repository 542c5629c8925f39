import { Link } from 'react-router';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { AuthFooter, AuthHeading, AuthPanel } from '../../features/auth/AuthPanel.tsx';
import { loadFeatured } from '../../features/auth/load-featured.ts';
import { RegisterPerformerForm } from '../../features/auth/RegisterPerformerForm.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/register-performer.ts';

const load = async (by: Call) => {
  const [featured, countries, { genders }] = await Promise.all([loadFeatured(by), by('GET /countries/list'), by('GET /user-additional')]);
  return { featured, countries: countries.data, genders };
};

export const loader = ({ context }: Route.LoaderArgs) => orErrorPage(load(callOf(context)));
export const clientLoader = () => orErrorPage(load(call));

const RegisterPerformer = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  return (
    <AuthPanel featured={loaderData.featured} tall>
      <PageTitle title={t('auth.performTitle')} path="/auth/register/performer" />
      <AuthHeading
        title={t('auth.performTitle')}
        lead={
          <>
            {t('auth.performLead')}{' '}
            <Link className={type.link} to="/auth/register">
              {t('auth.joinAsFan')}
            </Link>
          </>
        }
      />
      <RegisterPerformerForm countries={loaderData.countries} genders={loaderData.genders} />
      <AuthFooter />
    </AuthPanel>
  );
};

export default RegisterPerformer;
