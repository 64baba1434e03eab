import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

const { link, code } = schema.marks

const URL_IN_TEXT = /(?<![\p{L}\p{N}@/.:])(?:https?:\/\/|www\.)[^\s<>"\ufffc]+/giu
/** They end a sentence or a quotation, not the URL. */
const CLOSING = /[.,;:!?'"’”»*_]+$/

type FoundUrl = { from: number; to: number; href: string }

/** The URLs that a text consists of or mentions. */
export function urlsIn(text: string): FoundUrl[] {
  return [...text.matchAll(URL_IN_TEXT)].flatMap(({ 0: found, index }) => {
    const url = withoutClosing(found)
    const href = /^www\./i.test(url) ? `https://${url}` : url
    return URL.canParse(href) && /^https?:\/\/[^/?#]*[\p{L}\p{N}]/iu.test(href)
      ? [{ from: index, to: index + url.length, href }]
      : []
  })
}

/** A parenthesis that is opened before the URL is closed after it. */
function withoutClosing(found: string): string {
  const url = found.replace(CLOSING, '')
  const isOpen = url.split('(').length < url.split(')').length
  return isOpen && url.endsWith(')') ? withoutClosing(url.slice(0, -1)) : url
}

/** The URL that a text is, and nothing else. */
export function onlyUrl(text: string): string | undefined {
  const trimmed = text.trim()
  const [found] = urlsIn(trimmed)
  return found && found.from === 0 && found.to === trimmed.length ? found.href : undefined
}

const canBeLink = ({ marks }: Node): boolean => !link.isInSet(marks) && !code.isInSet(marks)

/** Makes links of the URLs in pasted texts, but not in code. */
export function withLinkedUrls(content: Fragment): Fragment {
  const nodes = content.content.flatMap((node) => {
    if (!node.isText) return [node.type.spec.code ? node : node.copy(withLinkedUrls(node.content))]
    return canBeLink(node) ? linkedText(node) : [node]
  })
  return Fragment.fromArray(nodes)
}

function linkedText(node: Node): Node[] {
  let end = 0
  const pieces: Node[] = []
  const add = (to: number, marks: readonly Mark[]) => {
    if (to > end) pieces.push(node.cut(end, to).mark(marks))
    end = to
  }
  for (const { from, to, href } of urlsIn(node.text ?? '')) {
    add(from, node.marks)
    add(to, link.create({ href }).addToSet(node.marks))
  }
  add(node.nodeSize, node.marks)
  return pieces
}

/** Makes a link of the URL that was typed before the cursor; `undefined` if there is none. */
export function linkTypedUrl({ selection, tr }: EditorState): Transaction | undefined {
  const { $from, empty } = selection
  const { parent, nodeBefore } = $from
  if (!empty || !nodeBefore?.isText || !canBeLink(nodeBefore) || !parent.type.allowsMarkType(link)) return undefined
  const text = parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const word = text.slice(text.search(/\S+$/))
  const found = urlsIn(text).find(({ to }) => text.slice(to) === '' || CLOSING.test(text.slice(to)))
  if (!found || !word || found.to <= text.length - word.length) return undefined
  const [from, to] = [$from.start() + found.from, $from.start() + found.to]
  return tr.doc.rangeHasMark(from, to, link) || tr.doc.rangeHasMark(from, to, code)
    ? undefined
    : tr.addMark(from, to, link.create({ href: found.href })).removeStoredMark(link)
}

/** A typed URL becomes a link once it ends: by a blank, Enter, or leaving the text. */
export const linkTypedUrls = (): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, from, to, text) {
        const linked = /^\s$/.test(text) && from === to ? linkTypedUrl(view.state) : undefined
        if (!linked) return false
        view.dispatch(linked.insertText(text, from, to).removeMark(from, from + text.length, link))
        return true
      },
      handleKeyDown(view, { key, isComposing }) {
        const linked = key === 'Enter' && !isComposing ? linkTypedUrl(view.state) : undefined
        if (linked) view.dispatch(linked)
        return false
      },
      handleDOMEvents: {
        blur(view) {
          const linked = linkTypedUrl(view.state)
          if (linked) view.dispatch(linked)
        },
      },
    },
  })
