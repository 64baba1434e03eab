import { ifValid, MergeConflictMarkersError } from '#server/text/front-matter/content-file-error.ts'
import { findFences } from '#server/text/front-matter/front-matter.ts'
import { type HtmlTag, tagsIn } from '#server/text/scan/html-tags.ts'
import { withoutCode } from '#server/text/scan/references.ts'
import { formatOf } from './post-names.ts'

const [START, MIDDLE, END] = ['<<<<<<< ', '=======', '>>>>>>> '] as const

/**
 * Throws `MergeConflictMarkersError`, before a parser calls the markers bad indentation. Code may explain them, but a conflict
 * may begin or end in code; `=======` alone is a heading. A comment is no explanation.
 */
export function assertNoConflict(file: string, written: string): void {
  if (!written.includes(START)) return
  const text = written.replace(/\r\n?/g, '\n')
  const lines = text.split('\n')
  const bare = withoutCodeOf(file, text).split('\n')
  const isOutsideOfCode = (at: number) => bare[at] === lines[at]
  let [start, middle] = [-1, -1]
  for (const [at, line] of lines.entries()) {
    if (line.startsWith(START)) [start, middle] = [at, -1]
    else if (start !== -1 && middle === -1 && line.trimEnd() === MIDDLE) middle = at
    else if (middle !== -1 && line.startsWith(END)) {
      if ([start, middle, at].some(isOutsideOfCode)) throw new MergeConflictMarkersError(start + 1, at + 1)
      ;[start, middle] = [-1, -1]
    }
  }
}

/** The text with spaces in place of code. Front matter and YAML have none. */
function withoutCodeOf(file: string, text: string): string {
  if (file.startsWith('legal/')) return withoutCode(text, 'md', { keepsComments: true })
  if (!file.startsWith('posts/')) return text
  const bodyStart = ifValid(() => findFences(text).bodyStart) ?? 0
  const [body, format] = [text.slice(bodyStart), formatOf(file)]
  const tags = tagsIn(withoutCode(body, format))
  return text.slice(0, bodyStart) + withoutHtmlCode(withoutCode(body, format, { keepsComments: true }), tags)
}

/** The same for `<pre>` and `<code>`. One without an end is a mistake, which must not hide a conflict behind it. One pass, for any text. */
function withoutHtmlCode(html: string, tags: Iterable<HtmlTag>): string {
  const parts: string[] = []
  let copied = 0
  let open: { name: string; start: number } | undefined
  const blank = (start: number, end: number) => {
    parts.push(html.slice(copied, start), html.slice(start, end).replace(/[^\n]/g, ' '))
    copied = end
  }
  for (const { name, isClosing, start, end } of tags) {
    if (!open && !isClosing && (name === 'pre' || name === 'code')) open = { name, start }
    else if (open && isClosing && name === open.name) {
      blank(open.start, end)
      open = undefined
    }
  }
  return parts.join('') + html.slice(copied)
}
