import matter from 'gray-matter'
import { RESERVED_IDS } from '#contract/ids.ts'
import { badFile } from './bad-file.ts'
import { isoDate } from './dates.ts'
import { idOf } from './file-id.ts'
import { withoutMark } from './file-text.ts'
import { findFences } from './front-matter.ts'
import { matterOptions } from './matter-options.ts'
import { changedFields, type FieldChanges, filledFields } from './post-changes.ts'
import { type PostFields, PostFieldsSchema } from './post-fields.ts'
import { readYaml } from './read-yaml.ts'
import { setFields } from './set-fields.ts'
import type { PostEntry } from './snapshot.ts'

/** The text of a post's file ⇄ its front matter and body. Nothing here touches the disk. */

/** A post's file, as text, without its body. Throws `BadFile` with the places of what is wrong. */
export function decodePost(file: string, text: string, revision: string): PostEntry {
  const id = idOf(file)
  if (RESERVED_IDS.includes(id)) throw badFile(`no post can be called "${id}": that address is taken`)
  const { image_alt, date, ...fields } = decodeFields(text)
  const written = date ?? dateInName(id)
  if (written === null) throw badFile('date: is missing (write 2023-04-19)')
  const format = file.endsWith('.html') ? 'html' : 'md'
  return { id, file, format, revision, ...fields, imageAlt: image_alt, date: written }
}

/** The front matter of a post. Throws `BadFile`. */
export function decodeFields(text: string): PostFields {
  const { headStart, headEnd, bodyStart } = findFences(text)
  return readYaml(PostFieldsSchema, {
    text: text.slice(headStart, headEnd),
    // Without the body: gray-matter copies all it is given, and ten thousand bodies cost a second.
    fast: () => matter(text.slice(0, bodyStart), matterOptions).data,
    linesBefore: 1,
  })
}

/** The body as its author wrote it: line breaks are `\n`, blank lines around it are not part of it. Throws `BadFile`. */
export const bodyOf = (text: string): string => plainBody(text.slice(findFences(text).bodyStart))

/**
 * A post's text with these changes and no others: comments, order, quotes, line ends and unknown keys stay, and a change
 * that changes nothing gives the same text. Throws `BadFile` where the text or a new value is no post's.
 */
export function editPost(text: string, { body, ...changes }: FieldChanges & { body?: string | undefined }): string {
  const { headStart, headEnd, bodyStart } = findFences(text)
  const lineEnd = text[headStart - 2] === '\r' ? '\r\n' : '\n'
  const head = setFields(text.slice(headStart, headEnd), changedFields(decodeFields(text), changes), lineEnd)
  return (
    text.slice(0, headStart) + head + text.slice(headEnd, bodyStart) + editedBody(text.slice(bodyStart), body, lineEnd)
  )
}

/** The text of a new post: front matter in the order of decision 9, without empty keys. Throws `BadFile` for values that are no post's. */
export const newPost = (fields: FieldChanges & { title: string }, body: string): string =>
  matter.stringify({ content: `\n${plainBody(body)}` }, filledFields(fields), matterOptions)

const BLANK_LINES = /^(?:[ \t]*\r?\n)+/

const plainBody = (body: string) => withoutMark(body).replace(BLANK_LINES, '').replaceAll('\r\n', '\n').trimEnd()

function editedBody(old: string, body: string | undefined, lineEnd: string): string {
  if (body === undefined || plainBody(body) === plainBody(old)) return old
  const blankLines = BLANK_LINES.exec(old)?.[0] ?? ''
  return blankLines + `${plainBody(body)}\n`.replaceAll('\n', lineEnd)
}

/** `2023-04-19-spring-menu.md` carries its date in its name. */
function dateInName(id: string): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=-)/.exec(id) ?? []
  return (day && isoDate(day)) || null
}
