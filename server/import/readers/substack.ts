import { dirname, join } from 'node:path/posix'
import { classesOf, mapElements, parseHtml, textOf, writeHtml } from '#server/import/html/tree.ts'
import { UnreadableSourceError } from '#server/import/source/errors.ts'
import {
  HTML_MAX_CHARACTERS,
  type ImportedEntry,
  type Reader,
  type ReaderOptions,
  type SourceFiles,
  TOO_LONG,
} from '#server/import/source/imported.ts'
import { oneLine } from '#server/text/scan/lines.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { parseCsv } from './csv.ts'
import { isoDate } from './dates.ts'

const COLUMNS = ['post_id', 'post_date', 'is_published', 'title']
const AUDIENCES: Readonly<Record<string, string>> = {
  only_paid: 'a post for payers became a draft',
  founding: 'a post for payers became a draft',
  only_free: 'a post for subscribers became a draft',
}

/** Reads what Substack exports: `posts.csv`, and a fragment of HTML for each post. */
export const readSubstack: Reader = async (files, options) => {
  for (const path of files.list().filter((one) => /(?:^|\/)posts\.csv$/i.test(one))) {
    const [head = [], ...rows] = parseCsv(await files.text(path))
    if (!COLUMNS.every((column) => head.includes(column))) continue
    if (rows.length === 0) throw new UnreadableSourceError(`${path} lists no posts. Export them from Substack again.`)
    const posts = rows.map((row) => new Map(head.map((column, index) => [column, row[index]?.trim() ?? ''])))
    const dropped = droppedIn(files)
    const entries = postsIn({ files, folder: join(dirname(path), 'posts'), posts, options, dropped })
    return { system: 'substack', siteUrl: null, entries, dropped }
  }
  return undefined
}

function droppedIn(files: SourceFiles): Map<string, number> {
  const count = (pattern: RegExp) => files.list().filter((path) => pattern.test(path)).length
  const found: [string, number][] = [
    ['lists of e-mail addresses', count(/email_list[^/]*\.csv$/i)],
    ['statistics', count(/\.(?:opens|delivers)\.csv$/i)],
  ]
  return new Map(found.filter(([, number]) => number > 0))
}

type Row = ReadonlyMap<string, string>
type Export = {
  files: SourceFiles
  folder: string
  posts: readonly Row[]
  options: ReaderOptions
  dropped: Map<string, number>
}

async function* postsIn({ files, folder, posts, options, dropped }: Export): AsyncGenerator<ImportedEntry> {
  const known = new Set(files.list())
  for (const row of posts) {
    const id = row.get('post_id') ?? ''
    if (id === '') continue
    if (row.get('type') === 'page' && !options.pages) {
      dropped.set('pages', (dropped.get('pages') ?? 0) + 1)
      continue
    }
    const path = join(folder, `${id}.html`)
    const html = known.has(path) ? await files.text(path) : undefined
    yield postOf(row, id, html)
  }
}

function postOf(row: Row, id: string, html: string | undefined): ImportedEntry {
  const text = (column: string) => toPlainText('html', row.get(column) ?? '').trim()
  const key = `post-${id.split('.', 1)[0]}`
  const title = text('title')
  if (html === undefined) return { kind: 'rejected', key, title, reason: 'the file with the text is missing' }
  if (html.length > HTML_MAX_CHARACTERS) return { kind: 'rejected', key, title, reason: TOO_LONG }
  const slug = id.slice(id.indexOf('.') + 1)
  const date = isoDate(row.get('post_date'))
  const isPublished = row.get('is_published')?.toLowerCase() === 'true'
  const audience = row.get('audience') ?? ''
  const isScheduled = date !== null && Date.parse(date) > Date.now()
  const isForAll = audience === '' || audience === 'everyone'
  const isThread = row.get('type') === 'thread'
  const podcast = row.get('podcast_url') ?? ''
  const changes = [
    ...(isForAll ? [] : [AUDIENCES[audience] ?? 'a post that was not for everyone became a draft']),
    ...(isThread ? ['a discussion became a draft'] : []),
  ]
  const state = (isPublished || isScheduled) && changes.length === 0 ? 'live' : 'draft'
  const audio = /^https?:\/\//.test(podcast) ? `\n<audio src="${Bun.escapeHTML(podcast)}"></audio>` : ''
  return {
    kind: 'post',
    key,
    slug,
    title,
    state,
    date,
    changes,
    updated: null,
    body: { format: 'html', html: withoutAsides(html) + audio },
    summary: text('subtitle'),
    categories: [],
    tags: [],
    authors: [],
    image: null,
    seoTitle: '',
    seoDescription: '',
    canonical: '',
    oldPaths: state === 'live' ? [`/p/${slug}`] : [],
  }
}

/** Boxes around what asks readers to subscribe, and buttons. */
const WIDGETS = ['subscription-widget-wrap', 'subscription-widget-wrap-editor', 'subscribe-widget', 'paywall-jump']
const BUTTONS = ['button-wrapper', 'captioned-button-wrap']
const ASKING =
  /^(?:subscribe(?: now)?|share(?: .{1,60})?|leave a comment|give a gift subscription|refer a friend|upgrade to paid|get \d+% off.{0,40}|start writing today.{0,60})$/i

/** The text without what asks readers to subscribe or to share. Other buttons are links. */
function withoutAsides(html: string): string {
  if (!/subscri|button-wrap|paywall/i.test(html)) return html
  try {
    return writeHtml(
      mapElements(parseHtml(html), (element) => {
        const classes = classesOf(element)
        const isButton = BUTTONS.some((name) => classes.includes(name))
        const words = oneLine(textOf(element.children))
        const isAside = WIDGETS.some((name) => classes.includes(name)) || (isButton && ASKING.test(words))
        return isAside ? [] : [element]
      }),
    )
  } catch (error) {
    // The converter rejects this text with its reason.
    if (error instanceof UnrenderableContentError) return html
    throw error
  }
}
