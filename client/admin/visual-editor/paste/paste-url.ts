import { closeHistory } from 'prosemirror-history'
import type { EditorView } from 'prosemirror-view'
import { insertBlock } from '#client/admin/visual-editor/commands/block-commands.ts'
import { embedOf } from '#client/admin/visual-editor/commands/embeds.ts'
import { isEmptyLine } from '#client/admin/visual-editor/commands/image-commands.ts'
import { linkAt, setLink } from '#client/admin/visual-editor/commands/link-commands.ts'
import { onlyUrl } from '#client/admin/visual-editor/commands/link-urls.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'

const { source_block } = schema.nodes

/**
 * A pasted URL links the selected words, is a link elsewhere, and in an empty line the video that it leads to; undo makes a link of
 * that. Returns false for anything else, and in code.
 */
export function pasteUrl(view: EditorView, data: DataTransfer | null): boolean {
  const plain = data?.getData('text/plain') ?? ''
  const href = onlyUrl(plain)
  const { $from, $to, empty } = view.state.selection
  if (href === undefined || !$from.sameParent($to) || !$from.parent.type.allowsMarkType(schema.marks.link)) return false
  // Edge copies an address with the title of its page.
  const isNamed = wordsOf(data?.getData('text/html') ?? '', plain) !== plain.trim()
  if (empty && (isNamed || linkAt(view.state))) return false
  const isAlone = empty && isEmptyLine($from)
  setLink(href, plain.trim())(view.state, view.dispatch)
  const embed = isAlone ? embedOf(href) : undefined
  if (embed) replaceByEmbed(view, embed)
  return true
}

/** The words of pasted HTML, or the plain text where there is none. */
function wordsOf(html: string, plain: string): string {
  if (html === '') return plain.trim()
  // An inert document: nothing in it is loaded or runs.
  const inert = html.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>|&nbsp;/gi, '')
  return inert.replaceAll('&amp;', '&').trim() || plain.trim()
}

function replaceByEmbed(view: EditorView, source: string): void {
  const { tr, selection } = view.state
  const { $from } = selection
  tr.delete($from.start(), $from.end())
  insertBlock(tr, source_block.create({ text: source }))
  view.dispatch(closeHistory(tr))
}
