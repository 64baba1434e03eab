import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'

/** Names of test files and folders in the code spans of a document. Spans that name something else contain a space, or no slash. */
const testPathsIn = (text: string) =>
  [...text.matchAll(/`([a-z-]+\/(?:[a-z-]+\.(?:test|journey|screen\.test)\.tsx?|[a-z-]+\.ts)?)`/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => !/^(?:contract|docs|client|server|tests)\//.test(path))

test.each(['SECURITY.md', 'docs/asvs.md'])('every test that %s names exists', async (document) => {
  const paths = testPathsIn(await Bun.file(document).text())
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(`tests/${path}`))).toEqual([])
})
