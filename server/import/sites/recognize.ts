import { posix } from 'node:path'
import { isPostName, unreadText } from '#server/content/dialects/text-formats.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'

const START_BYTES = 65_536
/** More files are not opened to recognize them. */
const FILES_MAX = 50

const THROUGH_WORDPRESS =
  'Import it into WordPress (Tools → Import), and export from there (Tools → Export → All content).'
const THROUGH_JEKYLL = 'Convert it with jekyll-import (import.jekyllrb.com), and import the folder that it writes.'

type Kind = { name: string; instead: string; is: (path: string, start: string) => boolean }

/** Exports that are not read, by their first bytes; the first that fits. */
const KINDS: readonly Kind[] = [
  {
    name: 'a Blogger export',
    instead: `${THROUGH_WORDPRESS} jekyll-import converts it, too.`,
    is: (path, start) =>
      isFeed(start) && (/blogger\.com|schemas\.google\.com\/blogger/i.test(start) || /Blogger\//.test(path)),
  },
  {
    name: 'a Tumblr export',
    instead: `${THROUGH_WORDPRESS} WordPress reads Tumblr from the web, not from this file.`,
    is: (path, start) => /<tumblr\b/i.test(start) || /(?:^|\/)posts\/html\/\d+\.html$/.test(path),
  },
  {
    name: 'a Movable Type or TypePad export',
    instead: `${THROUGH_WORDPRESS} WordPress has an importer for it.`,
    is: (path, start) =>
      /\.(?:txt|mt|export)$/i.test(path) && /^(?:AUTHOR|TITLE|BASENAME): /m.test(start) && /^-----\r?$/m.test(start),
  },
  {
    name: 'a Squarespace export in another format',
    instead: 'Export it in the format of WordPress: Settings → Import & Export Content → Export.',
    is: (path, start) => /\.(?:xml|json)$/i.test(path) && /squarespace/i.test(start),
  },
  {
    name: 'an Atom feed',
    instead: `A feed has only the last posts: export the blog from its system. ${THROUGH_JEKYLL}`,
    is: (_, start) => /<feed\b[^>]{0,1000}w3\.org\/2005\/Atom/i.test(start),
  },
  {
    name: 'an RSS feed',
    instead: `A feed has only the last posts: export the blog from its system. ${THROUGH_JEKYLL}`,
    is: (_, start) => /<(?:rss|rdf:RDF)\b/i.test(start),
  },
  {
    name: 'a database dump',
    instead: 'Export the posts from the system itself: Tools → Export in WordPress, Settings → Export in Ghost.',
    is: (path, start) => /\.sql$/i.test(path) || /^-- (?:MySQL|MariaDB|PostgreSQL)/.test(start),
  },
]

const isFeed = (start: string) => /<(?:feed|rss)\b/i.test(start)

/** Notion adds an id to each name. */
const NOTION = /[ -][0-9a-f]{32}\.(?:md|html|csv)$/

const WHAT_IS_READ =
  'Exports of WordPress, Ghost, Substack and Medium are read, folders of Jekyll, Hugo, Zola, Astro, Eleventy and Docusaurus, and any folder of Markdown or HTML with front matter.'

/** Says what a source is of which no post can be read, and what works instead. */
export async function unknownSource(files: SourceFiles): Promise<string> {
  const list = files.list()
  const [first] = list
  if (first === undefined) return `There are no files here. ${WHAT_IS_READ}`
  if (list.some((path) => NOTION.test(path)))
    return 'This is a Notion export. Its pages have no date: write front matter above each one (---, title: …, date: 2023-04-19, ---), and import the folder.'
  for (const path of list
    .filter((one) => /\.(?:xml|atom|rss|rdf|html|json|txt|mt|export|sql)$/i.test(one))
    .slice(0, FILES_MAX)) {
    const start = await Bun.file(files.path(path)).slice(0, START_BYTES).text()
    const kind = KINDS.find(({ is }) => is(path, start))
    if (kind) return `This is ${kind.name}, which is not read. ${kind.instead}`
  }
  if (list.length === 1) return await singleFile(files, first)
  if (list.some((path) => /\.zip$/i.test(path)))
    return 'This is an archive with another zip in it. Unpack that one, and import its content.'
  const texts = list.filter((path) => isPostName(path))
  const others = list.flatMap((path) => unreadText(path) ?? [])
  if (texts.length > 0)
    return `This folder has ${counted(texts.length)} in Markdown or HTML, and none with front matter: write it above each post (---, title: …, date: 2023-04-19, ---). ${WHAT_IS_READ}`
  if (others.length > 0)
    return `This folder has no posts that can be read: ${[...new Set(others)].slice(0, 5).join('; ')}.`
  return `This folder has no posts. ${WHAT_IS_READ}`
}

const counted = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

/** By its first bytes. */
const ARCHIVES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a]],
  ['7-Zip', [0x37, 0x7a, 0xbc]],
  ['RAR', [0x52, 0x61, 0x72]],
]

async function singleFile(files: SourceFiles, path: string): Promise<string> {
  const start = await Bun.file(files.path(path)).slice(0, 8).bytes()
  if (start.length === 0) return 'This file is empty. Export it again.'
  const archive = ARCHIVES.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte))
  if (archive)
    return `This is an archive in ${archive[0]}, which is not read. Unpack it and import the folder, or make a zip of it.`
  const extension = posix.extname(path).toLowerCase()
  if (extension === '.zip') return 'This is no zip file, or a broken one. Export or download it again.'
  const text = unreadText(path)
  if (text) return `${text[0]?.toUpperCase()}${text.slice(1)}. ${WHAT_IS_READ}`
  return `This file is no export that is known here. ${WHAT_IS_READ}`
}
