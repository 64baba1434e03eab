import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { BodyEditorProps, UploadedImage } from '#client/admin/shared/body-editor.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { SourceFormat, Syntax } from './source-format.ts'

/** What is around a URL that is typed. */
type UrlPatterns = {
  /** An image up to the cursor with its URL so far, what is already there after the cursor, and its description. */
  image: RegExp
  imageRest: RegExp
  alt: RegExp
  /** The URL of a link so far. */
  link: RegExp
  /** Ends a link. */
  close: string
}
const urlPatterns: Record<PostFormat, UrlPatterns> = {
  md: {
    image: /!\[[^\]\n]*\]\(([^()\s]*)$/,
    imageRest: /^\)/,
    alt: /^!\[([^\]]*)/,
    link: /(?<!!)\[[^\]\n]*\]\(([^()\s]*)$/,
    close: ')',
  },
  html: {
    image: /<img\s(?:[^<>\n]*\s)?src=["']([^"'<>\s]*)$/i,
    imageRest: /^[^<>\n]*>/,
    alt: /\salt="([^"]*)"/i,
    link: /\bhref=["']([^"'<>\s]*)$/i,
    close: '',
  },
}

type Props = Pick<BodyEditorProps, 'findLinks' | 'findImages' | 'chooseImage'>
type Options = { format: SourceFormat; syntax: Syntax; props: () => Props }

/** Suggests pages of the site where a link is typed; where an image is, images of the post's folder and of the media library. */
export function completion({ format, syntax, props }: Options): Extension {
  if (format === 'plain') return []
  const patterns = urlPatterns[format]
  const source: CompletionSource = (context) => {
    const line = context.state.doc.lineAt(context.pos)
    const before = line.text.slice(0, context.pos - line.from)
    const image = patterns.image.exec(before)
    if (image) return imageChoices(context, image[1] ?? '', { from: line.from + image.index, patterns, syntax, props })
    const [match, url = ''] = patterns.link.exec(before) ?? []
    return match === undefined ? null : linkChoices(context, url, patterns.close, props)
  }
  return autocompletion({ override: [source], icons: false })
}

async function linkChoices(
  context: CompletionContext,
  typed: string,
  close: string,
  props: () => Props,
): Promise<CompletionResult | null> {
  const links = await props()
    .findLinks(typed)
    .catch(() => [])
  if (context.aborted || links.length === 0) return null
  const options = links.map(({ url, title }) => ({ label: title, detail: url, apply: applyUrl(url, close) }))
  // The server has filtered them.
  return { from: context.pos - typed.length, options, filter: false }
}

const applyUrl =
  (url: string, close: string) =>
  (view: EditorView, _: Completion, from: number, to: number): void => {
    const isClosed = close === '' || view.state.sliceDoc(to, to + 1) === close
    const insert = isClosed ? url : url + close
    const cursor = from + url.length + close.length
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: cursor }, userEvent: 'input.complete' })
  }

type TypedImage = Pick<Options, 'syntax' | 'props'> & { from: number; patterns: UrlPatterns }

async function imageChoices(
  context: CompletionContext,
  typed: string,
  written: TypedImage,
): Promise<CompletionResult | null> {
  const images = await written
    .props()
    .findImages(typed)
    .catch(() => [])
  if (context.aborted) return null
  const named = images.map((image) => ({ ...namesOf(image), apply: applyUrl(image.url, written.patterns.close) }))
  // The server has filtered them.
  return { from: context.pos - typed.length, options: [...named, chooser(context.pos, written)], filter: false }
}

/** Paths of the library are hashes: their description says more. */
function namesOf({ url, alt }: UploadedImage): { label: string; detail: string } {
  if (!url.startsWith('/')) return { label: url, detail: alt || 'In the folder of this post' }
  return { label: alt || url, detail: 'In the media library' }
}

/** Opens the media library. The image replaces what is written of it so far. Its description stays. */
function chooser(pos: number, { from, patterns, syntax, props }: TypedImage): Completion {
  async function apply(view: EditorView) {
    const { doc } = view.state
    const [rest = ''] = patterns.imageRest.exec(doc.sliceString(pos, doc.lineAt(pos).to)) ?? []
    const written = doc.sliceString(from, pos + rest.length)
    const [, alt = ''] = patterns.alt.exec(written) ?? []
    const image = await props().chooseImage()
    view.focus()
    if (!image) return
    const insert = syntax.image(alt || image.alt, image.url, image.caption)
    const { main } = view.state.selection
    // The cursor moves with changes of the text before it.
    const start = Math.max(0, main.head - (pos - from))
    const isThere = view.state.sliceDoc(start, start + written.length) === written
    const range = isThere ? { from: start, to: start + written.length } : main
    view.dispatch({
      changes: { from: range.from, to: range.to, insert },
      selection: { anchor: range.from + insert.length },
      userEvent: 'input.complete',
    })
  }
  return { label: 'Choose an image…', apply }
}
