import { DomainError } from '#server/lib/errors.ts'
import type { ConvertBody } from './export-candidates.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import type { Reader } from './imported.ts'
import { readGhost } from './readers/ghost.ts'
import { readMedium } from './readers/medium.ts'
import { readSubstack } from './readers/substack.ts'
import { readWordPress } from './readers/wordpress.ts'

/** The readers of exports, in the order in which they look at a source. */
export const readers: readonly Reader[] = [readWordPress, readGhost, readSubstack, readMedium]

/** HTML becomes Markdown, in which the converter keeps as HTML what Markdown cannot say. A post that it cannot read is rejected. */
export const convertBody: ConvertBody = (body) => {
  if (body.format === 'md') return { format: 'md', text: body.text, changes: [] }
  try {
    return { format: 'md', ...htmlToMarkdown(body.html) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { rejected: error.message }
  }
}
