import { PUBLISH_KEYS } from '#client/admin/shared/use-shortcuts.ts'

export type Shortcut = { does: string; keys: readonly string[] }

/** All shortcuts by where they work, in the spelling of `shownShortcut`. A test compares them with the editor's tools. */
export const shortcutGroups: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere, outside of text fields',
    shortcuts: [
      { does: 'This help', keys: ['?'] },
      { does: 'Close a dialog; those that a post is written or merged in close with their buttons', keys: ['Escape'] },
    ],
  },
  {
    title: 'List of posts',
    shortcuts: [
      { does: 'Search at once', keys: ['Enter'] },
      { does: 'Undo the deletion of a post, while Undo is shown', keys: ['Mod-z'] },
      { does: 'Check all posts up to this one', keys: ['Shift-Click', 'Shift-Space'] },
    ],
  },
  {
    title: 'Writing page',
    shortcuts: [
      { does: 'Save the draft', keys: ['Mod-s'] },
      { does: 'Publish, schedule or update, after asking', keys: [PUBLISH_KEYS] },
    ],
  },
  {
    title: 'Repair of a file',
    shortcuts: [{ does: 'Save the file', keys: ['Mod-s'] }],
  },
  {
    title: 'Visual editor',
    shortcuts: [
      { does: 'Undo', keys: ['Mod-z'] },
      { does: 'Redo', keys: ['Mod-Shift-z', 'Mod-y'] },
      { does: 'Bold', keys: ['Mod-b'] },
      { does: 'Italic', keys: ['Mod-i'] },
      { does: 'Code', keys: ['Mod-e'] },
      { does: 'Strikethrough', keys: ['Mod-Shift-x'] },
      { does: 'Link', keys: ['Mod-k'] },
      { does: 'Paragraph', keys: ['Mod-Alt-0'] },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ does: `Heading ${level}`, keys: [`Mod-Alt-${level}`] })),
      { does: 'Bulleted list', keys: ['Mod-Shift-8'] },
      { does: 'Numbered list', keys: ['Mod-Shift-7'] },
      { does: 'Task list', keys: ['Mod-Shift-9'] },
      { does: 'Quote', keys: ['Mod-Shift-b'] },
      { does: 'Code block', keys: ['Mod-Alt-c'] },
      { does: 'Continue below code', keys: ['Mod-Enter'] },
      { does: 'Find and replace', keys: ['Mod-f'] },
      { does: 'Menu of all blocks', keys: ['/'] },
      { does: 'List item further in or out, next or previous cell', keys: ['Tab', 'Shift-Tab'] },
      { does: 'To the toolbar, then to the tools below the text', keys: ['Alt-F10'] },
      { does: 'Paste as plain text', keys: ['Mod-Shift-v'] },
      { does: 'Line break in a paragraph', keys: ['Shift-Enter'] },
      { does: 'Take back a Markdown shortcut right after it, or end an empty block', keys: ['Backspace'] },
    ],
  },
  {
    title: 'Source editor',
    shortcuts: [
      { does: 'Undo', keys: ['Mod-z'] },
      { does: 'Redo', keys: ['Mod-Shift-z', 'Mod-y'] },
      { does: 'Bold, italic, link', keys: ['Mod-b', 'Mod-i', 'Mod-k'] },
      { does: 'Find and replace', keys: ['Mod-f'] },
      { does: 'Suggestions', keys: ['Ctrl-Space'] },
      { does: 'Move the line up or down', keys: ['Alt-↑', 'Alt-↓'] },
      { does: 'Delete the line', keys: ['Mod-Shift-k'] },
      { does: 'More or less indent', keys: ['Tab', 'Shift-Tab'] },
      { does: 'Leave the text', keys: ['Escape', 'Tab'] },
    ],
  },
]
