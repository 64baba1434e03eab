import { afterAll } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import type { EditablePost, Post } from '#contract/posts.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

type Fields = Record<string, string | Blob | readonly string[] | undefined>

/** A post of plain words, so that tests that are not about HTML need not wait for the sanitizer to start. */
export const plainPost = (fields: Parameters<typeof aPost>[0] = {}) =>
  aPost({ summary: 'In short.', body: 'Text.', ...fields })

/** A post form with some fields spelled out; `undefined` omits a field, a list repeats it. */
export function aForm(fields: Fields = {}): FormData {
  const form = new FormData()
  const all: Fields = { title: 'A day of baking', summary: 'In short.', content: 'At length.', ...fields }
  for (const [name, value] of Object.entries({ category_id: 'production', ...all })) {
    for (const one of value === undefined ? [] : [value].flat()) form.append(name, one as string | Blob)
  }
  return form
}

/** The real app with a logged-in administrator, closed after the test file. */
export function blogApps() {
  const opened: { close(): Promise<void> }[] = []
  afterAll(() => Promise.all(opened.map((app) => app.close())))

  return async function blogApp(options: TestAppOptions = {}) {
    const app = await testApp(options)
    opened.push(app)
    const token = await app.session()
    const json = async <T>(path: string): Promise<T> => (await app.get(path)).json() as Promise<T>
    return {
      ...app,
      token,
      create: (fields?: Fields) => app.send('POST', apiPaths.posts, { form: aForm(fields), token }),
      update: (id: string, fields?: Fields) =>
        app.send('POST', `${apiPaths.post(id)}?_method=PUT`, { form: aForm(fields), token }),
      remove: (path: string) => app.send('DELETE', path, { token }),
      list: (query = '') => json<Post[]>(`${apiPaths.posts}${query}`),
      editable: async (id: string): Promise<EditablePost> =>
        (await app.send('GET', `${apiPaths.post(id)}?state=all`, { token })).json(),
      /** The text of a file of the content folder. */
      file: (path: string) => Bun.file(join(app.dir, 'content', path)).text(),
      filesIn: async (folder: string) => (await readdir(join(app.dir, folder)).catch(() => [])).sort(),
    }
  }
}
