import { Elysia } from 'elysia'
import { NotFoundError } from '#server/lib/errors.ts'

/** An id that cannot be decoded, like `%zz`, is handed to a route as `null`, against the types. Nothing has such an id: 404. */
export const rejectMalformedParams = new Elysia({ name: 'undecodable' }).onBeforeHandle(
  { as: 'global' },
  ({ params }) => {
    const ids: Record<string, unknown> = params ?? {}
    for (const name in ids) if (ids[name] === null) throw new NotFoundError()
  },
)
