import { Link } from 'react-router';
import { Logo } from '../ui/Logo.tsx';
import { useSettings, useSiteName } from './boot.tsx';

/** The site's logo, leading home. */
export const SiteLogo = ({ size = 'md', onDark = false }: { size?: 'md' | 'sm'; onDark?: boolean }) => {
  const { logoUrl, whiteLogoUrl } = useSettings();
  return (
    <Link to="/">
      <Logo name={useSiteName()} src={logoUrl} darkSrc={whiteLogoUrl} size={size} onDark={onDark} />
    </Link>
  );
};
