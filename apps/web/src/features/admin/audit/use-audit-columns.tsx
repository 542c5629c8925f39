import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { auditActor, auditObject } from '@stagedoor/contract/audit-words.values';
import { Link } from 'react-router';
import { AuditFacts } from './AuditFacts.tsx';
import { useActionText, useAuditLanguage, useAuditPlace } from './audit-language.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

const ObjectCell = ({ entry }: { entry: AuditEntry }) => {
  const language = useAuditLanguage();
  const placeOf = useAuditPlace();
  const place = placeOf(entry);
  const name = auditObject(entry, language);
  return place ? (
    <Link className={type.link} to={place}>
      {name}
    </Link>
  ) : (
    name
  );
};

/** The columns of the audit log. */
export const useAuditColumns = (): readonly Column<AuditEntry>[] => {
  const t = useText();
  const format = useFormat();
  const actionText = useActionText();
  return [
    {
      key: 'what',
      narrow: 'main',
      title: t('people.what'),
      wrap: true,
      cell: (row) => <span className={type.strong}>{actionText(row.action)}</span>,
    },
    { key: 'whom', title: t('people.whom'), wrap: true, cell: (row) => <ObjectCell entry={row} /> },
    { key: 'detail', title: t('people.detail'), wrap: true, cell: (row) => <AuditFacts entry={row} /> },
    {
      key: 'who',
      title: t('people.who'),
      cell: (row) =>
        row.actor ? (
          <Link to={`/admin/users?id=${row.actor._id}`}>
            <bdi>{row.actor.name}</bdi>
          </Link>
        ) : (
          auditActor(row, t)
        ),
    },
    { key: 'when', narrow: 'end', number: true, title: t('people.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
};
