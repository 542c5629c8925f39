import { splitLinks } from '@stagedoor/contract/links.values';

/** Text that people wrote, with its web addresses as links that tell the other site nothing of where they were. */
export const LinkedText = ({ text }: { text: string }) => (
  <bdi>
    {splitLinks(text).map((part, index) =>
      part.href ? (
        <a key={`${index} ${part.href}`} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      ) : (
        part.text
      ),
    )}
  </bdi>
);
