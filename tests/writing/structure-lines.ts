/** A piece of text with its formatting, or a leaf such as an image. */
export type Run = { text: string; marks: string; isLeaf?: boolean }

const ORDER = ['strong', 'em', 's', 'code']

export const namesOf = (marks: readonly string[]): string =>
  [...new Set(marks)]
    .sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other) || (one < other ? -1 : 1))
    .join('+')

export const isLink = (mark: string) => mark.startsWith('link')

export const leaf = (text: string, marks = ''): Run => ({ text: `{${text}}`, marks, isLeaf: true })
export const lineBreak = leaf('br')
export const formula = leaf('formula')
export const linkName = (href: string, title: string | null) => `link ${decodeUrl(href)} ${title ?? ''}`
export const image = (src: string, alt: string, title: string | null, marks = '') =>
  leaf(`img ${decodeUrl(src)} ${alt} ${title ?? ''}`, marks)

function decodeUrl(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** A picture with a caption. Where an image is alone in its paragraph, its title is shown as a caption. */
export function figureLine(path: string, picture: Run, caption: readonly Run[]): string {
  const [title, ...others] = caption
  if (title && others.length === 0 && title.marks === '' && !title.isLeaf)
    return line(`${path}p`, [{ ...picture, text: picture.text.replace(/\}$/, `${title.text}}`) }])
  return line(`${path}figure`, [picture, ...caption])
}

/** The runs of a text in one line: white space as a browser shows it, and marks where they change. */
export function line(path: string, runs: readonly Run[]): string {
  let result = ''
  let open = ''
  for (const { text, marks } of withoutBlanksAtEnds(runs.flatMap(characters))) {
    // Nobody sees the formatting of a blank.
    if (marks !== open && text !== ' ') {
      result += `⟦${marks}⟧`
      open = marks
    }
    result += text
  }
  return `${path} ${result}`
}

const characters = (run: Run): Run[] =>
  run.isLeaf ? [run] : run.text.split('').map((text) => ({ text: /[\n\t]/.test(text) ? ' ' : text, marks: run.marks }))

function withoutBlanksAtEnds(all: readonly Run[]): Run[] {
  const isBlank = (run: Run | undefined) => run?.text === ' ' && !run.marks.includes('code')
  const isEnd = (run: Run | undefined) => run === undefined || run.text === lineBreak.text
  const shown: Run[] = []
  all.forEach((run, index) => {
    const isCollapsed = isEnd(all[index + 1]) || isEnd(shown.at(-1)) || isBlank(shown.at(-1))
    if (!(isBlank(run) && isCollapsed)) shown.push(run)
  })
  while (shown.length > 0 && (isEnd(shown.at(-1)) || isBlank(shown.at(-1)))) shown.pop()
  return shown
}
