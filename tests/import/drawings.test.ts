import { afterEach, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sniff } from '#server/storage/image-format.ts'
import { anImport } from './importing.ts'

const svg = (attributes: string, inside = '<rect width="8" height="8" fill="#c00"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

let place: Awaited<ReturnType<typeof anImport>>
afterEach(() => place.remove())

test('an SVG of the old site is shown as PNG, within limits and without anything from outside', async () => {
  place = await anImport({
    '_config.yml': '',
    '_posts/2024-05-06-a.md':
      '---\ntitle: A\ndate: 2024-05-06\n---\n\n![](/img/a.svg) ![](/img/outside.svg) ![](/img/large.svg) ![](/img/broken.svg)\n',
    'img/a.svg': svg('width="16" height="8"'),
    'img/outside.svg': svg('width="8" height="8"', '<image href="http://127.0.0.1:1/x.png" width="8" height="8"/>'),
    'img/large.svg': svg('width="10000" height="10000"'),
    'img/broken.svg': '<svg',
  })
  const { plan, report } = await place.import()
  expect([plan.images, report?.written.images]).toEqual([2, 2])
  expect(plan.missingImages.map(({ reason }) => reason).toSorted()).toEqual([
    'it is a drawing (SVG) that cannot be read',
    'it is a drawing of more than 50 megapixels',
  ])
  expect(await place.text('posts/2024-05-06-a.md')).toContain(
    '![](img/a.svg.png) ![](img/outside.svg.png) ![](/img/large.svg) ![](/img/broken.svg)',
  )
  const png = await readFile(join(place.dir, 'content/posts/img/a.svg.png'))
  expect(sniff(png)).toBe('png')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([16, 8])
  expect((await place.import()).plan.actions).toMatchObject({ add: 0, update: 0, same: 1 })
})
