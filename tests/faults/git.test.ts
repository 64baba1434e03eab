import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { everyOperation, type Operation } from './every-fault.ts'
import type { Site } from './site.ts'

const A = 'content/posts/a.md'
const first = aPost({ title: 'First', body: 'As it was.' })
const committed = async (site: Site) => {
  await site.app().committed()
  await eventually(
    () => site.app().services.checkout?.state().commits.waiting,
    (waiting) => waiting === 0,
  )
}

function save(site: Site, title: string) {
  const form = new FormData()
  const fields = { title, summary: 'In short.', content: 'Another.', format: 'md', category_id: 'production' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return site.send('POST', `${apiPaths.post('a')}?_method=PUT`, { form })
}

let oldest = { commit: '', revision: '' }
/** tests/git/kill.test.ts covers crashes by killing a process. */
const kinds = ['EIO'] as const

const operations: Operation[] = [
  {
    name: 'a save',
    kinds,
    act: save,
    becomes: (round) => ({ [A]: (text) => text.includes(round) && text.includes('Another.') }),
  },
  {
    name: 'an older version restored',
    kinds: ['ENOSPC', 'short'],
    async prepare(site, round) {
      await save(site, round)
      await committed(site)
      const { versions, revision } = await (await site.send('GET', adminPaths.history('a'))).json()
      oldest = { commit: versions.at(-1).commit, revision }
    },
    act: (site) => site.send('POST', adminPaths.restore('a', oldest.commit), { json: { revision: oldest.revision } }),
    becomes: () => ({ [A]: (text) => text.includes('First') && text.includes('As it was.') }),
  },
]

everyOperation('whichever call to the disk fails in a git checkout, the journal of saves too', operations, {
  posts: { 'posts/a.md': first },
  inGit: true,
  /** Everything on disk is committed once in the end, git reports nothing else, and the state is as at the beginning. */
  async check(site) {
    const git = gitIn(site.dir)
    await committed(site)
    await eventually(
      () => git(['status', '--porcelain']),
      (changes) => changes === '',
    )
    await site.reset()
    await git(['-c', 'user.name=Ed', '-c', 'user.email=e@x.example', 'commit', '-qam', 'As it was', '--allow-empty'])
  },
})
