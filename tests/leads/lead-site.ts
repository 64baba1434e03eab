import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Lead, LeadList } from '#contract/leads.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import { recordText } from '#tests/helpers/stores.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
/** One lead per hour. */
export const hour = (n: number) => new Date(START + n * 3_600_000)

/** A registration as a log record. */
export const aSignUp = (n: number, changes: LogRecord = {}) => ({
  id: Bun.randomUUIDv7('hex', hour(n)),
  at: hour(n).toISOString(),
  firstName: 'Ann',
  lastName: `Baker ${n}`,
  jobTitle: 'Owner',
  email: `ann${n}@bakery.example`,
  phone: '(555) 123 - 4567',
  company: `Bakery ${n}`,
  streetNumber: '1',
  streetName: 'Main Street',
  city: 'Springfield',
  state: 'Ohio',
  postalCode: '12345',
  country: 'United States',
  plan: 1,
  username: `annbaker${n}`,
  token: 'spring-fair',
  passwordHash: '$argon2id$v=19$secret-hash',
  marks: [] as string[],
  address: '203.0.113.0/24',
  ...changes,
})

/** A message as a log record. */
export const aMessage = (n: number, changes: LogRecord = {}) => ({
  id: Bun.randomUUIDv7('hex', hour(n)),
  at: hour(n).toISOString(),
  name: `Bob ${n}`,
  company: 'Milk & Co',
  email: `bob${n}@milk.example`,
  phone: '',
  message: `Do you deliver?\nWe are ${n} people.`,
  address: '2001:db8:7::/48',
  ...changes,
})

export type Seed = { signUps?: readonly unknown[]; messages?: readonly unknown[]; events?: readonly unknown[] }
const text = (lines: readonly unknown[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')

/** A storage folder with these lines; a string is a raw line. */
export async function seeded({ signUps = [], messages = [], events = [] }: Seed): Promise<string> {
  const storage = await mkdtemp(join(tmpdir(), 'leads-'))
  await mkdir(join(storage, 'private'))
  await Bun.write(join(storage, 'private', 'registrations.jsonl'), text(signUps))
  await Bun.write(join(storage, 'private', 'contact-messages.jsonl'), text(messages))
  await Bun.write(join(storage, 'private', 'lead-events.jsonl'), text(events))
  return storage
}

type Options = Omit<NonNullable<Parameters<typeof testApp>[0]>, 'files'>

/** The real app on such a folder, removed afterwards if created here, and the administrator's requests. */
export async function leadSite(seed: Seed | string = {}, { env, ...options }: Options = {}) {
  const storage = typeof seed === 'string' ? seed : await seeded(seed)
  const app = await testApp({ ...options, env: { STORAGE_DIR: storage, ...env } })
  const token = await app.session()
  const send = (method: string, path: string, json?: unknown) => app.send(method, path, { json, token })
  const read = async <Body>(path: string): Promise<Body> => (await send('GET', path)).json()
  return {
    ...app,
    storage,
    token,
    send,
    list: (query = '') => read<LeadList>(`${adminPaths.leads}?${query}`),
    lead: (id: string) => read<Lead>(adminPaths.lead(id)),
    happen: (id: string, event: unknown) => send('POST', adminPaths.leadEvents(id), event),
    erase: (id: string) => send('DELETE', adminPaths.lead(id)),
    async close() {
      await app.close()
      if (typeof seed !== 'string') await rm(storage, { recursive: true, force: true })
    },
    /** A private file of this name. */
    file: (name: string) => recordText(storage, name),
  }
}
export type LeadSite = Awaited<ReturnType<typeof leadSite>>
