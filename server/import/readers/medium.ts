import { basename } from 'node:path/posix'
import {
  attribute,
  classesOf,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  isElement,
  mapElements,
  parseHtml,
  textOf,
  writeHtml,
} from '#server/import/html/tree.ts'
import {
  HTML_MAX_CHARACTERS,
  type ImportedAuthor,
  type ImportedEntry,
  type Reader,
  type SourceFiles,
  TOO_LONG,
} from '#server/import/source/imported.ts'
import { oneLine } from '#server/text/scan/lines.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { isoDate } from './dates.ts'

const RESPONSES = 'responses to stories'
const STORY = /(?:^|\/)posts\/[^/]+\.html?$/i

/** Reads what Medium exports: one page for each story in `posts`. */
export const readMedium: Reader = async (files) => {
  const pages = files.list().filter((path) => STORY.test(path))
  const [first] = pages
  if (first === undefined || !(await files.text(first)).includes('h-entry')) return undefined
  const profile = files.list().some((path) => /(?:^|\/)profile\//.test(path))
  const dropped = new Map(profile ? [['profiles', 1]] : [])
  return { system: 'medium', siteUrl: null, entries: storiesIn(files, pages.sort(), dropped), dropped }
}

async function* storiesIn(
  files: SourceFiles,
  pages: readonly string[],
  dropped: Map<string, number>,
): AsyncGenerator<ImportedEntry> {
  for (const page of pages) {
    const name = basename(page).replace(/\.html?$/i, '')
    const entry = await read(await files.text(page), name)
    if (entry) yield entry
    else dropped.set(RESPONSES, (dropped.get(RESPONSES) ?? 0) + 1)
  }
}

/** Returns undefined for a response to another story. */
async function read(html: string, name: string): Promise<ImportedEntry | undefined> {
  if (html.length > HTML_MAX_CHARACTERS) return { kind: 'rejected', key: name, title: name, reason: TOO_LONG }
  try {
    return storyIn(parseHtml(html), name)
  } catch (error) {
    if (!(error instanceof UnrenderableContentError)) throw error
    return { kind: 'rejected', key: name, title: name, reason: error.message }
  }
}

function storyIn(nodes: readonly HtmlNode[], name: string): ImportedEntry | undefined {
  const elements = [...elementsIn(nodes)]
  const withClass = (wanted: string) => elements.find((one) => classesOf(one).includes(wanted))
  const wordsOf = (wanted: string) => words(withClass(wanted)?.children ?? [])
  const title = wordsOf('p-name')
  const body = withClass('e-content')?.children ?? []
  if (isResponse(title, body)) return undefined
  const published = elements.find((one) => classesOf(one).includes('dt-published'))
  const canonical = attribute(withClass('p-canonical') ?? EMPTY, 'href')
  const path = URL.parse(canonical)?.pathname ?? ''
  // `2020-05-22_Title-of-the-story-6f932d0ecabe`
  const [, id = ''] = /-([0-9a-f]{8,12})$/.exec(name) ?? []
  const isDraft = name.startsWith('draft_') || !published
  const summary = wordsOf('p-summary')
  return {
    kind: 'post',
    key: `story-${id || name}`,
    slug: slugOf(path || name),
    title,
    state: isDraft ? 'draft' : 'live',
    date: isoDate(attribute(published ?? EMPTY, 'datetime')) ?? isoDate(/^\d{4}-\d{2}-\d{2}/.exec(name)?.[0]),
    updated: null,
    body: { format: 'html', html: writeHtml(bodyOf(body, title, summary)) },
    summary,
    categories: [],
    tags: elements
      .filter((one) => classesOf(one).includes('p-tag'))
      .map((one) => ({ name: words(one.children), slug: '', description: '' })),
    authors: authorOf(withClass('p-author')),
    image: null,
    seoTitle: '',
    seoDescription: '',
    canonical: '',
    oldPaths: isDraft || path.length < 2 ? [] : [path],
    changes: [],
  }
}

const EMPTY: HtmlElement = { name: 'p', attributes: new Map(), children: [] }
const words = (nodes: readonly HtmlNode[]) => oneLine(textOf(nodes))
const slugOf = (path: string) =>
  basename(path)
    .replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, '')
    .replace(/-[0-9a-f]{8,12}$/, '')

const isGraf = (element: HtmlElement, kind: string) => classesOf(element).includes(`graf--${kind}`)

/** Responses have no title: Medium makes one of their first words. */
function isResponse(title: string, body: readonly HtmlNode[]): boolean {
  const texts = [...elementsIn(body)].filter((one) => classesOf(one).includes('graf'))
  const [first] = texts
  if (!first || texts.some((one) => isGraf(one, 'title')) || !isGraf(first, 'p')) return false
  return title !== '' && words(first.children).startsWith(title.replace(/…$/, ''))
}

/** The text without the title and subtitle, which the page repeats, and without the frame of sections. */
function bodyOf(body: readonly HtmlNode[], title: string, summary: string): HtmlNode[] {
  let isFirst = true
  let lines = 0
  return mapElements(body, (element) => {
    if (element.name === 'section' || element.name === 'div') return element.children
    if (element.name === 'hr' && classesOf(element).includes('section-divider')) return lines++ === 0 ? [] : [element]
    const isTitle = isFirst && (isGraf(element, 'title') || words(element.children) === title)
    const isSubtitle = isGraf(element, 'subtitle') && words(element.children) === summary
    if (isElement(element, 'h1', 'h2', 'h3', 'h4') && (isTitle || isSubtitle)) {
      isFirst = false
      return []
    }
    return [element]
  })
}

function authorOf(element: HtmlElement | undefined): ImportedAuthor[] {
  if (!element) return []
  const url = attribute(element, 'href')
  const name = words(element.children)
  return name === '' ? [] : [{ name, slug: '', bio: '', url }]
}
