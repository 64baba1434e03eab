import { plainPost } from '#tests/blog/blog-app.ts'

/** Three live posts, and one of each hidden state. */
export const everyState = {
  'posts/dough.html': plainPost({
    title: 'Dough <b>',
    date: '2026-03-01',
    tags: ['bakery', 'gone'],
    image: 'posts/dough.webp',
  }),
  'posts/milk-run.html': plainPost({ title: 'Milk run', date: '2026-05-01', category: 'shipping', tags: ['milk'] }),
  'posts/crates.html': plainPost({ title: 'Crates', date: '2026-04-01', aliases: ['boxes'] }),
  'posts/hidden.html': plainPost({ title: 'Hidden', draft: true }),
  'posts/later.html': plainPost({ title: 'Later', date: '2026-06-01T12:00:01Z' }),
  'posts/over.html': plainPost({ title: 'Over', expires: '2026-06-01' }),
}
