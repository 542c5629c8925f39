import { Link, RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './RichText.module.css';

interface RichTextProps {
  /** Id of the element that names it. */
  labelledBy: string;
  /** HTML it begins with; it keeps its own from then on. */
  initial: string;
  direction: 'ltr' | 'rtl';
  lang: string;
  onChange: (html: string) => void;
}

const extensions = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, heading: { levels: [2, 3] } }),
  Link.configure({ openOnClick: false, protocols: ['https', 'mailto'], defaultProtocol: 'https' }),
];

/** Writes what pages may carry: headings, lists, quotations, emphasis, links. Loaded on the screen that needs it alone. */
const RichText = ({ labelledBy, initial, direction, lang, onChange }: RichTextProps) => {
  const say = useText();
  const editor = useEditor({
    extensions,
    content: initial,
    immediatelyRender: true,
    editorProps: { attributes: { 'aria-labelledby': labelledBy, role: 'textbox', 'aria-multiline': 'true', lang } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const labels: Partial<RichTextEditorLabels> = {
    boldControlLabel: say('editor.bold'),
    italicControlLabel: say('editor.italic'),
    underlineControlLabel: say('editor.underline'),
    strikeControlLabel: say('editor.strike'),
    h2ControlLabel: say('editor.heading2'),
    h3ControlLabel: say('editor.heading3'),
    bulletListControlLabel: say('editor.bullets'),
    orderedListControlLabel: say('editor.numbers'),
    blockquoteControlLabel: say('editor.quote'),
    hrControlLabel: say('editor.rule'),
    linkControlLabel: say('editor.link'),
    unlinkControlLabel: say('editor.unlink'),
    linkEditorInputLabel: say('editor.linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: say('editor.linkSave'),
    linkEditorExternalLink: say('siteMenus.newTab'),
    linkEditorInternalLink: say('siteMenus.newTab'),
    undoControlLabel: say('editor.undo'),
    redoControlLabel: say('editor.redo'),
    clearFormattingControlLabel: say('editor.clear'),
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
      <RichTextEditor.Toolbar role="toolbar" aria-label={say('editor.tools')}>
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
