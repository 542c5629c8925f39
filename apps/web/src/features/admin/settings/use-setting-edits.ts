import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { type AdminSetting, loadsWithoutConsent } from './settings.ts';
import { useMaintenanceQuestion } from './use-maintenance-question.ts';

type Edits = Readonly<Record<string, unknown>>;

const without = (edits: Edits, key: string): Edits => {
  const { [key]: _edited, ...others } = edits;
  return others;
};

/** The edits that aren't saved yet, and the questions to answer before they are. */
export const useSettingEdits = (list: readonly AdminSetting[]) => {
  const t = useText();
  const client = useQueryClient();
  const save = useAction('PUT /admin/settings');
  const [edits, setEdits] = useState<Edits>({});
  const [isAsking, setAsking] = useState(false);
  const reload = async () => {
    // The media server's page says which shows run there.
    for (const key of ['GET /admin/settings', 'GET /admin/media-server']) await client.invalidateQueries({ queryKey: [key] });
  };
  const change = (setting: AdminSetting, value: unknown) => {
    const others = without(edits, setting.key);
    setEdits(JSON.stringify(value) === JSON.stringify(setting.value) ? others : { ...others, [setting.key]: value });
  };
  const saveAll = async (sent: Edits, showMinutes?: number) => {
    if (!(await save.run({ body: { values: sent, showMinutes } }))) return;
    // Edits typed meanwhile aren't saved yet.
    setEdits((typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key])));
    toast(t('settings.saved'), { tone: 'ok' });
    await reload();
  };
  const maintenance = useMaintenanceQuestion(list, saveAll);
  return {
    edits,
    error: save.error,
    busy: save.busy || maintenance.isLooking,
    isEdited: ({ key }: AdminSetting): boolean => Object.hasOwn(edits, key),
    valueOf: ({ key, value }: AdminSetting): unknown => (Object.hasOwn(edits, key) ? edits[key] : value),
    change,
    /** The upload itself stored the file: no edit is left. */
    uploaded(setting: AdminSetting) {
      change(setting, setting.value);
      void reload();
    },
    wasReset({ key }: AdminSetting) {
      setEdits(without(edits, key));
      toast(t('settings.resetDone'), { tone: 'ok' });
      void reload();
    },
    save: () => (loadsWithoutConsent(list, edits) ? setAsking(true) : void maintenance.askOrSave(edits)),
    discard() {
      setEdits({});
      save.reset();
    },
    consentQuestion: {
      opened: isAsking,
      onAnswer(asksVisitors: boolean) {
        setAsking(false);
        void maintenance.askOrSave(asksVisitors ? { ...edits, cookiePolicyEnabled: true } : edits);
      },
      onClose: () => setAsking(false),
    },
    maintenanceQuestion: maintenance.question,
  };
};

export type SettingEdits = ReturnType<typeof useSettingEdits>;
