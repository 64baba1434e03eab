import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { search } from 'prosemirror-search'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import type { PostFormat } from '#contract/post-form.ts'
import type { EditorHost } from './editor-host.ts'
import { numberedFootnotes } from './footnote-numbers.ts'
import { markdownInputRules } from './input-rules.ts'
import { joinListsAtEdits } from './join-lists.ts'
import { headerOfTables, lineAtEnd } from './keep-structure.ts'
import { createKeymaps } from './keymap.ts'
import { cleanPaste } from './paste.ts'
import { runTool } from './run-tool.ts'
import { slashMenu } from './slash-menu-plugin.ts'
import type { Tool } from './tools.ts'
import { uploadPlaces } from './uploads.ts'

export const createPlugins = (host: EditorHost, tools: readonly Tool[], format: PostFormat): Plugin[] => [
  // Before the keys: Enter chooses a command while the menu is open.
  slashMenu(host, tools),
  markdownInputRules(),
  ...createKeymaps(host, tools, (tool) => runTool(host, tool)),
  history(),
  tableEditing(),
  gapCursor(),
  dropCursor({ color: false, class: 'drop-cursor', width: 3 }),
  search(),
  uploadPlaces(),
  cleanPaste(host, format),
  joinListsAtEdits(),
  lineAtEnd(),
  format === 'md' ? headerOfTables() : numberedFootnotes(),
]
