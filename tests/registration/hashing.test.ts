import { expect, test } from 'bun:test'
import { createHash } from '#server/leads/sign-ups/hash-password.ts'
import { createHashing } from '#server/leads/sign-ups/hashing.ts'

const cost = { memoryCost: 64, timeCost: 2 }

test('hashes a password with argon2id at the requested cost', async () => {
  const hash = await createHash(cost)('correct horse')
  expect(hash).toStartWith('$argon2id$v=19$m=64,t=2,p=1$')
  expect([await Bun.password.verify('correct horse', hash), await Bun.password.verify('wrong', hash)]).toEqual([
    true,
    false,
  ])
})

test('reports a failed hash and continues with the next', async () => {
  const hashing = createHashing()
  await expect(hashing({ password: 'correct horse', cost: { memoryCost: 1, timeCost: 0 } })).rejects.toThrow()
  expect(await hashing({ password: 'correct horse', cost })).toStartWith('$argon2id$')
})

test('restarts a worker that ended while idle', async () => {
  const hashing = createHashing(0)
  await hashing({ password: 'correct horse', cost })
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await hashing({ password: 'correct horse', cost })).toStartWith('$argon2id$')
})
