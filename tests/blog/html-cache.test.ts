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
  expect(first.isEmpty()).toBe(true)
  first.set('a', HTML)
  first.db.close()
  const again = open('one')
  expect([again.isEmpty(), again.get('a'), again.get('b')]).toEqual([false, HTML, undefined])
  again.db.close()
  const upgraded = open('two')
  expect([upgraded.isEmpty(), upgraded.get('a')]).toEqual([true, undefined])
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

test('deletes the least recently used HTML when the cache is full', () => {
  const db = openTestCacheDb()
  const { get, set } = createHtmlCache(db, 'one', 1000 * HTML.length)
  const setUsedAt = (key: string, time: number) =>
    db.write((it) => it.query('update rendered_html set used_at = ? where key = ?').run(time, key))
  for (let number = 0; number < 1000; number++) {
    set(String(number), HTML)
    setUsedAt(String(number), number + 1)
  }
  // Reading an entry that was not used for a day counts as use.
  expect(get('0')).toBe(HTML)
  set('more', HTML)
  const cached = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => get(String(from + at))).filter(Boolean).length
  expect([get('0'), get('more'), cached(1, 101), cached(101, 1000)]).toEqual([HTML, HTML, 0, 899])
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
