import { editPost } from '#server/content/files/post-file.ts'
import { createContent } from '#server/content/store.ts'
import { silent } from './content-dir.ts'

/** Run by `kill.test.ts`: saves one post in a loop until it is killed. */
if (import.meta.main) {
  const content = await createContent({ dir: process.argv[2] ?? '', log: silent })
  console.log('saving')
  for (let round = 0; ; round++) {
    const words = `Round ${round} `
    await content.change(async (tx) => {
      const text = await tx.read('posts/x.md')
      tx.write('posts/x.md', editPost(text, { title: words.trim(), body: words.repeat(5_000) }))
    })
  }
}
