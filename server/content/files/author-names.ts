import { cutText } from '#contract/cut-text.ts'
import { AUTHOR_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { type Data, isMapping, readMapping } from '#server/text/front-matter/read-yaml.ts'

/** Whether a file names authors as Docusaurus has them: `authors.yml` in the folder of the posts. */
export const isAuthorNames = (file: string) => /^posts\/(?:[^/]{1,255}\/){0,12}authors\.ya?ml$/.test(file)

/** Key of an author → name. What else the file says is not used, and no image is fetched. Throws `ContentFileError`. */
export function decodeAuthorNames(text: string): Readonly<Record<string, string>> {
  const names = Object.entries(readMapping(text)).flatMap(([key, value]) => {
    const name = typeof value === 'string' ? value : isMapping(value) ? nameIn(value) : undefined
    return name ? [[key, cutText(name.trim(), AUTHOR_NAME_MAX_CHARACTERS)] as const] : []
  })
  return Object.fromEntries(names)
}

const nameIn = ({ name }: Data) => (typeof name === 'string' ? name : undefined)
