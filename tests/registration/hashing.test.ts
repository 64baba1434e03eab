import { expect, test } from 'bun:test'
import { createPasswordHasher } from '#server/leads/sign-ups.ts'

const cost = { memoryCost: 64, timeCost: 2 }

test('hashes a password with argon2id at the requested cost', async () => {
  const hash = await createPasswordHasher(cost)('correct horse')
  expect(hash).toStartWith('$argon2id$v=19$m=64,t=2,p=1$')
  expect([await Bun.password.verify('correct horse', hash), await Bun.password.verify('wrong', hash)]).toEqual([
    true,
    false,
  ])
})

test('reports a failed hash and continues with the next', async () => {
  const hash = createPasswordHasher(cost)
  await expect(hash('')).rejects.toThrow()
  expect(await hash('correct horse')).toStartWith('$argon2id$')
})

test('hashes for the networks in turn, and rejects what does not fit with Retry-After', async () => {
  const hash = createPasswordHasher(cost)
  const done: string[] = []
  const ask = (network: string) =>
    hash('correct horse', network).then(
      () => done.push(network),
      ({ message, retryAfterSeconds }) => `${message} ${retryAfterSeconds}`,
    )
  const attacker = Array.from({ length: 205 }, () => ask('198.51.100.0/24'))
  const others = ['203.0.113.0/24', '2001:db8:0:0::/56', '203.0.113.0/24'].map(ask)
  const rejected = (await Promise.all(attacker)).filter((answer) => typeof answer === 'string')
  expect(await Promise.all(others)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  expect(done.slice(0, 6).filter((network) => network !== '198.51.100.0/24')).toHaveLength(3)
  expect(new Set(rejected)).toEqual(new Set(['Too many sign-ups at once. Please try again in a moment. 5']))
  expect(rejected).toHaveLength(205 - 98)
})
