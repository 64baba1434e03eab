import type { EditorView } from 'prosemirror-view'
import { insertBlock } from '#client/admin/visual-editor/commands/block-commands.ts'
import { isEmptyLine } from '#client/admin/visual-editor/commands/image-commands.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'

const { code_block } = schema.nodes
type Code = { text: string; language: string }

/**
 * Code that was copied in an editor of programs becomes a code block with its indentation; one line of it within a text becomes
 * inline code. Returns false for anything else.
 */
export function pasteCode(view: EditorView, data: DataTransfer | null): boolean {
  const code = data && codeIn(data)
  const { selection, tr } = view.state
  const { $from } = selection
  if (!code || !$from.parent.inlineContent || $from.parent.type.spec.code) return false
  const isLine = !code.text.includes('\n') && !(selection.empty && isEmptyLine($from))
  if (isLine || $from.depth === 0 || !$from.node(-1).type.contentMatch.matchType(code_block)) {
    if (!isLine || !$from.parent.type.allowsMarkType(schema.marks.code)) return false
    view.dispatch(tr.replaceSelectionWith(schema.text(code.text.trim(), [schema.marks.code.create()]), false))
    return true
  }
  tr.deleteSelection()
  insertBlock(tr, code_block.create({ language: code.language }, schema.text(code.text)))
  view.dispatch(tr.setMeta('paste', true))
  return true
}

function codeIn(data: DataTransfer): Code | undefined {
  const text = data.getData('text/plain').replaceAll('\r\n', '\n').replace(/\n+$/, '')
  if (text.trim() === '') return undefined
  const mode = modeOf(data.getData('vscode-editor-data'))
  if (mode !== undefined) return isProse(mode) ? undefined : { text, language: LANGUAGES[mode] ?? mode }
  return isOfEditor(data.getData('text/html')) ? { text, language: '' } : undefined
}

/** The language of VS Code and of the editors that are made of it. */
function modeOf(data: string): string | undefined {
  try {
    const { mode } = Object(JSON.parse(data))
    return typeof mode === 'string' && /^[\w+#.-]{1,40}$/.test(mode) ? mode : undefined
  } catch {
    return undefined
  }
}

const isProse = (mode: string) => ['plaintext', 'markdown', 'mdx', 'latex', 'git-commit'].includes(mode)

/** Names of languages that VS Code has in another way than Markdown. */
const LANGUAGES: Readonly<Record<string, string>> = {
  typescriptreact: 'tsx',
  javascriptreact: 'jsx',
  shellscript: 'sh',
  dockercompose: 'yaml',
  'objective-c': 'objectivec',
}

/** JetBrains and Visual Studio copy one `<pre>` with a font, Monaco a `<div>` whose blanks count. */
function isOfEditor(html: string): boolean {
  const root =
    /^(?:\s|<!--[^>]*-->|<(?:html|head|body|meta)\b[^>]*>|<\/head>)*<(pre|div)\b[^>]*\bstyle=(["'])(.*?)\2/i.exec(html)
  const [, tag = '', , style = ''] = root ?? []
  const isMonospace = /font-family:[^;]*(?:mono|consolas|courier|menlo|monaco|cascadia|source code)/i.test(style)
  return isMonospace && (tag.toLowerCase() === 'pre' || /white-space:\s*pre/i.test(style))
}
