import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

/** Returns a function that starts a site with a watched content folder; each site is closed after its test. */
export function followingSites() {
  const ends = endsOfEachTest()
  return async (options: TestAppOptions = {}) => {
    const app = await testApp(options)
    ends.push(app.close)
    app.services.follow()
    return {
      ...app,
      write: (file: string, text: string) => writeFile(join(app.dir, 'content', file), text),
      /** Waits until a page contains this text. */
      shows: (path: string, words: string) =>
        eventually(
          async () => (await app.get(path)).text(),
          (text) => text.includes(words),
        ),
    }
  }
}
