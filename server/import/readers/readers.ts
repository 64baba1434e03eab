import type { HtmlConverter } from '#server/import/html/html-converter.ts'
import type { ConvertBody } from '#server/import/source/export-candidates.ts'
import { HTML_MAX_CHARACTERS, type Reader, TOO_LONG } from '#server/import/source/imported.ts'
import { DomainError } from '#server/lib/errors.ts'
import { readGhost } from './ghost.ts'
import { readMedium } from './medium.ts'
import { readSubstack } from './substack.ts'
import { readWordPress } from './wordpress.ts'

/** The readers of exports, in the order in which they look at a source. */
export const readers: readonly Reader[] = [readWordPress, readGhost, readSubstack, readMedium]

/** HTML becomes Markdown, in which the converter keeps as HTML what Markdown cannot say. A post that it cannot read is rejected. */
export const createConvertBody =
  (converter: HtmlConverter): ConvertBody =>
  async (body) => {
    if (body.format === 'md') return { format: 'md', text: body.text, changes: [] }
    if (body.html.length > HTML_MAX_CHARACTERS) return { rejected: TOO_LONG }
    try {
      const converted = await converter.convert(body.html)
      return 'rejected' in converted ? converted : { format: 'md', ...converted }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { rejected: error.message }
    }
  }
