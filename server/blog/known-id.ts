import { isId } from '#contract/ids.ts'
import { NotFound } from '#server/http/errors.ts'

/** What stands in an address as an id; anything that cannot be one is not looked up at all. Throws `NotFound`. */
export function knownId(id: string): string {
  if (!isId(id)) throw new NotFound()
  return id
}
