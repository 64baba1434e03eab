import { SaxesParser } from 'saxes'
import { UnreadableSourceError } from '#server/import/source/errors.ts'
import { createAmpersandEscaper } from './ampersands.ts'

/** An element with text only, such as `wp:author` has several of. */
export type WxrFields = ReadonlyMap<string, string>
export type WxrTerm = { domain: string; nicename: string; name: string }
export type WxrItem = {
  fields: WxrFields
  terms: readonly WxrTerm[]
  meta: ReadonlyMap<string, string>
  comments: number
}
export type WxrRecord =
  | { kind: 'item'; item: WxrItem }
  | { kind: 'author'; fields: WxrFields }
  | { kind: 'category'; fields: WxrFields }
  | { kind: 'tag'; fields: WxrFields }
  | { kind: 'term'; fields: WxrFields }
  | { kind: 'site'; name: string; text: string }

const RECORDS: Readonly<Record<string, 'author' | 'category' | 'tag' | 'term'>> = {
  'wp:author': 'author',
  'wp:category': 'category',
  'wp:tag': 'tag',
  'wp:term': 'term',
}
/** Between two tags. The text of a post is one of these. */
const TEXT_MAX_BYTES = 20_000_000
const DEPTH_MAX = 30
/** Characters that XML forbids and WordPress writes all the same, and `]]>` and entities of HTML, which can only mean themselves. */
const HARMLESS = /disallowed character\.$|entity|"\]\]>"|unbound namespace/

/**
 * Yields what a WXR file contains, with one item in memory at a time: files of a gigabyte are common. A streaming parser
 * is needed, because the text of a post, in CDATA, may contain `</item>`. Entities of a document type are not known and none is
 * accepted. Throws `UnreadableSourceError` with the line for damaged XML.
 */
export async function* readWxr(path: string, name: string): AsyncGenerator<WxrRecord> {
  const found: WxrRecord[] = []
  let unreadable: UnreadableSourceError | undefined
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const place = () => `line ${parser.line}, column ${parser.column + 1}`
  const fail = (problem: string) => {
    unreadable ??= new UnreadableSourceError(
      `${name} is damaged at ${place()}: ${problem} Export it again, and import the new file.`,
    )
  }
  parser.on('doctype', () => fail('it has a document type declaration, which no export of WordPress has.'))
  parser.on('error', ({ message }) => {
    if (!HARMLESS.test(message)) fail(`${message.replace(/^[\d:\s]+/, '').replace(/\.?$/, '.')}`)
  })
  const builder = createBuilder((record) => found.push(record))
  let lastTag = 0
  parser.on('opentag', ({ name: tag, attributes }) => {
    lastTag = parser.position
    if (builder.open(tag, attributes) > DEPTH_MAX) fail('its elements are nested too deeply.')
  })
  parser.on('closetag', ({ name: tag }) => {
    lastTag = parser.position
    builder.close(tag)
  })
  parser.on('text', builder.addText)
  parser.on('cdata', builder.addText)

  const decoder = await decoderOf(path, name)
  const escaped = createAmpersandEscaper()
  for await (const chunk of Bun.file(path).stream()) {
    parser.write(escaped(decoder.decode(chunk, { stream: true })))
    if (parser.position - lastTag > TEXT_MAX_BYTES) fail('a text is longer than 20 MB.')
    if (unreadable) throw unreadable
    yield* found.splice(0)
  }
  parser.write(escaped(undefined))
  parser.close()
  if (unreadable) throw unreadable
  yield* found
}

async function decoderOf(path: string, name: string): Promise<TextDecoder> {
  const start = await Bun.file(path).slice(0, 200).text()
  const encoding = /^[^>]{0,150}encoding=["']([\w-]{1,30})["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding as Bun.Encoding)
  } catch {
    throw new UnreadableSourceError(
      `${name} has the unknown encoding ${encoding}. Save it as UTF-8, and import the new file.`,
    )
  }
}

/** Builds records from tags and texts. `open` returns the depth. */
function createBuilder(add: (record: WxrRecord) => void) {
  const path: string[] = []
  let text = ''
  let attributes: Readonly<Record<string, string>> = {}
  let fields = new Map<string, string>()
  let item: { terms: WxrTerm[]; meta: Map<string, string>; metaKey: string; comments: number } | undefined

  function open(tag: string, given: Readonly<Record<string, string>>): number {
    path.push(tag)
    text = ''
    attributes = given
    if (tag === 'item') item = { terms: [], meta: new Map(), metaKey: '', comments: 0 }
    if (tag === 'item' || (tag in RECORDS && !item)) fields = new Map()
    if (tag === 'wp:comment' && item) item.comments++
    return path.length
  }

  function close(tag: string): void {
    path.pop()
    const parent = path.at(-1)
    const own = text.trim()
    text = ''
    if (tag === 'item' && item) {
      add({ kind: 'item', item: { fields, terms: item.terms, meta: item.meta, comments: item.comments } })
      item = undefined
    } else if (item) closeInItem(tag, parent, own, item)
    else if (parent === 'channel' && RECORDS[tag]) add({ kind: RECORDS[tag], fields })
    else if (parent === 'channel') add({ kind: 'site', name: tag, text: own })
    else if (parent && RECORDS[parent] && !fields.has(tag)) fields.set(tag, own)
  }

  function closeInItem(
    tag: string,
    parent: string | undefined,
    own: string,
    { terms, meta, ...open }: NonNullable<typeof item>,
  ): void {
    if (tag === 'wp:meta_key' && parent === 'wp:postmeta' && item) item.metaKey = own
    else if (tag === 'wp:meta_value' && parent === 'wp:postmeta') meta.set(open.metaKey, own)
    else if (parent === 'item' && tag === 'category') {
      // Before version 1.1, each tag was written a second time without its short name.
      if (attributes.nicename || !attributes.domain)
        terms.push({ domain: attributes.domain ?? 'category', nicename: attributes.nicename ?? '', name: own })
    } else if (parent === 'item' && !fields.has(tag)) fields.set(tag, own)
  }

  function addText(more: string): void {
    text += more
  }

  return { open, close, addText }
}
