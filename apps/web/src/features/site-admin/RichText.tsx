import { Link, RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './RichText.module.css';

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
  const labels: Partial<RichTextEditorLabels> = {
    boldControlLabel: t('editor.bold'),
    italicControlLabel: t('editor.italic'),
    underlineControlLabel: t('editor.underline'),
    strikeControlLabel: t('editor.strike'),
    h2ControlLabel: t('editor.heading2'),
    h3ControlLabel: t('editor.heading3'),
    bulletListControlLabel: t('editor.bullets'),
    orderedListControlLabel: t('editor.numbers'),
    blockquoteControlLabel: t('editor.quote'),
    hrControlLabel: t('editor.rule'),
    linkControlLabel: t('editor.link'),
    unlinkControlLabel: t('editor.unlink'),
    linkEditorInputLabel: t('editor.linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: t('editor.linkSave'),
    linkEditorExternalLink: t('siteMenus.newTab'),
    linkEditorInternalLink: t('siteMenus.newTab'),
    undoControlLabel: t('editor.undo'),
    redoControlLabel: t('editor.redo'),
    clearFormattingControlLabel: t('editor.clear'),
  };
  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      classNames={{
        root: styles.root,
        toolbar: styles.toolbar,
        controlsGroup: styles.group,
        control: styles.control,
        content: classes(styles.content, type.prose),
        linkEditorDropdown: styles.dropdown,
        linkEditorInput: styles.linkInput,
        linkEditorSave: styles.linkSave,
        linkEditorExternalControl: styles.linkOutside,
      }}
    >
      <RichTextEditor.Toolbar role="toolbar" aria-label={t('editor.tools')}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.Hr />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content dir={direction} />
    </RichTextEditor>
  );
};

export default RichText;
