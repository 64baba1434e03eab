import { basename, dirname, extname, join } from 'node:path'
import { apiPaths, decodeUri, pagePaths } from '#contract/paths.ts'
import type { EditablePost, Post } from '#contract/posts.ts'
import { checkText } from '#server/blog/render/check-text.ts'
import { leftoversInHtml, visibleText } from '#server/blog/render/leftovers.ts'
import { bodyOf, type PostEntry } from '#server/content/files/post-file.ts'
import { attributesIn, tagsIn } from '#server/text/scan/html-tags.ts'
import { optionsOf } from '#server/text/scan/render-options.ts'
import type { MovedInSite } from './moved-in-site.ts'
import type { OldBlog, OldPost } from './old-blog.ts'
import { count, noScore, type ScoresOf } from './report.ts'

/** Percent of all blogs together. Markup that is not known is shown as code: that is counted, and has no limit. */
export const blogLimits = {
  live: 99.5,
  named: 100,
  categories: 100,
  redirects: 98,
  'clean text': 99,
  'known markup': 0,
  'in-page links': 97,
  saved: 99,
  'one line': 97,
  again: 100,
}
type Scores = ScoresOf<keyof typeof blogLimits>
const noScores = (): Scores => ({
  live: noScore(),
  named: noScore(),
  categories: noScore(),
  redirects: noScore(),
  'clean text': noScore(),
  'known markup': noScore(),
  'in-page links': noScore(),
  saved: noScore(),
  'one line': noScore(),
  again: noScore(),
})

/** The scores of a blog that the site does not import. */
export function notImportedBlog(blog: OldBlog, reason: string): Scores {
  const scores = noScores()
  for (const { file, hidden } of blog.posts) if (!hidden) count(scores.live, false, `${file}: ${reason}`)
  return scores
}

/**
 * Compares the site with the blog whose posts it has. `messages` are what the import or the check says: each file that is not on the
 * site has to be in one of them. Saves come last, because they change the posts.
 */
export async function measure(site: MovedInSite, blog: OldBlog, messages: readonly string[]): Promise<Scores> {
  const scores = noScores()
  const live: { id: string; file: string }[] = []
  const { posts, problems } = site.content.snapshot()
  const byFile = new Map([...posts.values()].map((post) => [sameName(post.file), post]))
  const isNamed = (path: string, title = path) =>
    messages.some((text) =>
      [basename(path), title, extname(path), `/${dirname(path)}:`].some((one) => text.includes(one)),
    )
  for (const path of blog.others) count(scores.named, isNamed(path) || byFile.has(sameName(path)), path)
  for (const old of blog.posts) {
    const post = postOf(byFile, join(blog.copied, old.file))
    count(scores.named, post !== undefined || isNamed(join('posts', old.file), old.title), old.file)
    if (old.hidden !== undefined) continue
    const isLive = post !== undefined && (await site.request(pagePaths.post(post.id))).status === 200
    const reason = problems.find((one) => one.file.endsWith(old.file) && one.severity === 'error')?.reason
    count(scores.live, isLive, `${old.file}: ${reason ?? (post ? 'not live' : 'not read')}`)
    if (!isLive) continue
    live.push({ id: post.id, file: post.file })
    await measureRedirects(site, old, post.id, scores)
    await measureTerms(site, old, post.id, scores)
    await measureText(site, post, scores)
    await measureMarkup(site, post, scores)
  }
  for (const { id, file } of live) await measureSave(site, id, file, scores)
  return scores
}

/** A path without what an import may change: `_` before names, and the extension. */
const sameName = (path: string) => path.replace(/(^|\/)[_.]+/g, '$1').replace(/\.[^./]+$/, '')

/** The post of a file, whose folders an import may have shortened from the left. */
function postOf(byFile: ReadonlyMap<string, PostEntry>, path: string): PostEntry | undefined {
  const names = sameName(path).split('/')
  return names.map((_, at) => byFile.get(`posts/${names.slice(at).join('/')}`)).find((post) => post !== undefined)
}

/** Each category of the old post is its category or a tag. */
async function measureTerms(site: MovedInSite, { file, categories }: OldPost, id: string, scores: Scores) {
  const { category, tags }: Post = await (await site.request(apiPaths.post(id))).json()
  const names = [...(category ? [category] : []), ...tags].flatMap(({ id, name }) => [id, name]).map(plain)
  for (const one of categories) count(scores.categories, names.includes(plain(one)), `${file}: ${one}`)
}
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

async function measureRedirects(site: MovedInSite, old: OldPost, id: string, { redirects }: Scores): Promise<void> {
  for (const url of old.urls) {
    const answer = await site.request(encodeURI(url))
    const to = answer.headers.get('location')
    const isThere = answer.status === 301 ? to === pagePaths.post(id) : url.replace(/\/$/, '') === pagePaths.post(id)
    count(redirects, isThere, `${old.file}: ${url} → ${answer.status} ${to ?? ''}`)
  }
}

