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
