import styles from './MarkedText.module.css';

/** A stretch of a text. */
interface Part {
  text: string;
  isMatch: boolean;
}

/** Text with what a search found in it marked. */
export const MarkedText = ({ parts }: { parts: readonly Part[] }) => (
  <bdi>
    {parts.map(({ text, isMatch }, at) =>
      isMatch ? (
        <mark key={`${at} ${text}`} className={styles.match}>
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </bdi>
);
