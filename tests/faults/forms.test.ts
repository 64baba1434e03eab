import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'
import { everyOperation, type Operation } from './every-fault.ts'
import type { Site } from './site.ts'

const SIGN_UPS = 'storage/private/registrations.jsonl'
const MESSAGES = 'storage/private/contact-messages.jsonl'
const EVENTS = 'storage/private/lead-events.jsonl'
const SESSIONS = 'storage/private/sessions.json'

const signUp = (site: Site, name: string) => site.send('POST', apiPaths.register, { json: another(name) })
/** The previous content and one more line that contains this. */
const andOneMore = (holds: string) => (text: string, before: string) => {
  const more = text.slice(before.length)
  return text.startsWith(before) && more.includes(holds) && more.indexOf('\n') === more.length - 1
}
const newestLead = async (site: Site): Promise<string> => {
  const { leads } = await (await site.send('GET', adminPaths.leads)).json()
  return leads[0].id
}
const prepareLead = async (site: Site, round: string) => void (await signUp(site, round))

let lead = ''
const operations: Operation[] = [
  {
    name: 'log out everywhere',
    prepare: (site) => site.login(),
    act: (site) => site.send('DELETE', adminPaths.sessions),
    becomes: () => ({
      [SESSIONS]: (text, before) => [before, text].join(' → ') === 'some → none',
    }),
  },
  {
    name: 'a sign-up',
    prepare: (site) => site.login(),
    act: signUp,
    becomes: (round) => ({ [SIGN_UPS]: andOneMore(`"username":"username-${round}"`) }),
  },
  {
    name: 'a message',
    kinds: ['EIO', 'short'],
    act: (site, round) =>
      site.send('POST', apiPaths.contactMessages, {
        json: { name: 'Ann', email: 'ann@bakery.example', message: round },
      }),
    becomes: (round) => ({ [MESSAGES]: andOneMore(round) }),
  },
  {
    name: 'a lead that is read',
    kinds: ['EIO', 'short'],
    async prepare(site, round) {
      await prepareLead(site, round)
      lead = await newestLead(site)
    },
    act: (site) => site.send('POST', adminPaths.leadEvents(lead), { json: { state: 'closed' } }),
    becomes: () => ({ [EVENTS]: andOneMore(lead) }),
  },
  {
    name: 'a lead erased',
    kinds: ['EIO', 'ENOSPC', 'short'],
    async prepare(site, round) {
      await prepareLead(site, round)
      lead = await newestLead(site)
      await Bun.write(join(site.dir, `${SIGN_UPS}.torn`), `{"username":"username-${round}"`)
    },
    act: (site) => site.send('DELETE', adminPaths.lead(lead)),
    becomes: (round) => ({
      [SIGN_UPS]: (text, before) =>
        Buffer.byteLength(text) === Buffer.byteLength(before) && !text.includes(round) && text.includes(lead),
      // Events of earlier rounds may be written by now.
      [EVENTS]: (text, before) => text.startsWith(before) && text.endsWith('"erased":true}\n'),
    }),
    later: EVENTS,
  },
]

everyOperation('whichever call to the disk fails while a log or the sessions’ file is written', operations)
