import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Problem, problemLine } from '#server/content/files/errors.ts'
import { createContent } from '#server/content/store.ts'
import { createLog } from '#server/lib/log.ts'
import { type Disk, realDisk } from '#server/storage/files.ts'

export type Given = Record<string, string | Uint8Array>

const site = `name: Example
slug: example
description: A site
footer: A sentence
contact: { email: hello@site.example, phone: 555-0100, hours: all day }
social:
  facebook: https://facebook.example
  x: https://x.example
  google: https://google.example
  instagram: https://instagram.example
documents: { terms: documents/terms.pdf, agreement: documents/agreement.pdf }
`
const plan = '  - { monthly_price: 30, annual_price: 25.5 }\n'
const needed: Given = {
  'site.yml': site,
  'plans.yml': `plans:\n${plan.repeat(4)}`,
  'categories/crm.yml': 'name: CRM\n',
  'tags/milk.yml': 'name: Milk\n',
}

/** A content folder for a test: what every site needs, and these files. */
export async function contentDir(files: Given = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'content-'))
  for (const [file, data] of Object.entries({ ...needed, ...files })) {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), data)
  }
  return dir
}

export const aPost = (head = '', body = 'Body.') => `---\ntitle: A post\ndate: 2024-01-02\n${head}---\n\n${body}\n`

export const titled = (title: string) => aPost().replace('A post', title)

/** A number of posts with this title, `posts/p0.md` and so on. */
export const many = (count: number, title: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`posts/p${index}.md`, titled(title)]))

export const silent = createLog('error', () => {})

/** The content of a folder with these files. */
export async function contentWith(files: Given = {}, disk?: Disk) {
  const dir = await contentDir(files)
  const content = await createContent({ dir, log: silent, ...(disk && { disk }) })
  return { dir, content }
}

/** Content issues as people read them, without the folder's name. */
export const asLines = (dir: string, problems: readonly Problem[]) =>
  problems.map((one) => problemLine(one).replace(`${dir}/`, ''))

export function readOnlyDisk(): Disk {
  const readOnly = () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }))
  return { ...realDisk, open: readOnly, rename: readOnly }
}
