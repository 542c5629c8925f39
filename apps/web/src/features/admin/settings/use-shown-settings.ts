import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApiError } from '../../../app/api.ts';
import { useText } from '../../../ui/text.ts';
import { type AdminSetting, sentenceKey, titleKey } from './settings.ts';

/** Runs after the group was rendered. */
const FOCUS_AFTER_MS = 50;

/**
 * The settings on the page: those of the group in the address, or those with the searched word, whatever their group.
 * @param known undefined while they load
 * @param error the refusal whose first field is shown and focused
 */
export const useShownSettings = (known: readonly AdminSetting[] | undefined, error: ApiError | null) => {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const [word, setWord] = useState('');
  const list = known ?? [];
  const groups = [...new Set(list.map(({ group }) => group))];
  const chosen = groups.find((group) => group === search.get('group')) ?? groups[0];
  const wanted = word.trim().toLowerCase();
  const isWanted = (setting: AdminSetting): boolean =>
    [setting.key, t(titleKey(setting.key)), t(sentenceKey(setting.key))].some((text) => text.toLowerCase().includes(wanted));
  const shown = list.filter((setting) => (wanted ? isWanted(setting) : setting.group === chosen));

  useEffect(() => {
    // Focuses the first refused field, whatever group it is in.
    const refused = known?.find(({ key }) => error && Object.hasOwn(error.fields, key));
    if (!refused) return undefined;
    setWord('');
    setSearch({ group: refused.group }, { replace: true, preventScrollReset: true });
    const timer = setTimeout(
      () => document.querySelector<HTMLElement>(`#${refused.key} :is(input, textarea, select)`)?.focus(),
      FOCUS_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [error, known, setSearch]);

  return { word, setWord, groups, chosen, isSearching: wanted !== '', shown };
};
