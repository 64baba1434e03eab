import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { testOnFiles } from '#tests/helpers/stores.ts'
import { aMessage, aSignUp } from './lead-site.ts'
import { onFiles, text } from './run-leads.ts'

describe('bun run leads verify', () => {
  test('reports that logs are complete', async () => {
    const tombstone = { id: aSignUp(3).id, at: aSignUp(3).at, erased: '2026-05-01T00:00:00.000Z' }
    const { leads } = await onFiles({ signUps: [aSignUp(1), tombstone], messages: [aMessage(2)] })
    expect(await leads('verify')).toMatchObject({ code: 0, output: 'The logs are whole.\n' })
  })

  testOnFiles('names file, line and reason of each problem without personal data', async () => {
    const first = aSignUp(1)
    const signUps = [
      first,
      '',
      'damage',
      aSignUp(2, { email: 'ANN1@bakery.example' }),
      aSignUp(3, { username: 'AnnBaker1' }),
      { at: first.at },
    ]
    const { storage, leads } = await onFiles({
      signUps,
      messages: [aMessage(4, { id: first.id }), aMessage(5)],
      events: ['x'],
    })
    const file = (name: string) => join(storage, 'private', name)
    await Bun.write(file('registrations.jsonl'), `${await text(storage, 'registrations.jsonl')}{"id":"half`)
    await Bun.write(file('registrations.jsonl.torn'), 'x\n')
    const { code, lines, output: said } = await leads('verify')
    expect(code).toBe(1)
    expect(lines).toEqual([
      `${file('registrations.jsonl')}:3 is damaged: it holds no record`,
      `${file('registrations.jsonl')}:4 has the same email as ${file('registrations.jsonl')}:1`,
      `${file('registrations.jsonl')}:5 has the same username as ${file('registrations.jsonl')}:1`,
      `${file('registrations.jsonl')}:6 has no id or no time`,
      `${file('registrations.jsonl')}:7 is torn: the next start sets it aside, unless it is just being written`,
      `${file('contact-messages.jsonl')}:1 has the same id as ${file('registrations.jsonl')}:1`,
      `${file('lead-events.jsonl')}:1 is damaged: it holds no record`,
      `${file('registrations.jsonl.torn')}:1 was set aside after a crash: nobody was told that it is stored`,
      'Problems: 8',
    ])
    expect(said).not.toMatch(/bakery|half/)
  })
})
