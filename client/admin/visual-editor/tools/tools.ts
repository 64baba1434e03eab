import { toggleMark } from 'prosemirror-commands'
import type { MarkType } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import * as blocks from '#client/admin/visual-editor/commands/block-commands.ts'
import { insertChosenImage } from '#client/admin/visual-editor/commands/choose-image.ts'
import type { EditorHost, InsertedKind } from '#client/admin/visual-editor/commands/editor-host.ts'
import { type ListKind, listKindAt, toggleList } from '#client/admin/visual-editor/commands/lists.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { insertTable } from '#client/admin/visual-editor/commands/table-commands.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { ToolIconName } from './tool-icons.tsx'
import { redoText, undoText } from './undo-history.ts'

/** A command with its name: a button of the toolbar, a key and an entry of the slash menu. */
export type Tool = {
  id: string
  label: string
  icon?: ToolIconName
  /** Name of the key in ProseMirror's spelling. */
  keys?: string
  command: Command
  /** For buttons that stay pressed. */
  isActive?: (state: EditorState) => boolean
  /** Announced when the command has run. Buttons that stay pressed are announced with their state. */
  done?: string
  /** It asks something first, in a dialog that takes the focus. */
  opensDialog?: true
  /** Offered by the slash menu, which also finds it by these words. */
  words?: string
  /** Listed after the others by the slash menu. */
  isRare?: boolean
}

const { nodes, marks } = schema

/** All tools by group, in the order of the toolbar. */
export function createTools(host: EditorHost, format: PostFormat = 'md') {
  const groups = allGroups(host)
  return { groups, all: [...blockTools, ...groups.flat(), ...insertTools(host, format)] }
}

function allGroups(host: EditorHost): Tool[][] {
  const openLink = whenDispatched(() => host.openDialog({ kind: 'link' }))
  return [
    [
      { id: 'undo', label: 'Undo', icon: 'undo', keys: 'Mod-z', done: 'Undone.', command: undoText(host) },
      { id: 'redo', label: 'Redo', icon: 'redo', keys: 'Mod-Shift-z', done: 'Redone.', command: redoText(host) },
    ],
    [
      markTool('bold', 'Bold', 'Mod-b', marks.strong),
      markTool('italic', 'Italic', 'Mod-i', marks.em),
      markTool('code', 'Code', 'Mod-e', marks.code),
      markTool('strike', 'Strikethrough', 'Mod-Shift-x', marks.strike),
      {
        id: 'link',
        label: 'Link',
        icon: 'link',
        keys: 'Mod-k',
        words: 'url address',
        opensDialog: true,
        command: (state, dispatch) =>
          state.selection.$from.parent.type.allowsMarkType(marks.link) && openLink(state, dispatch),
        isActive: (state) => isMarkActive(state, marks.link),
      },
    ],
    [
      listTool('bullet', 'Bulleted list', 'Mod-Shift-8', 'unordered points'),
      listTool('ordered', 'Numbered list', 'Mod-Shift-7', 'ordered steps'),
      listTool('task', 'Task list', 'Mod-Shift-9', 'checklist to do todo'),
      {
        id: 'quote',
        label: 'Quote',
        icon: 'quote',
        keys: 'Mod-Shift-b',
        words: 'blockquote citation',
        command: blocks.toggleQuote,
        isActive: isInside('blockquote'),
      },
      {
        id: 'callout',
        label: 'Callout',
        icon: 'callout',
        words: 'note tip important warning caution',
        command: blocks.toggleCallout,
        isActive: isInside('callout'),
      },
      {
        id: 'code-block',
        label: 'Code block',
        icon: 'code-block',
        keys: 'Mod-Alt-c',
        words: 'program fence',
        command: blocks.toggleCodeBlock,
        isActive: isInside('code_block'),
      },
    ],
    [
      {
        id: 'image',
        label: 'Image',
        icon: 'image',
        words: 'picture photo upload',
        opensDialog: true,
        command: insertChosenImage(host),
      },
      {
        id: 'table',
        label: 'Table',
        icon: 'table',
        words: 'rows columns',
        done: 'Table inserted.',
        command: insertTable,
      },
      {
        id: 'rule',
        label: 'Horizontal rule',
        icon: 'rule',
        words: 'hr line divider separator',
        done: 'Horizontal rule inserted.',
        command: blocks.insertRule,
      },
      {
        id: 'footnote',
        label: 'Footnote',
        icon: 'footnote',
        words: 'reference note',
        done: 'Footnote inserted. Write its text.',
        command: blocks.insertFootnote,
      },
    ],
    [
      {
        id: 'search',
        label: 'Find and replace',
        icon: 'search',
        keys: 'Mod-f',
        opensDialog: true,
        command: whenDispatched(host.openSearch),
      },
    ],
  ]
}

