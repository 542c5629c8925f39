import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconH2,
  IconH3,
  IconItalic,
  IconLineDashed,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
  IconUnlink,
  type TablerIcon,
} from '@tabler/icons-react';
import Link from '@tiptap/extension-link';
import { type ChainedCommands, type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { classes } from '../../../ui/classes.ts';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './RichText.module.css';
import { RichTextLink } from './RichTextLink.tsx';

interface RichTextProps {
  /** Id of the labelling element. */
  labelledBy: string;
  /** Initial HTML; afterwards the editor keeps its own state. */
  initial: string;
  direction: 'ltr' | 'rtl';
  lang: string;
  onChange: (html: string) => void;
}

const extensions = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, heading: { levels: [2, 3] } }),
  Link.configure({ openOnClick: false, protocols: ['https', 'mailto'], defaultProtocol: 'https' }),
];

interface Control {
  text: TextKey;
  Icon: TablerIcon;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Whether it holds where the caret is. */
  isOn?: (editor: Editor) => boolean;
  /** Whether it would do anything. */
  can?: (editor: Editor) => boolean;
}

const isHeading = (level: 2 | 3) => (editor: Editor) => editor.isActive('heading', { level });
const has = (name: string) => (editor: Editor) => editor.isActive(name);

/** The tools, in groups. The link's own stands first in the fourth. */
const TOOLS: readonly (readonly Control[])[] = [
  [
    { text: 'editor.heading2', Icon: IconH2, run: (chain) => chain.toggleHeading({ level: 2 }), isOn: isHeading(2) },
    { text: 'editor.heading3', Icon: IconH3, run: (chain) => chain.toggleHeading({ level: 3 }), isOn: isHeading(3) },
  ],
  [
    { text: 'editor.bold', Icon: IconBold, run: (chain) => chain.toggleBold(), isOn: has('bold') },
    { text: 'editor.italic', Icon: IconItalic, run: (chain) => chain.toggleItalic(), isOn: has('italic') },
    { text: 'editor.underline', Icon: IconUnderline, run: (chain) => chain.toggleUnderline(), isOn: has('underline') },
    { text: 'editor.strike', Icon: IconStrikethrough, run: (chain) => chain.toggleStrike(), isOn: has('strike') },
    { text: 'editor.clear', Icon: IconClearFormatting, run: (chain) => chain.unsetAllMarks() },
  ],
  [
    { text: 'editor.bullets', Icon: IconList, run: (chain) => chain.toggleBulletList(), isOn: has('bulletList') },
    { text: 'editor.numbers', Icon: IconListNumbers, run: (chain) => chain.toggleOrderedList(), isOn: has('orderedList') },
    { text: 'editor.quote', Icon: IconBlockquote, run: (chain) => chain.toggleBlockquote(), isOn: has('blockquote') },
    { text: 'editor.rule', Icon: IconLineDashed, run: (chain) => chain.setHorizontalRule() },
  ],
  [{ text: 'editor.unlink', Icon: IconUnlink, run: (chain) => chain.unsetLink() }],
  [
    { text: 'editor.undo', Icon: IconArrowBackUp, run: (chain) => chain.undo(), can: (editor) => editor.can().undo() },
    { text: 'editor.redo', Icon: IconArrowForwardUp, run: (chain) => chain.redo(), can: (editor) => editor.can().redo() },
  ],
];
const LINKS = 3;

const Tool = ({ editor, tool: { text, Icon, run, isOn, can } }: { editor: Editor; tool: Control }) => {
  const t = useText();
  const { on, disabled } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ on: isOn?.(now) ?? false, disabled: can ? !can(now) : false }),
  });
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={t(text)}
      title={t(text)}
      {...(isOn ? { 'aria-pressed': on } : {})}
      data-active={on || undefined}
      disabled={disabled}
      onClick={() => run(editor.chain().focus()).run()}
    >
      <Icon stroke={1.5} aria-hidden="true" />
    </button>
  );
};

/** Editor for a page's HTML: headings, lists, quotations, emphasis, links. Loaded only by the screen that needs it. */
const RichText = ({ labelledBy, initial, direction, lang, onChange }: RichTextProps) => {
  const t = useText();
  const editor = useEditor({
    extensions,
    content: initial,
    immediatelyRender: true,
    editorProps: { attributes: { 'aria-labelledby': labelledBy, role: 'textbox', 'aria-multiline': 'true', lang } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  return (
    <div className={styles.root}>
      <div className={styles.toolbar} role="toolbar" aria-label={t('editor.tools')}>
        {TOOLS.map((group, index) => (
          <div key={group[0]!.text} className={styles.group}>
            {index === LINKS ? <RichTextLink editor={editor} /> : null}
            {group.map((tool) => (
              <Tool key={tool.text} editor={editor} tool={tool} />
            ))}
          </div>
        ))}
      </div>
      <EditorContent editor={editor} className={classes(styles.content, type.prose)} dir={direction} />
    </div>
  );
};

export default RichText;
