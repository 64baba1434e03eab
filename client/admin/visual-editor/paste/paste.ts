import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, Plugin } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { imagesOf } from '#client/admin/images/upload-queue.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { withLinkedUrls } from '#client/admin/visual-editor/commands/link-urls.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { uploadAt } from '#client/admin/visual-editor/commands/uploads.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { type CleanedHtml, cleanPastedHtml, withUsualBlanks } from './clean-pasted-html.ts'
import { normalizeSlice } from './normalize-slice.ts'
import { withOwnFootnotes } from './own-footnotes.ts'
import { pasteCode } from './paste-code.ts'
import { pasteTable } from './paste-table.ts'
import { pasteUrl } from './paste-url.ts'

/** Pasted and dropped text as clean structure, and image files uploaded where they are put. Ctrl/⌘+Shift+V pastes plain text. */
export function cleanPaste(host: EditorHost, format: PostFormat): Plugin {
  let isPlain = false
  return new Plugin({
    props: {
      handleKeyDown(_, { key, shiftKey, ctrlKey, metaKey }) {
        isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v'
        return false
      },
      transformPastedHTML(html) {
        const cleaned = cleanPastedHtml(html, (src) => host.imageUrl(src) !== undefined)
        const notice = leftOutInWords(cleaned)
        if (notice) host.warn(notice)
        return cleaned.html
      },
      transformPastedText: (text) => withUsualBlanks(text),
      transformPasted(slice, view) {
        const normalized = normalizeSlice(withOwnFootnotes(withLinks(slice, view.state), view.state.doc))
        const structure = format === 'html' ? withoutForeignSource(normalized) : normalized
        return takesLinesOnly(view.state) ? linesOf(structure) : structure
      },
      handlePaste(view, { clipboardData }) {
        const files = imagesOf(clipboardData)
        const takers = files.length > 0 || isPlain ? [] : [pasteUrl, pasteCode, pasteTable]
        isPlain = false
        if (takers.some((take) => take(view, clipboardData))) return true
        // Word and spreadsheets add a picture of the text.
        if (files.length === 0 || hasText(clipboardData?.getData('text/html') ?? '')) return false
        uploadAt(view, host, files, view.state.selection.to)
        return true
      },
      handleDrop(view, event) {
        const files = imagesOf(event.dataTransfer)
        const pos = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (files.length === 0 || pos === undefined) return false
        event.preventDefault()
        uploadAt(view, host, files, pos)
        return true
      },
    },
  })
}

/** URLs as links, unless the text is pasted into code. */
function withLinks(slice: Slice, { selection }: EditorState): Slice {
  if (selection.$from.parent.type.spec.code) return slice
  return new Slice(withLinkedUrls(slice.content), slice.openStart, slice.openEnd)
}

/** Inline source that is no HTML, such as `{{ x }}`, is text in an HTML post: so it is shown. */
const withoutForeignSource = ({ content, openStart, openEnd }: Slice): Slice =>
  new Slice(asText(content), openStart, openEnd)

const asText = (content: Fragment): Fragment =>
  Fragment.fromArray(
    content.content.map((node) => {
      const isForeign = node.type === schema.nodes.source_inline && !/^[<&]/.test(node.attrs.text)
      if (isForeign) return schema.text(node.attrs.text, node.marks)
      return node.isLeaf ? node : node.copy(asText(node.content))
    }),
  )

/** Cells and captions have no blocks. Pasted cells are put into cells by the tables. */
const takesLinesOnly = (state: EditorState): boolean =>
  isInTable(state) || state.selection.$from.parent.type === schema.nodes.figure

function linesOf(slice: Slice): Slice {
  const isTable = slice.content.firstChild?.type.spec.tableRole !== undefined
  if (isTable && slice.content.childCount === 1) return slice
  const lines: Node[][] = []
  slice.content.descendants((node) => {
    if (node.isTextblock) lines.push(node.type.spec.code ? [schema.text(node.textContent || ' ')] : [...node.children])
    else if (node.isInline) return false
    return !node.isTextblock
  })
  if (lines.length === 0) return slice
  const nodes = lines.flatMap((line, index) => (index === 0 ? line : [schema.nodes.hard_break.create(), ...line]))
  return new Slice(Fragment.from(nodes), 0, 0)
}

const hasText = (html: string): boolean =>
  html.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>|&nbsp;/gi, '').trim() !== ''

/** One notice for all that was left out; empty for nothing. */
function leftOutInWords({ imagesLeftOut, linksLeftOut, embedsLeftOut }: CleanedHtml): string {
  const counted = (count: number, one: string, more: string) => (count === 1 ? `${one} was` : `${count} ${more} were`)
  const notices = [
    imagesLeftOut > 0 &&
      `${counted(imagesLeftOut, 'An image', 'images')} left out. Save ${imagesLeftOut === 1 ? 'it' : 'them'} to your device, then paste, drop or choose the file.`,
    linksLeftOut > 0 &&
      `${counted(linksLeftOut, 'A link', 'links')} left out, because the full address is not known or only your device has the page. The words are there: link them again.`,
    embedsLeftOut > 0 &&
      `${counted(embedsLeftOut, 'An embed or recording', 'embeds or recordings')} left out. Type /embed to add its page.`,
  ]
  return notices.filter(Boolean).join(' ')
}
