import { expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createColocatedImages } from '#server/blog/colocated-images.ts'
import { createLog } from '#server/lib/log.ts'
import { createImageStore } from '#server/media/image-store.ts'
import { aPost, contentWith } from '#tests/content/content-dir.ts'
import { png } from '#tests/media/inputs.ts'

test('images of posts are encoded although one of them cannot be, and pages that show others cannot be dropped', async () => {
  const { content, dir } = await contentWith({
    'posts/a/index.md': `${aPost()}\n![One](one.png) ![Bad](bad.png)\n`,
    'posts/a/one.png': png(20, 10),
    'posts/a/bad.png': 'no image',
  })
  const publicDir = await mkdtemp(join(tmpdir(), 'public-'))
  let refreshed = 0
  const images = createColocatedImages({
    content,
    dir,
    publicDir,
    pictures: createImageStore({ dir: publicDir }),
    refresh() {
      if (++refreshed === 1) throw new Error('Not today.')
    },
    log: createLog('error', () => {}),
  })
  await images.update()
  expect([images.waitingImages(), refreshed]).toEqual([0, 1])
  await content.change(async (tx) => {
    tx.write('posts/b/index.md', `${aPost()}\n![Two](two.png)\n`)
    tx.write('posts/b/two.png', png(30, 10))
  })
  expect([images.waitingImages(), refreshed]).toEqual([0, 2])
  const post = content.snapshot().posts.get('a')
  expect(images.storedPath(post ?? { file: '' }, 'one.png')).toMatch(/^posts\/[0-9a-f]{32}-20x10\.webp$/)
})
