import { dirname } from 'node:path'
import { createLineAt } from './file-text.ts'
import { referencesIn, withoutCode } from './references.ts'
import type { PostEntry } from './snapshot.ts'

/** A picture that a post wants to find in its own folder, and the line that says so. */
export type ImageReference = { name: string; line: number }

/** `photo.jpg` or `./photo.jpg`: no step into another folder, no address of the web. */
const NAME = /^(?:\.\/)?([^/:?#\\]+)$/
export const colocatedName = (to: string): string | undefined => NAME.exec(to)?.[1]

/** Where a picture beside a post lies, as a path inside the content folder. */
export const colocatedPath = (file: string, name: string) => `${dirname(file)}/${name}`

/** The pictures in its own folder that a post names, in `image:` and in its body; each once, with the first line that names it. */
export function colocatedImages(text: string, bodyStart: number, { image, format }: PostEntry): ImageReference[] {
  const bare = withoutCode(text.slice(bodyStart), format)
  const inBody = referencesIn(bare, format).filter(({ kind }) => kind === 'picture')
  const named = inBody.map(({ to, index }) => ({ to, index: index + bodyStart }))
  if (image !== null) named.unshift({ to: image, index: text.indexOf(image) })
  const places = new Map<string, number>()
  for (const { to, index } of named) {
    const name = colocatedName(to)
    if (name !== undefined) places.set(name, Math.min(index, places.get(name) ?? index))
  }
  const lineAt = createLineAt(text)
  const ordered = [...places].sort(([, one], [, other]) => one - other)
  return ordered.map(([name, index]) => ({ name, line: lineAt(index) }))
}
