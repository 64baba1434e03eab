import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { search } from 'prosemirror-search'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { numberedFootnotes } from '#client/admin/visual-editor/commands/footnote-numbers.ts'
import { markdownInputRules } from '#client/admin/visual-editor/commands/input-rules.ts'
import { joinListsAtEdits } from '#client/admin/visual-editor/commands/join-lists.ts'
import { headerOfTables, lineAtEnd } from '#client/admin/visual-editor/commands/keep-structure.ts'
import { linkTypedUrls } from '#client/admin/visual-editor/commands/link-urls.ts'
import { uploadPlaceholders } from '#client/admin/visual-editor/commands/uploads.ts'
import { offerMarkdown } from '#client/admin/visual-editor/paste/markdown-offer.ts'
import { cleanPaste } from '#client/admin/visual-editor/paste/paste.ts'
import { createKeymaps } from '#client/admin/visual-editor/tools/keymap.ts'
import { runTool } from '#client/admin/visual-editor/tools/run-tool.ts'
import { slashMenu } from '#client/admin/visual-editor/tools/slash-menu-plugin.ts'
import type { Tool } from '#client/admin/visual-editor/tools/tools.ts'
import { undoHistory } from '#client/admin/visual-editor/tools/undo-history.ts'
import type { PostFormat } from '#contract/post-form.ts'

export const createPlugins = (host: EditorHost, tools: readonly Tool[], format: PostFormat): Plugin[] => [
  // Before the keys: Enter chooses a command while the menu is open.
  slashMenu(host, tools),
  ...markdownInputRules(),
  linkTypedUrls(),
  ...createKeymaps(host, tools, (tool) => runTool(host, tool)),
  ...undoHistory(host),
  tableEditing(),
  gapCursor(),
  dropCursor({ color: false, class: 'drop-cursor', width: 3 }),
  search(),
  uploadPlaceholders(),
  offerMarkdown(),
  cleanPaste(host, format),
  joinListsAtEdits(),
  lineAtEnd(),
  format === 'md' ? headerOfTables() : numberedFootnotes(),
]
