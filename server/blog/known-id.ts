import { isId } from '#contract/ids.ts'
import { NotFoundError } from '#server/lib/errors.ts'

/** What stands in an address as an id; anything that cannot be one is not looked up at all. Throws `NotFoundError`. */
export function knownId(id: string): string {
  if (!isId(id)) throw new NotFoundError()
  return id
}
