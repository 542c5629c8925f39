import type { MenuEntry } from '@stagedoor/contract/settings';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useChangeBoot, useSettings } from '../../app/boot.tsx';
import { useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { MenuEntryFields } from '../../features/admin/menus/MenuEntryFields.tsx';
import { useWritingLanguage, withoutEmpty, wordsIn } from '../../features/admin/frame/languages.ts';
import styles from '../../ui/admin/editor.module.css';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { WritingLanguage } from '../../features/admin/frame/WritingLanguage.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const MENUS = ['header', 'footer'] as const;
type MenuName = (typeof MENUS)[number];
/** An entry while it is edited, with an id independent of its position. */
type Row = MenuEntry & { id: number };

let made = 0;
const rowsOf = (menus: readonly MenuEntry[]): Row[] =>
  menus.map((entry) => {
    made += 1;
    return { ...entry, id: made };
  });
const entriesOf = (rows: readonly Row[]): MenuEntry[] =>
  MENUS.flatMap((menu) => rows.filter((row) => row.menu === menu)).map(({ id: _id, ...entry }) => ({
    ...entry,
    label: withoutEmpty(entry.label),
  }));

/** The site's menus: labels per language, order, audience. Fully operable by keyboard. */
const Menus = () => {
  const t = useText();
  const own = useLocale();
  const settings = useSettings();
  const changeBoot = useChangeBoot();
  const stored = settings.menus ?? [];
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(stored));
  const [opened, setOpened] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const save = useAction('PUT /admin/menus');
  const { languages, locale, setLocale } = useWritingLanguage();
  const isChanged = JSON.stringify(entriesOf(rows)) !== JSON.stringify(entriesOf(rowsOf(stored)));
  /** Field errors refer to positions in the list as it was sent. */
  const problems = save.error?.fields ?? {};
  const sent = MENUS.flatMap((menu) => rows.filter((row) => row.menu === menu));
  const errorOf = (row: Row, name: string): string | undefined => {
    const place = `menus.${sent.findIndex(({ id }) => id === row.id)}.${name}`;
    return Object.entries(problems).find(([property]) => property === place || property.startsWith(`${place}.`))?.[1];
  };

  const update = (id: number, change: Partial<MenuEntry>) => setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  const move = (row: Row, step: -1 | 1) => {
    const group = rows.filter(({ menu }) => menu === row.menu);
    const from = group.findIndex(({ id }) => id === row.id);
    const to = from + step;
    if (to < 0 || to >= group.length) return;
    const next = group.toSpliced(from, 1).toSpliced(to, 0, row);
    setRows(MENUS.flatMap((menu) => (menu === row.menu ? next : rows.filter((other) => other.menu === menu))));
    setSaid(t('siteMenus.moved', { name: wordsIn(row.label, own), index: to + 1 }));
  };
  const add = (menu: MenuName) => {
    const [row] = rowsOf([{ menu, label: {}, path: '', audience: 'everyone', newTab: false }]);
    setRows([...rows, row!]);
    setOpened(row!.id);
  };
  const onSave = async () => {
    const menus = entriesOf(rows);
    if (!(await save.run({ body: { menus } }))) return;
    changeBoot({ settings: { ...settings, menus } });
    setRows(rowsOf(menus));
    setOpened(null);
    toast(t('siteMenus.saved'), { tone: 'ok' });
  };

  const list = (menu: MenuName) => {
    const group = rows.filter((row) => row.menu === menu);
    return (
      <Card key={menu} pad="lg">
        <CardHead title={t(`siteMenus.${menu}`)} />
        <p className={styles.cardText}>{t(`siteMenus.${menu}Text`)}</p>
        {group.length === 0 ? <p className={classes(type.small, type.faint)}>{t('siteMenus.none')}</p> : null}
        <ol className={styles.entries}>
          {group.map((row, index) => {
            const name = wordsIn(row.label, own) || row.path || t('siteMenus.add');
            const isBad = ['label', 'path', 'audience', 'newTab'].some((part) => errorOf(row, part));
            return (
              <li key={row.id} className={styles.entry}>
                <div className={styles.entryLine}>
                  <span className={classes(type.num, styles.number)} aria-hidden="true">
                    {index + 1}
                  </span>
                  <span className={styles.entryWords}>
                    <span className={classes(type.strong, type.clip)}>{name}</span>
                    <span className={classes(type.tiny, type.faint, type.clip)} dir="ltr" style={{ textAlign: 'start' }}>
                      {row.path}
                    </span>
                  </span>
                  {row.audience === 'everyone' ? null : <Chip>{t(`audience.${row.audience}`)}</Chip>}
                  {isBad ? <Chip tone="bad">{t('validation.invalid')}</Chip> : null}
                  <span className={styles.entryActs}>
                    <IconButton
                      size="sm"
                      label={`${t('siteMenus.up')}: ${name}`}
                      icon={<IconArrowUp size={20} stroke={1.75} />}
                      disabled={index === 0}
                      onClick={() => move(row, -1)}
                    />
                    <IconButton
                      size="sm"
                      label={`${t('siteMenus.down')}: ${name}`}
                      icon={<IconArrowDown size={20} stroke={1.75} />}
                      disabled={index === group.length - 1}
                      onClick={() => move(row, 1)}
                    />
                    <IconButton
                      size="sm"
                      label={`${t('siteMenus.edit')}: ${name}`}
                      icon={<IconPencil size={20} stroke={1.75} />}
                      aria-expanded={opened === row.id}
                      onClick={() => setOpened(opened === row.id ? null : row.id)}
                    />
                    <IconButton
                      size="sm"
                      label={`${t('siteMenus.remove')}: ${name}`}
                      icon={<IconX size={20} stroke={1.75} />}
                      onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
                    />
                  </span>
                </div>
                {opened === row.id || isBad ? (
                  <MenuEntryFields
                    entry={row}
                    locale={locale}
                    direction={languages.find((one) => one.locale === locale)?.isRightToLeft ? 'rtl' : 'ltr'}
                    errorOf={(part) => errorOf(row, part)}
                    onChange={(change) => update(row.id, change)}
                    languagePicker={
                      <WritingLanguage
                        languages={languages}
                        locale={locale}
                        onChange={setLocale}
                        written={Object.keys(withoutEmpty(row.label))}
                      />
                    }
                  />
                ) : null}
              </li>
            );
          })}
        </ol>
        <Button kind="outline" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => add(menu)}>
          {t('siteMenus.add')}
        </Button>
      </Card>
    );
  };

  return (
    <Page width="wide">
      <PageTitle title={t('siteMenus.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('siteMenus.title')}</h1>
      </header>
      <p className={styles.lead}>{t('siteMenus.lead')}</p>
      <span className={type.hidden} role="status">
        {said}
      </span>
      <div className={styles.cards}>{MENUS.map(list)}</div>
      <UnsavedBar
        count={isChanged ? 1 : 0}
        busy={save.busy}
        error={save.error}
        fields={Object.keys(problems)}
        onSave={() => void onSave()}
        onDiscard={() => {
          setRows(rowsOf(stored));
          save.reset();
        }}
      />
    </Page>
  );
};

export default Menus;
