import { adminPaths } from '#contract/admin-paths.ts'
import type { MediaItem, MediaList } from '#contract/media.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'
import { png } from './inputs.ts'

export const aFile = (bytes: Uint8Array, name = 'photo.png') => new File([new Uint8Array(bytes)], name)

type Fields = Record<string, string | File | readonly string[]>
export function mediaForm(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of typeof value === 'string' || value instanceof File ? [value] : value) form.append(name, one)
  return form
}

/** The calls of the media library. */
export function mediaCalls(app: Pick<TestApp, 'send'>, token: string) {
  const add = (fields: Fields = { image: aFile(png(600, 300)) }) =>
    app.send('POST', adminPaths.media, { token, form: mediaForm(fields) })
  return {
    add,
    /** Stores an image of this width. */
    added: async (width: number, fields: Fields = {}): Promise<MediaItem> =>
      (await add({ image: aFile(png(width, 300)), ...fields })).json(),
    replace: (fields: Fields) => app.send('POST', adminPaths.replaceMedia, { token, form: mediaForm(fields) }),
    remove: (path: string, force = false) =>
      app.send('DELETE', `${adminPaths.media}?${new URLSearchParams({ path, ...(force && { force: 'true' }) })}`, {
        token,
      }),
    list: async (query: Record<string, string> = {}): Promise<MediaList> =>
      (await app.send('GET', `${adminPaths.media}?${new URLSearchParams(query)}`, { token })).json(),
  }
}

/** A post that shows images of the library. */
export const showing = (title: string, body: string, more: Parameters<typeof aPost>[0] = {}) =>
  aPost({ title, summary: 'In short.', ...more, body })
