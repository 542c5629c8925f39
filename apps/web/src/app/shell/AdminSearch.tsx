import { useDeferredValue, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { useNavigate } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { useData } from '../data.ts';
import { useSession } from '../session.tsx';
import styles from './AdminSearch.module.css';
import { railOf } from './navigation.tsx';

const PEOPLE = 6;
/** Shorter words find too many people. */
const LEAST = 2;

/** Finds a page of the administration by its name, and people by name, username or address. */
const AdminSearch = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const user = useSession();
  const navigate = useNavigate();
  const [word, setWord] = useState('');
  const q = useDeferredValue(word.trim());
  const mayFindPeople = user?.permissions.includes('users') === true;
  const people = useData('GET /admin/users', { query: { q, limit: PEOPLE } }, { enabled: mayFindPeople && q.length >= LEAST });
  const pages = railOf('admin', user)
    .map((item) => ({ ...item, name: t(item.text) }))
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  const found = q.length >= LEAST ? (people.data?.data ?? []) : [];
  const open = (key: string | number) => {
    onClose();
    void navigate(String(key));
  };
  return (
    <Sheet opened onClose={onClose} title={t('shell.search')} width={560}>
      <Autocomplete inputValue={word} onInputChange={setWord} disableAutoFocusFirst={false}>
        {/* The one field of the dialog. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <SearchField aria-label={t('shell.searchAdmin')} autoFocus className={styles.field!}>
          <Input className={styles.input!} placeholder={t('shell.searchAdmin')} />
        </SearchField>
        <Menu
          aria-label={t('shell.searchAdmin')}
          className={styles.list!}
          onAction={open}
          renderEmptyState={() => <p className={styles.none}>{t('shell.searchNone')}</p>}
        >
          {pages.length > 0 ? (
            <MenuSection>
              <Header className={styles.head}>{t('shell.searchPages')}</Header>
              {pages.map(({ to, name, Icon }) => (
                <MenuItem key={to} id={to} textValue={name} className={styles.item!}>
                  <Icon size={22} stroke={1.75} aria-hidden="true" />
                  {name}
                </MenuItem>
              ))}
            </MenuSection>
          ) : null}
          {found.length > 0 ? (
            <MenuSection>
              <Header className={styles.head}>{t('shell.searchPeople')}</Header>
              {found.map((person) => (
                <MenuItem
                  key={person._id}
                  id={`${person.role === 'performer' ? '/admin/performers' : '/admin/users'}?id=${person._id}`}
                  textValue={person.name}
                  className={styles.item!}
                >
                  <Avatar src={person.avatar} size={28} />
                  <span>
                    <bdi>{person.name}</bdi>
                  </span>
                  <span className={styles.aside}>@{person.username}</span>
                </MenuItem>
              ))}
            </MenuSection>
          ) : null}
        </Menu>
      </Autocomplete>
    </Sheet>
  );
};

export default AdminSearch;
