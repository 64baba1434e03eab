import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { png } from '#tests/media/inputs.ts'
import { everyOperation, type Operation } from './every-fault.ts'
import { faults } from './faulty-disk.ts'
import type { Site } from './site.ts'

const A = 'content/posts/a.md'
const B = 'content/posts/b.md'
const OWN = 'content/posts/own'
/** Ignores what no check reads. */
const VAN = 'GIF89a'.padEnd(100, '.')
const END = 'The end of it.'
const posts = {
  'posts/a.md': aPost({ title: 'A bake', tags: ['bakery'], body: 'First.' }),
  'posts/b.md': aPost({ title: 'B', tags: ['bakery', 'milk'] }),
  'posts/own/index.md': aPost({ title: 'With a folder', body: '![A van](van.gif)' }),
  'posts/own/van.gif': VAN,
}

const fields = {
  title: 'A bake',
  summary: 'In short.',
  content: `First.\n\n${END}`,
  format: 'md',
  category_id: 'production',
}
function save(site: Site, changes: Record<string, string | File>, path = `${apiPaths.post('a')}?_method=PUT`) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, 'tags[]': 'bakery', ...changes })) form.set(name, value)
  return site.send('POST', path, { form })
}

let pictures = 0
/** A different image each time, because a stored one is not written again. */
const aPicture = () => new File([new Uint8Array(png(40 + ++pictures, 30))], 'photo.png', { type: 'image/png' })
const whole = (title: string) => (text: string) => text.includes(title) && text.trimEnd().endsWith(END)
const pictured = (title: string) => (text: string) => whole(title)(text) && /^image: posts\//m.test(text)

const operations: Operation[] = [
  {
    name: 'create with a picture',
    act: (site, round) => save(site, { title: round, image: aPicture() }, apiPaths.posts),
    becomes: (round) => ({ [`content/posts/${round}.md`]: pictured(round) }),
  },
  {
    name: 'update',
    kinds: ['EIO', 'ENOSPC'],
    act: (site, round) => save(site, { title: round }),
    becomes: (round) => ({ [A]: whole(round) }),
  },
  {
    name: 'another format',
    act: (site, round) => save(site, { title: round, format: 'html' }),
    becomes: (round) => ({ [A]: null, 'content/posts/a.html': whole(round) }),
  },
  {
    name: 'another slug',
    kinds: ['EIO', 'ENOSPC'],
    act: (site, round) => save(site, { title: round, address: 'c' }),
    becomes: (round) => ({ [A]: null, 'content/posts/c.md': whole(round) }),
  },
  {
    name: 'another slug for a post with its own folder',
    kinds: ['EIO', 'ENOSPC', 'crash'],
    act: (site, round) => save(site, { title: round, address: 'moved' }, `${apiPaths.post('own')}?_method=PUT`),
    becomes: (round) => ({
      [`${OWN}/index.md`]: null,
      [`${OWN}/van.gif`]: null,
      'content/posts/moved/index.md': whole(round),
      'content/posts/moved/van.gif': (text) => text === VAN,
    }),
  },
  {
    name: 'delete',
    act: (site) => site.send('DELETE', apiPaths.post('a')),
    becomes: () => ({ [A]: null }),
  },
  {
    name: 'delete, for a post with a folder of its own',
    kinds: ['EIO', 'ENOSPC', 'crash'],
    act: (site) => site.send('DELETE', apiPaths.post('own')),
    becomes: () => ({ [`${OWN}/index.md`]: null, [`${OWN}/van.gif`]: null }),
  },
  {
    name: 'names created',
    kinds: ['EIO', 'ENOSPC'],
    act: (site) => site.send('POST', apiPaths.categories, { json: { name: ['One', 'Two'] } }),
    becomes: () => ({
      'content/categories/one.yml': (text) => text === 'name: One\n',
      'content/categories/two.yml': (text) => text === 'name: Two\n',
    }),
  },
  {
    name: 'a name renamed',
    kinds: ['EIO', 'ENOSPC'],
    act: (site, round) => site.send('PUT', adminPaths.tag('milk'), { json: { name: round } }),
    becomes: (round) => ({ 'content/tags/milk.yml': (text) => text.includes(round) }),
  },
  {
    name: 'a tag deleted',
    act: (site) => site.send('DELETE', adminPaths.tag('bakery')),
    becomes: () => ({
      'content/tags/bakery.yml': null,
      [A]: (text) => !text.includes('bakery') && text.includes('First.'),
      [B]: (text) => !text.includes('bakery') && text.includes('milk'),
    }),
  },
]

/** In `bun run test`, the first operation meets every fault, and each of the others one. */
function representativeFaults(operation: Operation, index: number): Operation {
  const kinds = operation.kinds ?? faults
  return index === 0 ? operation : { ...operation, kinds: kinds.slice((index + 1) % kinds.length).slice(0, 1) }
}

everyOperation(
  'whichever call to the disk fails, and however: all is done or nothing, and the answer says which',
  isFullRun ? operations : operations.map(representativeFaults),
  {
    posts,
  },
)
