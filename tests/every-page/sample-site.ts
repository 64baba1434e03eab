import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { InvitedSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { PreviewLinkSchema } from '#contract/posts.ts'
import { TimeMachineLinkSchema } from '#contract/time-machine.ts'
import { administrator } from '#tests/helpers/site.ts'
import { startSiteInGit } from '#tests/helpers/site-in-git.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'

type Lead = Record<string, unknown>

const signUps: Lead[] = [
  { firstName: 'Rosa', lastName: 'Delgado', company: 'Delgado Bread Co.', city: 'Portland', state: 'Oregon', plan: 2 },
  { firstName: 'Tom', lastName: 'Fox', company: 'Fox Valley Milk', city: 'Appleton', state: 'Wisconsin', plan: 3 },
  { firstName: 'Mei', lastName: 'Sun', company: 'Sun Sauces', city: 'Fresno', state: 'California', plan: 1 },
]
const messages: Lead[] = [
  {
    name: 'Ada Brook',
    email: 'ada@brookbakery.example',
    company: 'Brook Bakery',
    phone: '',
    message: 'Forty shops, six days a week.\n\nCan you help?',
  },
  {
    name: 'Luis Ortega',
    email: 'luis@ortegaimports.example',
    company: 'Ortega Imports',
    phone: '',
    message: 'Two containers a month.',
  },
]

const post = (title: string, fields: string, body: string) =>
  `---\ntitle: ${title}\nsummary: How many there are.\ncategory: production\n${fields}\n---\n${body}\n`

/** A post in each state that the dashboard shows, in addition to the posts of the repository. */
const files = {
  'posts/counting-racks.md': post('Counting racks', 'date: 2026-02-03\nauthor: maren-holt', 'We own forty racks.'),
  'posts/oven-plan.md': post('A plan for two ovens', 'date: 2026-03-01\ndraft: true', 'Not yet.'),
  'posts/next-winter.md': post('Before next winter', 'date: 2126-11-01', 'Soon.'),
  'posts/old-prices.md': post('Prices of last year', 'date: 2025-01-10\nexpires: 2025-12-31', 'Gone.'),
  'posts/thrown-away.md': post('A post that was deleted', 'date: 2026-01-10', 'It is in the trash.'),
  'posts/broken-at-night.md': post('Broken at night', 'date: 2026-01-02', 'The first version.'),
}

/**
 * A separate site whose dashboard is not empty: posts in each state, one of them with a history, one deleted and one whose file is
 * invalid; sign-ups, messages, an unused image and an open invitation.
 */
export async function startSampleSite() {
  const site = await startSiteInGit(files, 'Add the posts of this year', { RATE_LIMITS: 'off' })
  try {
    const racks = post('Counting racks', 'date: 2026-02-03\nauthor: maren-holt', 'We own fifty racks.')
    await site.commit('posts/counting-racks.md', racks, 'Buy ten racks')
    const authorization = `Bearer ${(await (await send(site.url, adminPaths.login, administrator)).json()).token}`
    const asAdministrator = (path: string, body?: object, method = 'POST') =>
      send(site.url, path, body, { authorization }, method)
    for (const [index, changes] of signUps.entries())
      await send(site.url, apiPaths.register, { ...aRegistration(changes), ...unique(index) })
    for (const message of messages) await send(site.url, apiPaths.contactMessages, { ...message, filledInMs: 60_000 })
    await asAdministrator(apiPaths.post('thrown-away'), undefined, 'DELETE')
    const broken = post('Broken at night', 'date: tomorrow', 'The second version.')
    await writeFile(join(site.content, 'posts/broken-at-night.md'), broken)
    const read = async (path: string, body: object): Promise<unknown> => (await asAdministrator(path, body)).json()
    const invitation = v.parse(InvitedSchema, await read(adminPaths.invitations, { email: 'eve@baker.example' }))
    const preview = v.parse(PreviewLinkSchema, await read(adminPaths.previews('oven-plan'), {}))
    const past = v.parse(TimeMachineLinkSchema, await read(adminPaths.timeMachine, { at: new Date().toISOString() }))
    return { ...site, links: { invitation: invitation.path, preview: preview.path, past: past.path } }
  } catch (error) {
    await site.close()
    throw error
  }
}
export type SampleSite = Awaited<ReturnType<typeof startSampleSite>>

const unique = (index: number) => ({
  username: `company-${index}`,
  email: `orders-${index}@bakery.example`,
  token: `token-${index}`,
  filledInMs: 60_000,
})

async function send(url: string, path: string, body?: object, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}
