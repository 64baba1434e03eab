import { dirname } from 'node:path'
import { lineAt } from './file-text.ts'
import { referencesIn, withoutCode } from './references.ts'
import type { PostEntry } from './snapshot.ts'

/** A picture that a post wants to find in its own folder, and the line that says so. */
export type Beside = { name: string; line: number }

/** `photo.jpg` or `./photo.jpg`: no step into another folder, no address of the web. */
const NAME = /^(?:\.\/)?([^/:?#\\]+)$/
export const nameBeside = (to: string): string | undefined => NAME.exec(to)?.[1]

/** Where a picture beside a post lies, as a path inside the content folder. */
export const besidePath = (file: string, name: string) => `${dirname(file)}/${name}`

/** The pictures in its own folder that a post names, in `image:` and in its body. */
export function picturesBeside(text: string, bodyStart: number, { image, format }: PostEntry): Beside[] {
  const bare = withoutCode(text.slice(bodyStart), format)
  const inBody = referencesIn(bare, format).filter(({ kind }) => kind === 'picture')
  const named = inBody.map(({ to, index }) => ({ to, index: index + bodyStart }))
  if (image !== null) named.unshift({ to: image, index: text.indexOf(image) })
  return named.flatMap(({ to, index }) => {
    const name = nameBeside(to)
    return name === undefined ? [] : [{ name, line: lineAt(text, index) }]
  })
}
