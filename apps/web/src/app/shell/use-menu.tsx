import {
  IconArrowsExchange,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShieldCheck,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { type ColourScheme, setColourScheme, useColourScheme } from '../../ui/colour-scheme.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import { call } from '../browser-call.ts';
import { exists, landingPath } from '../guard.ts';
import { useLanguage } from '../language.ts';
import { useSession, useSessionStore } from '../session.tsx';
import { railKindOf } from './navigation.tsx';
import { useShortcutsHelp } from './Shortcuts.tsx';

/** Logs out and leaves the page; also when the session was already over. */
export const useLogOut = (): (() => Promise<void>) => {
  const store = useSessionStore();
  return useCallback(async () => {
    store.beginLogOut();
    await call('POST /auth/logout').catch(() => undefined);
    const drafts = await import('../../ui/forms/draft-store.ts').catch(() => null);
    drafts?.removeDraftsOf(store.get()?._id ?? '');
    store.end();
  }, [store]);
};

const SCHEMES = [
  { scheme: 'light', text: 'shell.light', Icon: IconSun },
  { scheme: 'dark', text: 'shell.dark', Icon: IconMoon },
  { scheme: 'auto', text: 'shell.system', Icon: IconDeviceDesktop },
] as const;

/** The theme's three choices. */
export const useThemeChoice = (): {
  scheme: ColourScheme;
  choices: readonly { value: ColourScheme; text: string }[];
  change: (scheme: ColourScheme) => void;
} => {
  const t = useText();
  const scheme = useColourScheme();
  return { scheme, choices: SCHEMES.map(({ scheme: value, text }) => ({ value, text: t(text) })), change: setColourScheme };
};

/** The groups of the account menu: places, theme, language, log-out. */
export const useMeGroups = (): { label?: string; items: MenuItem[] }[] => {
  const t = useText();
  const user = useSession();
  const logOut = useLogOut();
  const { pathname } = useLocation();
  const chosenScheme = useColourScheme();
  const { locale, languages, change } = useLanguage();
  const showShortcuts = useShortcutsHelp();
  const icon = { size: 20, stroke: 1.75 } as const;
  const places: MenuItem[] = [];
  if (user?.isPerformer) {
    const away = railKindOf(pathname, user) === 'performer';
    places.push({ key: 'profile', text: t('shell.myProfile'), icon: <IconUser {...icon} />, to: landingPath(user) });
    if (!user.isLiteAccount && (away || exists('/model/dashboard'))) {
      places.push({
        key: 'switch',
        text: t(away ? 'shell.lookAround' : 'shell.studio'),
        icon: <IconArrowsExchange {...icon} />,
        to: away ? '/' : '/model/dashboard',
      });
    }
  }
  if (user?.role === 'admin') {
    places.push({ key: 'admin', text: t('shell.administration'), icon: <IconShieldCheck {...icon} />, to: '/admin' });
  }
  if (user && exists('/account'))
    places.push({ key: 'account', text: t('shell.account'), icon: <IconSettings {...icon} />, to: '/account' });
  return [
    ...(places.length > 0 ? [{ items: places }] : []),
    {
      label: t('shell.theme'),
      items: SCHEMES.map(({ scheme, text, Icon }) => ({
        key: scheme,
        text: t(text),
        icon: <Icon {...icon} />,
        chosen: chosenScheme === scheme,
        keepOpen: true,
        onSelect: () => setColourScheme(scheme),
      })),
    },
    {
      label: t('shell.language'),
      items: languages.map((language) => ({
        key: language.locale,
        text: <span lang={language.locale}>{language.name}</span>,
        chosen: locale === language.locale,
        onSelect: () => void change(language.locale),
      })),
    },
    {
      items: [
        { key: 'keys', text: t('shell.shortcuts'), icon: <IconKeyboard {...icon} />, onSelect: showShortcuts },
        ...(user ? [{ key: 'out', text: t('shell.logOut'), icon: <IconLogout {...icon} />, onSelect: () => void logOut() }] : []),
      ],
    },
  ];
};
