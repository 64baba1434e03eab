import { afterEach, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createContent } from '#server/content/store.ts'
import { createImporter } from '#server/import/importer.ts'
import { createLog } from '#server/lib/log.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { makeZip } from './make-zip.ts'

const post = (title: string) => `---\ntitle: ${title}\ndate: 2024-05-06\n---\n\nText.\n`
const zip = makeZip([
  { name: 'old/_config.yml', data: 'permalink: /:year/:title/\n' },
  { name: 'old/_posts/2024-05-06-bread.md', data: post('Bread') },
  { name: 'old/_posts/2024-05-06-cake.md', data: post('Cake') },
])
const options = { into: '', pages: false }
const anUpload = (name: string) => ({ name, by: 'Ann', size: 0 })
async function* chunks(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}

let dir = ''
async function aSite() {
  dir = await mkdtemp(join(tmpdir(), 'importer-test-'))
  for (const [path, text] of Object.entries(smallContent)) {
    await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
    await writeFile(join(dir, 'content', path), text)
  }
  const log = createLog('error', () => {})
  const content = await createContent({ dir: join(dir, 'content'), log })
  const start = () =>
    createImporter({ content, dir: join(dir, 'content'), privateDir: join(dir, 'private'), now: () => new Date(), log })
  return { content, start, importer: start() }
}
afterEach(() => rm(dir, { recursive: true, force: true }))
const workFolders = () => readdir(join(dir, 'private/imports/work'))

describe('imports of the dashboard', () => {
  test('plan an upload, write it once it is confirmed, and report', async () => {
    const { content, importer } = await aSite()
    const { id } = await importer.upload(anUpload('old.zip'), chunks(zip), options)
    await importer.idle()
    expect(importer.job()).toMatchObject({
      id,
      name: 'old.zip',
      phase: 'planned',
      plan: { states: { live: 2 } },
      report: null,
    })
    expect(content.snapshot().posts.size).toBe(0)
    await importer.confirm(id)
    await importer.idle()
    expect(importer.job()).toMatchObject({ phase: 'done', report: { written: { added: 2 } } })
    expect(content.snapshot().posts.size).toBe(2)
    await expect(importer.confirm(id)).rejects.toThrow('cannot be started')
    await importer.remove(id)
    expect(importer.job()).toBeUndefined()
    expect(await workFolders()).toEqual([])
  })

  test('say why an upload cannot be imported, and leave room for the next one', async () => {
    const { importer } = await aSite()
    await importer.upload(anUpload('a.zip'), chunks(makeZip([{ name: '../out.md' }])), options)
    await importer.idle()
    expect(importer.job()).toMatchObject({ phase: 'failed', problem: expect.stringContaining('unsafe file names') })
    await importer.upload(anUpload('old.zip'), chunks(zip), options)
    await expect(importer.upload(anUpload('other.zip'), chunks(zip), options)).rejects.toThrow('Another import')
    await importer.idle()
    expect(importer.job()?.phase).toBe('planned')
    expect(await workFolders()).toHaveLength(1)
  })

  test('keep nothing of the upload beside the report', async () => {
    const { importer } = await aSite()
    const { id } = await importer.upload(anUpload('old.zip'), chunks(zip), options)
    await importer.idle()
    await importer.confirm(id)
    await importer.idle()
    expect(await readdir(join(dir, 'private/imports/work', id))).toEqual(['job.json'])
  })

  test('are canceled while they are read, without harm to the next one', async () => {
    const { importer, start } = await aSite()
    const { id, phase } = await importer.upload(anUpload('old.zip'), chunks(zip), options)
    expect(phase).toBe('reading')
    await importer.remove(id)
    const next = await importer.upload(anUpload('next.zip'), chunks(zip), options)
    await importer.idle()
    expect(importer.job()).toMatchObject({ id: next.id, name: 'next.zip', phase: 'planned' })
    expect(await workFolders()).toEqual([next.id])
    await importer.remove(next.id)
    const again = start()
    await again.resume()
    expect(again.job()).toBeUndefined()
  })

  test('continue after a restart', async () => {
    const { content, importer, start } = await aSite()
    const { id } = await importer.upload(anUpload('old.zip'), chunks(zip), options)
    await importer.idle()
    const again = start()
    await again.resume()
    await again.idle()
    expect(again.job()).toMatchObject({ id, phase: 'planned', plan: { states: { live: 2 } } })
    // As if the process had ended while it wrote.
    const file = join(dir, 'private/imports/work', id, 'job.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"planned"', '"writing"'))
    await mkdir(join(dir, 'private/imports/work/command-1'))
    await mkdir(join(dir, 'private/imports/work/0123'))
    const last = start()
    await last.resume()
    await last.idle()
    expect(last.job()).toMatchObject({ id, phase: 'done', report: { written: { added: 2 } } })
    expect(content.snapshot().posts.size).toBe(2)
    expect(await workFolders()).toEqual([id])
  })
})