/** The choices of the block type, by the node they make. */
export const blockTools: Tool[] = [
  { id: 'paragraph', label: 'Paragraph', keys: 'Mod-Alt-0', words: 'text', command: blocks.setParagraph },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    id: `heading-${level}`,
    label: `Heading ${level}`,
    keys: `Mod-Alt-${level}`,
    words: `h${level} title`,
    // The title of the post is its first-level heading.
    isRare: level !== 2 && level !== 3,
    command: blocks.setHeading(level),
  })),
]

const CONTENTS =
  'A table of contents needs nothing: the page shows one by itself once the text takes three minutes to read and has three headings.'

/** What only the slash menu offers. */
const insertTools = (host: EditorHost, format: PostFormat): Tool[] => [
  insertTool(host, 'embed', 'Embed', 'video youtube vimeo link card'),
  insertTool(host, 'toggle', 'Toggle', 'details unfold collapse accordion'),
  insertTool(host, 'emoji', 'Emoji', 'smiley symbol'),
  insertTool(host, 'html', 'HTML', 'source tags'),
  // In HTML, formulas depend on a key of the front matter.
  ...(format === 'html' ? [] : [insertTool(host, 'formula', 'Formula', 'math tex latex equation')]),
  {
    id: 'contents',
    label: 'Contents',
    words: 'toc outline',
    command: whenDispatched(() => host.warn(CONTENTS)),
  },
]

const insertTool = (host: EditorHost, kind: InsertedKind, label: string, words: string): Tool => ({
  id: kind,
  label,
  words,
  opensDialog: true,
  command: whenDispatched(() => host.openDialog({ kind })),
})

const whenDispatched =
  (run: () => void): Command =>
  (_, dispatch) => {
    if (dispatch) run()
    return true
  }

const markTool = (icon: 'bold' | 'italic' | 'code' | 'strike', label: string, keys: string, mark: MarkType): Tool => ({
  id: icon,
  label,
  icon,
  keys,
  command: toggleMark(mark, null, { removeWhenPresent: true }),
  isActive: (state) => isMarkActive(state, mark),
})

const listTool = (kind: ListKind, label: string, keys: string, words: string): Tool => ({
  id: `${kind}-list`,
  label,
  icon: `${kind}-list` as const,
  keys,
  words,
  command: toggleList(kind),
  isActive: (state) => listKindAt(state) === kind,
})

const isInside =
  (type: 'blockquote' | 'callout' | 'code_block') =>
  (state: EditorState): boolean =>
    blocks.enclosingBlock(state, nodes[type]) !== undefined

export function isMarkActive({ doc, storedMarks, selection }: EditorState, mark: MarkType): boolean {
  const { $from, from, to, empty } = selection
  if (empty) return mark.isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, mark)
}

/** The block type at the selection, as the id of a block tool; '' for other blocks. */
export function blockTypeAt({ selection: { $from, $to } }: EditorState): string {
  const { type, attrs } = $from.parent
  if (!$from.sameParent($to)) return ''
  if (type === nodes.heading) return `heading-${attrs.level}`
  return type === nodes.paragraph ? 'paragraph' : ''
}
