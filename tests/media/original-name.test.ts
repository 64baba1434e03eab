import { expect, test } from 'bun:test'
import { IMAGE_NAME_MAX_CHARACTERS } from '#contract/media.ts'
import { originalName } from '#server/media/original-name.ts'

test('keeps the name of an uploaded file as its author wrote it', () => {
  for (const name of ['Spring menu (2).jpg', 'Gänsebraten.PNG', '春のメニュー.webp', 'می‌خواهم.jpg', '👨‍🍳 at work.gif'])
    expect(originalName(name)).toBe(name)
  // Decomposed, as macOS sends it.
  expect(originalName('Cafe\u0301.jpg')).toBe('Café.jpg')
})

test('makes one line of visible text of a hostile name, without its folders', () => {
  const cases: [sent: string, kept: string | undefined][] = [
    ['C:\\Users\\ann\\Desktop\\van.jpg', 'van.jpg'],
    ['/home/ann/van.jpg', 'van.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['\u2066van\u2069\u200F.jpg', 'van.jpg'],
    ['van\r\nSet-Cookie: a=b.jpg', 'van Set-Cookie: a=b.jpg'],
    ['van\u0000\u0007\u001B[31m.jpg', 'van[31m.jpg'],
    ['  van \t\t at  night.jpg\u2028', 'van at night.jpg'],
    ['\uFEFFv\u200Ba\u00ADn\u2060.jpg', 'van.jpg'],
    ['van\u{E0041}.jpg', 'van.jpg'],
    ['van\uD800.jpg', 'van\uFFFD.jpg'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['', undefined],
    ['\u202E\u200B', undefined],
    ['folder/', undefined],
  ]
  for (const [sent, kept] of cases) expect(originalName(sent)).toBe(kept as string)
})

test('shortens a long name between letters, and keeps its ending', () => {
  const name = originalName(`${'👨‍👩‍👧'.repeat(100)}.jpeg`) ?? ''
  expect(name.length).toBeLessThanOrEqual(IMAGE_NAME_MAX_CHARACTERS)
  expect(name).toMatch(/^(?:👨‍👩‍👧)+….jpeg$/u)
  expect(originalName('a'.repeat(100_000))).toHaveLength(IMAGE_NAME_MAX_CHARACTERS)
})
