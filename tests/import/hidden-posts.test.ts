import { expect, test } from 'bun:test'
import { decodePost } from '#server/content/files/post-file.ts'
import { anImport } from './importing.ts'

const post = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2024-05-06\n${more}---\n\nText.\n`
const toml = (title: string, more = '') => `+++\ntitle = "${title}"\ndate = 2024-05-06\n${more}+++\n\nText.\n`

/** Posts called "Secret …" were not published by the old site, although nothing in their own files says so. */
const sites: Record<string, Record<string, string>> = {
  Jekyll: {
    '_config.yml':
      'exclude: [_posts/old, "*.bak"]\ndefaults:\n  - { scope: { path: _posts/team }, values: { published: false } }\n  - { scope: { path: "_posts/*/notes" }, values: { hidden: true } }\n',
    '_posts/2024-05-06-bread.md': post('Bread'),
    '_posts/team/2024-05-06-x.md': post('Secret of the team'),
    '_posts/a/notes/2024-05-06-x.md': post('Secret of a pattern'),
    '_posts/old/2024-05-06-x.md': post('Secret of the past'),
    '_posts/_later/2024-05-06-x.md': post('Secret folder'),
    '_archive/_posts/2024-05-06-x.md': post('Secret archive'),
    '_posts/undated.md': post('Secret without a date in its name'),
  },
  Hugo: {
    'hugo.toml':
      'baseURL = "https://old.example/"\n[[cascade]]\ndraft = true\n[cascade._target]\npath = "/posts/c/**"\n',
    'content/posts/_index.md': '---\ncascade:\n  - _target: { kind: section }\n    build: { render: never }\n---\n',
    'content/posts/bread.md': post('Bread'),
    'content/posts/a/_index.md': '---\ncascade:\n  draft: true\n---\n',
    'content/posts/a/x.md': post('Secret of a section'),
    'content/posts/a/b/x.md': post('Secret below a section'),
    'content/posts/c/x.md': post('Secret of the configuration'),
    'content/posts/d/_index.md': '---\ncascade: [\n---\n',
    'content/posts/d/x.md': post('Secret that may be one'),
  },
  Zola: {
    'config.toml': 'base_url = "https://old.example"\nignored_content = ["blog/old"]\n',
    'content/blog/bread.md': toml('Bread'),
    'content/blog/old/x.md': toml('Secret of the past'),
    'content/lab/_index.md': '+++\ndraft = true\n+++\n',
    'content/lab/x.md': toml('Secret of a section'),
    'content/lab/a/_index.md': '+++\n+++\n',
    'content/lab/a/x.md': toml('Secret below a section'),
  },
  Eleventy: {
    '.eleventy.js': '',
    '.eleventyignore': '# old\nblog/old/\n',
    'blog/bread.md': post('Bread'),
    'blog/old/x.md': post('Secret of the past'),
    'blog/lab/lab.11tydata.json': '{ "draft": true }',
    'blog/lab/x.md': post('Secret of a folder'),
    'blog/team/team.json': '{ "permalink": false }',
    'blog/team/a/x.md': post('Secret below a folder'),
    'blog/z.11tydata.json': '{ "eleventyExcludeFromCollections": true }',
    'blog/z.md': post('Secret of one file'),
  },
  Docusaurus: {
    'docusaurus.config.js': '',
    'blog/bread.md': post('Bread'),
    'blog/_x.md': post('Secret name'),
    'blog/_lab/x.md': post('Secret folder'),
  },
  Astro: {
    'astro.config.mjs': '',
    'src/content/blog/bread.md': post('Bread'),
    'src/content/blog/_x.md': post('Secret name'),
    'src/content/blog/_lab/x.md': post('Secret folder'),
  },
}

test.each(Object.entries(sites))(
  '%s: posts that the site hid become drafts, and the plan says so',
  async (_, files) => {
    const place = await anImport(files)
    try {
      const { plan } = await place.import()
      const secrets = Object.values(files).filter((text) => /title.*Secret/.test(text)).length
      expect(plan.titles.live).toEqual(['Bread'])
      expect(plan.states).toEqual({ live: 1, draft: secrets, scheduled: 0, rejected: 0 })
      const reported = plan.changes.filter(({ reason }) => reason.endsWith('became a draft'))
      expect(reported.reduce((sum, { count }) => sum + count, 0)).toBe(secrets)
    } finally {
      await place.remove()
    }
  },
)

test('names the rules for hidden posts that it does not understand', async () => {
  const place = await anImport({
    'hugo.toml': 'baseURL = "https://old.example/"\nignoreFiles = ["drafts/.*"]\n',
    'content/posts/bread.md': post('Bread'),
  })
  expect((await place.import()).plan.notes).toEqual([expect.stringContaining('drafts/.*')])
  await place.remove()
})

test.each([
  ['_config.yml', '_posts/2024-05-06-bread.md', 'defaults: ['],
  ['hugo.toml', 'content/posts/bread.md', 'title ='],
  ['blog/blog.11tydata.json', 'blog/bread.md', '{ "draft": '],
])('says that %s cannot be read: it might hide posts', async (config, file, text) => {
  const place = await anImport({ [config]: text, [file]: post('Bread') })
  const { plan } = await place.import()
  expect(plan.states.live).toBe(1)
  expect(plan.notes).toContainEqual(expect.stringContaining(`${config} cannot be read`))
  await place.remove()
})

test('leaves posts that Jekyll takes out of its lists at their URL, and names them', async () => {
  const place = await anImport({
    '_config.yml': '',
    '_posts/2024-05-06-bread.md': post('Bread', 'hidden: true # not on the start page\n'),
    '_posts/2024-05-07-draft.md': post('Draft', 'hidden: true\npublished: false\n'),
    '_drafts/2024-05-08-rye.md': post('Rye', 'hidden: true\n'),
  })
  const { plan } = await place.import()
  expect(plan.titles.live).toEqual(['Bread'])
  expect(plan.states).toMatchObject({ live: 1, draft: 2 })
  expect(plan.changes.find(({ reason }) => reason.includes('listed: false'))).toMatchObject({
    count: 1,
    examples: ['Bread'],
  })
  const text = await place.text('posts/2024-05-06-bread.md')
  expect(decodePost('posts/bread.md', text, '')).toMatchObject({ draft: false, unlisted: true })
  expect(text).not.toContain('hidden')
  await place.remove()
})
