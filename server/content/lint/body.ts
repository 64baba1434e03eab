import { join } from 'node:path'
import { lineAt } from '#server/content/file-text.ts'
import { findFences } from '#server/content/front-matter.ts'
import type { Problem } from '#server/content/problem.ts'
import { type Reference, referencesIn, withoutCode } from '#server/content/references.ts'
import { removedHtml } from './html.ts'
import { picturesOfPost, wrongPicture } from './images.ts'
import type { SiteMap } from './link-targets.ts'
import { deadLink } from './links.ts'
import type { CheckedText } from './load-all-content.ts'

/** What is wrong at a place in a text, counted in characters from its beginning. */
export type Finding = { index: number; reason: string; severity: Problem['severity'] }

/** What shows only when a text is read whole. */
export function bodyProblems(dir: string, { file, text, post }: CheckedText, map: SiteMap): Problem[] {
  const format = post?.format ?? 'md'
  const start = post ? findFences(text).bodyStart : 0
  const bare = withoutCode(text.slice(start), format)
  const base = `/blog/${post?.id ?? ''}`
  const judge = (one: Reference) => (one.kind === 'link' ? deadLink(one, base, map) : wrongPicture(one, file, map))
  const inBody = [...referencesIn(bare, format).flatMap(judge), ...(post ? removedHtml(bare) : [])]
  const inHead = linksInHead(text.slice(0, start)).flatMap((one) => deadLink(one, base, map))
  const findings = [...inHead, ...inBody.map((one) => ({ ...one, index: one.index + start }))]
  if (post) findings.push(...picturesOfPost(text, post, map), ...datesOf(text, post))
  return findings.map((one) => asProblem(join(dir, file), text, one))
}

/** A summary is HTML, and may stand between double quotes, where its own are escaped. */
const linksInHead = (head: string) =>
  referencesIn(head.replaceAll('\\"', ' "'), 'html')
    .filter(({ kind }) => kind === 'link')
    .map((one) => ({ ...one, to: one.to.trim() }))

function datesOf(text: string, { date, expires }: { date: string; expires: string | null }): Finding[] {
  if (expires === null || expires > date) return []
  const index = Math.max(0, text.search(/^[ \t]*["']?(?:expir|unpublish)/m))
  return [{ index, reason: 'expires: is not after the date, so the post is never seen', severity: 'error' }]
}

function asProblem(file: string, text: string, { index, reason, severity }: Finding): Problem {
  const column = index - (text.lastIndexOf('\n', index - 1) + 1) + 1
  return { file, line: lineAt(text, index), column, reason, severity }
}
