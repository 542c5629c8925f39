import { Link } from 'react-router';
import { Chip } from '../../ui/Chip.tsx';
import styles from './item-page.module.css';

interface TopicsProps {
  item: { categories: readonly { _id: string; name: string }[]; tags: readonly string[] };
  /** The page that lists its kind by `category` and by `tag`. */
  list: string;
}

/** Categories and tags of an item, each a link to others with it; nothing without any. */
export const Topics = ({ item: { categories, tags }, list }: TopicsProps) =>
  categories.length + tags.length > 0 ? (
    <div className={styles.tags}>
      {categories.map(({ _id, name }) => (
        <Link key={_id} to={`${list}?category=${_id}`}>
          <Chip size="lg">{name}</Chip>
        </Link>
      ))}
      {tags.map((tag) => (
        <Link key={tag} to={`${list}?${new URLSearchParams({ tag }).toString()}`}>
          <Chip size="lg">#{tag}</Chip>
        </Link>
      ))}
    </div>
  ) : null;
