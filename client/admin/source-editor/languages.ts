import type { Extension } from '@codemirror/state'
import { htmlTags } from './html-tags.ts'
import { markdownMarks } from './markdown-marks.ts'
import type { SourceFormat } from './source-format.ts'

const languages: Record<SourceFormat, Extension> = { md: [markdownMarks, htmlTags], html: htmlTags, plain: [] }

export const highlighted = (format: SourceFormat): Extension => languages[format]
