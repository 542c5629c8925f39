import type { MenuEntry } from '@stagedoor/contract/settings';
import { useState } from 'react';
import { useChangeBoot, useSettings } from '../../../app/boot.tsx';
import { useAction } from '../../../app/data.ts';
import { useLocale, useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { withoutEmpty, wordsIn } from '../frame/languages.ts';

export const MENUS = ['header', 'footer'] as const;
export type MenuName = (typeof MENUS)[number];
/** An entry while it is edited, with an id independent of its position. */
export type EditedEntry = MenuEntry & { id: number };

let made = 0;
const editedOf = (menus: readonly MenuEntry[]): EditedEntry[] =>
  menus.map((entry) => {
    made += 1;
    return { ...entry, id: made };
  });
/** Menu by menu, as they are sent. */
const inOrder = (rows: readonly EditedEntry[]): EditedEntry[] => MENUS.flatMap((menu) => rows.filter((row) => row.menu === menu));
const entriesOf = (rows: readonly EditedEntry[]): MenuEntry[] =>
  inOrder(rows).map(({ id: _id, ...entry }) => ({ ...entry, label: withoutEmpty(entry.label) }));

/** The site's menus while they are edited: they are saved together. */
export const useMenuEdits = () => {
  const t = useText();
  const own = useLocale();
  const settings = useSettings();
  const changeBoot = useChangeBoot();
  const stored = settings.menus ?? [];
  const [rows, setRows] = useState<readonly EditedEntry[]>(() => editedOf(stored));
  const [opened, setOpened] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const save = useAction('PUT /admin/menus');
  /** Field errors refer to positions in the list as it was sent. */
  const problems = save.error?.fields ?? {};
  const sent = inOrder(rows);
  return {
    isChanged: JSON.stringify(entriesOf(rows)) !== JSON.stringify(entriesOf(editedOf(stored))),
    busy: save.busy,
    error: save.error,
    /** Names of the fields with an error. */
    fields: Object.keys(problems),
    /** The last move, for screen readers. */
    said,
    rowsOf: (menu: MenuName): readonly EditedEntry[] => rows.filter((row) => row.menu === menu),
    isOpened: (row: EditedEntry): boolean => opened === row.id,
    toggle: (row: EditedEntry) => setOpened(opened === row.id ? null : row.id),
    errorOf(row: EditedEntry, name: string): string | undefined {
      const place = `menus.${sent.findIndex(({ id }) => id === row.id)}.${name}`;
      return Object.entries(problems).find(([property]) => property === place || property.startsWith(`${place}.`))?.[1];
    },
    update: ({ id }: EditedEntry, change: Partial<MenuEntry>) => setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row))),
    move(row: EditedEntry, step: -1 | 1) {
      const group = rows.filter(({ menu }) => menu === row.menu);
      const from = group.findIndex(({ id }) => id === row.id);
      const to = from + step;
      if (to < 0 || to >= group.length) return;
      const next = group.toSpliced(from, 1).toSpliced(to, 0, row);
      setRows(MENUS.flatMap((menu) => (menu === row.menu ? next : rows.filter((other) => other.menu === menu))));
      setSaid(t('siteMenus.moved', { name: wordsIn(row.label, own), index: to + 1 }));
    },
    add(menu: MenuName) {
      const [row] = editedOf([{ menu, label: {}, path: '', audience: 'everyone', newTab: false }]);
      setRows([...rows, row!]);
      setOpened(row!.id);
    },
    remove: (row: EditedEntry) => setRows(rows.filter(({ id }) => id !== row.id)),
    async save() {
      const menus = entriesOf(rows);
      if (!(await save.run({ body: { menus } }))) return;
      changeBoot({ settings: { ...settings, menus } });
      setRows(editedOf(menus));
      setOpened(null);
      toast(t('siteMenus.saved'), { tone: 'ok' });
    },
    discard() {
      setRows(editedOf(stored));
      save.reset();
    },
  };
};

export type MenuEdits = ReturnType<typeof useMenuEdits>;
