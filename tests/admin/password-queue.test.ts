import { describe, expect, test } from 'bun:test'
import { createPasswords } from '#server/admin/people/passwords.ts'
import { runInRequest } from '#server/lib/log.ts'

const CHEAP = { memoryCost: 8, timeCost: 1 }

/** Hashes passwords in requests of a network. `done` has the names in the order in which their hashes were ready. */
function createQueue() {
  const passwords = createPasswords(CHEAP)
  const done: string[] = []
  const hash = (network: string, name: string, isKnown = false) =>
    runInRequest({ id: name, network, route: '/', isFinished: false }, () =>
      passwords.hash('correct horse', isKnown).then(
        () => void done.push(name),
        (error) => error.message,
      ),
    )
  return { done, hash }
}

describe('the queue of passwords', () => {
  test('lets networks take turns, so that one that sends many does not delay another one', async () => {
    const { done, hash } = createQueue()
    const attack = Array.from({ length: 60 }, (_, n) => hash('198.51.100.0/24', `attacker ${n}`))
    await hash('203.0.113.0/24', 'visitor')
    expect(done.indexOf('visitor')).toBeLessThan(4)
    await Promise.all(attack)
  })

  test('rejects what one network has beyond a hundred', async () => {
    const { hash } = createQueue()
    const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => hash('198.51.100.0/24', `${n}`)))
    const rejected = answers.filter((answer) => answer !== undefined)
    expect(rejected).toEqual(Array(19).fill('Too many logins at once. Please try again in a moment.'))
  })

  test('has room for a browser that has logged in before, however many networks fill it', async () => {
    const { done, hash } = createQueue()
    const attack = Array.from({ length: 200 }, (_, n) => hash(`198.51.${n % 10}.0/24`, `attacker ${n}`))
    expect(await hash('198.51.0.0/24', 'administrator', true)).toBeUndefined()
    expect(done.length).toBeLessThan(10)
    await Promise.all(attack)
  })
})
