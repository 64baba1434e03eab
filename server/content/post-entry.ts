import { RESERVED_IDS } from '#contract/ids.ts'
import { badFile } from './bad-file.ts'
import { isoDate } from './dates.ts'
import { idOf } from './file-id.ts'
import { decodeFields } from './post-file.ts'
import type { PostEntry } from './snapshot.ts'

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

/** `2023-04-19-spring-menu.md` carries its date in its name. */
function dateInName(id: string): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=-)/.exec(id) ?? []
  return (day && isoDate(day)) || null
}
