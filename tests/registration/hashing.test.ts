import { expect, test } from 'bun:test'
import { createHash } from '#server/leads/sign-ups/hash-password.ts'
import { createHashing } from '#server/leads/sign-ups/hashing.ts'

const cost = { memoryCost: 64, timeCost: 2 }

test('a password becomes an argon2id hash that verifies, with the cost that was asked for', async () => {
  const hash = await createHash(cost)('correct horse')
  expect(hash).toStartWith('$argon2id$v=19$m=64,t=2,p=1$')
  expect([await Bun.password.verify('correct horse', hash), await Bun.password.verify('wrong', hash)]).toEqual([
    true,
    false,
  ])
})

test('a hash that fails is told, and the next one is hashed all the same', async () => {
  const hashing = createHashing()
  await expect(hashing({ password: 'correct horse', cost: { memoryCost: 1, timeCost: 0 } })).rejects.toThrow()
  expect(await hashing({ password: 'correct horse', cost })).toStartWith('$argon2id$')
})

test('a worker that ended for want of work is begun again', async () => {
  const hashing = createHashing(0)
  await hashing({ password: 'correct horse', cost })
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await hashing({ password: 'correct horse', cost })).toStartWith('$argon2id$')
})