async function measureText(site: MovedInSite, { file, id }: PostEntry, scores: Scores): Promise<void> {
  const post: Post = await (await site.request(apiPaths.post(id))).json()
  const tags = [...tagsIn(post.content)].filter(({ isClosing }) => !isClosing)
  const attributes = tags.map(({ name, rest }) => ({ name, given: attributesIn(rest) }))
  const ids = new Set(attributes.map(({ given }) => given.get('id')))
  for (const { name, given } of attributes) {
    const href = given.get('href') ?? ''
    // Browsers scroll to `#top` without a target; `#!` is a link that does nothing.
    if (name === 'a' && /^#(?!(?:top|!)$)./.test(href))
      count(scores['in-page links'], ids.has(decodeUri(href.slice(1))), `${file}: ${href}`)
  }
  const source = await site.textOf(file)
  // Text that the author has escaped (`&lt;Fragment/&gt;`) is meant to be seen.
  const isEscaped = (text: string) => text.startsWith('<') && source.includes(`&lt;${text.slice(1).split('>', 1)[0]}`)
  const [leftover] = rawLeftovers(post.content).filter((text) => !isEscaped(text))
  count(scores['clean text'], leftover === undefined, `${file}: ${leftover}`)
}

/** Counts posts of which nothing is shown as code because it is not known. */
async function measureMarkup(site: MovedInSite, post: PostEntry, scores: Scores): Promise<void> {
  const body = bodyOf(await site.textOf(post.file))
  const [unknown] = checkText(body, post.format, optionsOf(post)).leftovers
  count(scores['known markup'], unknown === undefined, `${post.file}: ${unknown?.text}`)
}

/** What other systems would have made footnotes, callouts, formulas and tasks of. */
const PLAIN = [
  /\[\^[\w-]+\]:?/,
  /\[!(?:NOTE|TIP|INFO|IMPORTANT|WARNING|CAUTION|DANGER)\]/i,
  /\$\$.{0,60}/,
  /^\s*- \[[ x]\] .{0,60}/m,
]

const rawLeftovers = (html: string): string[] => [
  ...leftoversInHtml(html),
  ...PLAIN.flatMap((pattern) => pattern.exec(visibleText(html))?.[0] ?? []),
]

/** Sends what the dashboard sends after an edit of the title. */
async function measureSave(site: MovedInSite, id: string, file: string, scores: Scores): Promise<void> {
  const answer = await site.asAdministrator(`${apiPaths.post(id)}?state=all`)
  const { source }: EditablePost = await answer.json()
  const before = await site.textOf(file)
  const body = formOf({ ...source, title: `${source.title} (edited)` })
  const saved = await site.asAdministrator(`${apiPaths.post(id)}?_method=PUT`, { method: 'POST', body })
  count(scores.saved, saved.ok, `${file}: ${saved.ok ? '' : (await saved.text()).slice(0, 200)}`)
  if (!saved.ok) return
  const changed = changedLines(before, await site.textOf(file))
  count(scores['one line'], changed === 1, `${file}: ${changed} lines`)
}

function formOf({ tags, category_id, expires, author, ...source }: EditablePost['source']): FormData {
  const form = new FormData()
  const { title, summary, content, format, image_alt, image_caption, image_focus, date, revision } = source
  const { seo_title, seo_description, canonical } = source
  const texts = {
    title,
    summary,
    content,
    format,
    image_alt,
    image_caption,
    image_focus,
    date,
    revision,
    seo_title,
    seo_description,
    canonical,
    expires: expires ?? '',
    author: author ?? '',
    category_id: category_id ?? '',
    draft: String(source.draft),
  }
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  for (const tag of tags) form.append('tags[]', tag.id)
  return form
}

/** The time of the change, which every save sets, under the name that the file uses. */
const UPDATED =
  /^["']?(?:updated|lastmod|modified|last_?modified|(?:update|updated|mod)(?:Date|Datetime|_at)|last_modified_at|lastUpdated)\b/

/** The lines between the first and the last difference, without that of the time of the change. */
function changedLines(before: string, after: string): number {
  const linesOf = (text: string) => text.split('\n').filter((line) => !UPDATED.test(line))
  const [old, now] = [linesOf(before), linesOf(after)]
  const max = Math.min(old.length, now.length)
  let top = 0
  while (top < max && old[top] === now[top]) top++
  let bottom = 0
  while (bottom < max - top && old.at(-1 - bottom) === now.at(-1 - bottom)) bottom++
  return Math.max(old.length, now.length) - top - bottom
}
