import { expect, test } from 'bun:test'
import { createHtmlCache } from '#server/blog/render/renderer.ts'
import { createPrivateDir, loseCacheDb, openTestCacheDb } from '#tests/helpers/cache-db.ts'

const HTML = `<p>${'x'.repeat(93)}</p>`

test('returns cached HTML after a restart, and none of another version of the renderer', () => {
  const privateDir = createPrivateDir()
  const open = (renderer: string) => {
    const db = openTestCacheDb(privateDir)
    return { db, ...createHtmlCache(db, renderer) }
  }
  const first = open('one')
  first.set('a', HTML)
  first.db.close()
  const again = open('one')
  expect([again.get('a'), again.get('b')]).toEqual([HTML, undefined])
  again.db.close()
  const upgraded = open('two')
  expect(upgraded.get('a')).toBeUndefined()
})

test('ignores HTML that was changed or exchanged in the database', () => {
  const db = openTestCacheDb()
  const { get, set } = createHtmlCache(db, 'one')
  set('a', HTML)
  db.write((it) => it.run("update rendered_html set html = '<script>alert(1)</script>'"))
  expect(get('a')).toBeUndefined()
  set('a', HTML)
  expect(get('a')).toBe(HTML)
  db.write((it) => it.run("update rendered_html set key = 'b'"))
  expect(get('b')).toBeUndefined()
})

test('goes on after the database was lost', () => {
  const db = openTestCacheDb()
  const { get, set } = createHtmlCache(db, 'one')
  set('a', HTML)
  loseCacheDb(db)
  expect(get('a')).toBeUndefined()
  set('a', HTML)
  expect(get('a')).toBe(HTML)
})
