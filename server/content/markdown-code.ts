const FENCE = /^ {0,3}(`{3,}|~{3,})/
const BACKTICKS = /`+/g

/** Markdown with spaces in the place of its code and its comments: nothing in them is a link. Every index stays as it is. */
export const withoutCodeAndComments = (markdown: string): string => withoutComments(withoutCode(markdown))

function withoutCode(markdown: string): string {
  let fence: string | undefined
  const lines = markdown.split('\n').map((line) => {
    const opening = FENCE.exec(line)?.[1]
    const isFenced = fence !== undefined || opening !== undefined
    if (fence === undefined) fence = opening
    else if (closes(line, fence)) fence = undefined
    return isFenced ? blank(line) : withoutInlineCode(line)
  })
  return lines.join('\n')
}

function closes(line: string, fence: string): boolean {
  const run = line.trim()
  return FENCE.test(line) && run.startsWith(fence) && run === run.charAt(0).repeat(run.length)
}

/** A run of backticks begins code where a run of the same length follows on the line. */
function withoutInlineCode(line: string): string {
  if (!line.includes('`')) return line
  const runs = [...line.matchAll(BACKTICKS)].map(({ 0: run, index }) => ({ index, length: run.length }))
  const nextOfLength = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length = 0 } = runs[at] ?? {}
    closing[at] = nextOfLength.get(length) ?? -1
    nextOfLength.set(length, at)
  }
  let text = ''
  let copied = 0
  for (let at = 0; at < runs.length; at++) {
    const start = runs[at]
    const end = runs[closing[at] ?? -1]
    if (!start || !end) continue
    const behind = end.index + end.length
    text += line.slice(copied, start.index) + ' '.repeat(behind - start.index)
    copied = behind
    at = closing[at] ?? at
  }
  return text + line.slice(copied)
}

/** Text with spaces in the place of its HTML comments. */
export function withoutComments(html: string): string {
  let text = ''
  let copied = 0
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', copied)) {
    const end = html.indexOf('-->', start + 4)
    if (end === -1) break
    text += html.slice(copied, start) + blank(html.slice(start, end + 3))
    copied = end + 3
  }
  return text + html.slice(copied)
}

const blank = (code: string) => code.replace(/[^\n]/g, ' ')
