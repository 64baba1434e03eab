import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNZIP_LIMITS, unzip } from '#server/import/source/unzip.ts'
import { makeZip, type ZipEntry } from './make-zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'unzip-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
async function unpacked(entries: readonly ZipEntry[], limits = UNZIP_LIMITS) {
  const file = join(folder, `${++count}.zip`)
  const to = join(folder, `unpacked-${count}`)
  await writeFile(file, makeZip(entries))
  const leftOut = await unzip(file, to, limits)
  return { to, leftOut, names: (await readdir(to, { recursive: true })).sort() }
}

describe('unpacking an upload', () => {
  test('writes the files of an archive with their folders', async () => {
    const { to, names } = await unpacked([{ name: 'posts/' }, { name: 'posts/a.md', data: '# A' }, { name: 'b.json' }])
    expect(names).toEqual(['b.json', 'posts', 'posts/a.md'])
    expect(await readFile(join(to, 'posts/a.md'), 'utf8')).toBe('# A')
  })

  test.each(['../out.md', 'posts/../../out.md', '/tmp/out.md', 'posts\\..\\out.md', 'C:/out.md', 'a\0.md', './a.md'])(
    'rejects an archive with the name %j',
    async (name) => {
      await expect(unpacked([{ name: 'good.md' }, { name }])).rejects.toThrow('unsafe file names')
    },
  )

  test('leaves out links, devices and names of devices, and counts them', async () => {
    const { names, leftOut } = await unpacked([
      { name: 'link.md', data: '/etc/passwd', mode: 0o120777 },
      { name: 'pipe', mode: 0o010644 },
      { name: 'posts/con.md' },
      { name: 'console.md' },
    ])
    expect(names).toEqual(['console.md'])
    expect(leftOut).toEqual(
      new Map([
        ['links and devices', 2],
        ['files with names of devices', 1],
      ]),
    )
  })

  test('stops at the size limit while it unpacks', async () => {
    const bomb = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.md`, data: Buffer.alloc(1_000_000) }))
    await expect(unpacked(bomb, { ...UNZIP_LIMITS, maxBytes: 3_500_000 })).rejects.toThrow('unpacks to more than')
    expect(existsSync(join(folder, `unpacked-${count}/2.md`))).toBe(true)
    expect(existsSync(join(folder, `unpacked-${count}/4.md`))).toBe(false)
  })

  test('rejects an entry that is larger than it says', async () => {
    await expect(unpacked([{ name: 'a.md', data: 'x'.repeat(10_000), size: 10 }])).rejects.toThrow('not a complete zip')
  })

  test('stops at the number of entries', async () => {
    const entries = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.md` }))
    await expect(unpacked(entries, { ...UNZIP_LIMITS, maxEntries: 10 })).rejects.toThrow('more than 10 entries')
    expect(existsSync(join(folder, `unpacked-${count}/0.md`))).toBe(false)
  })

  test('leaves free space on the disk for the site', async () => {
    const limits = { ...UNZIP_LIMITS, minFreeBytes: Number.MAX_SAFE_INTEGER }
    await expect(unpacked([{ name: 'a.md', data: 'text' }], limits)).rejects.toThrow('too little free space')
  })

  test('rejects two entries of one name, and a file that is no zip', async () => {
    await expect(unpacked([{ name: 'a.md' }, { name: 'a.md' }])).rejects.toThrow('two entries of one name')
    await writeFile(join(folder, 'no.zip'), 'PK\x03\x04 and nothing else')
    await expect(unzip(join(folder, 'no.zip'), join(folder, 'no'))).rejects.toThrow('not a complete zip')
  })
})
