import { cutText } from '#contract/cut-text.ts'
import { IMAGE_NAME_MAX_CHARACTERS } from '#contract/media.ts'
import { withoutInvisible } from '#contract/trimmed.ts'

/** Controls, marks of direction and other characters without a shape, except those that join letters of some scripts. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}]/gu
const EXTENSION = /\.[A-Za-z0-9]{1,5}$/

/**
 * The name that an uploaded file had on the device of its author, as one line of visible text without folders; `undefined` where
 * nothing is left. It is hostile input: it is only shown and searched, never a path.
 */
export function originalName(sent: string): string | undefined {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const visible = name.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '')
  const trimmed = withoutInvisible(visible)
  if (trimmed.length <= IMAGE_NAME_MAX_CHARACTERS) return trimmed || undefined
  const ending = `…${EXTENSION.exec(trimmed)?.[0] ?? ''}`
  return cutText(trimmed, IMAGE_NAME_MAX_CHARACTERS - ending.length) + ending
}
