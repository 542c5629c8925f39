import type { AgeLevel } from '@stagedoor/contract/age.values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** The settings of countries. */
export interface CountrySettings {
  blockedCountries: string[];
  ageDefault: AgeLevel;
  ageRules: Record<string, AgeLevel>;
  ageValidDays: number;
}

/** The country settings while they are edited. */
export const useCountryEdits = () => {
  const t = useText();
  const client = useQueryClient();
  const settings = useData('GET /admin/settings', {});
  const save = useAction('PUT /admin/settings');
  const [edits, setEdits] = useState<Partial<CountrySettings>>({});
  const stored = Object.fromEntries((settings.data ?? []).map(({ key, value }) => [key, value])) as unknown as CountrySettings;
  const values = { ...stored, ...edits };
  const change = <K extends keyof CountrySettings>(key: K, value: CountrySettings[K]) => {
    const { [key]: _before, ...others } = edits;
    setEdits(JSON.stringify(value) === JSON.stringify(stored[key]) ? others : { ...edits, [key]: value });
  };
  const onSave = async () => {
    if (!(await save.run({ body: { values: { ...edits } } }))) return;
    setEdits({});
    toast(t('siteCountries.saved'), { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /admin/settings'] });
  };
  const onDiscard = () => {
    setEdits({});
    save.reset();
  };
  return { settings, values, edits, change, save, onSave, onDiscard };
};
