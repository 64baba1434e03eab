import { type Registration, RegistrationSchema } from '#contract/registration.ts'
import { validate } from '#contract/validate.ts'
import { recordOf } from '#server/leads/sign-ups.ts'
import { another } from '#tests/registration/a-registration.ts'

const valid = validate(RegistrationSchema, another(0))
if (!valid.ok) throw new Error('The registration of the tests is not valid any more.')
const company = valid.value

export const circumstances = {
  now: new Date(),
  passwordHash: '$argon2id$v=19$m=32768,t=3,p=1$3pHhZqF7mZ0o4yV3n6x1cQ$0E2N8m4bqTq3pWc5oYH0m2vJc1u9s7tR6kLxQwZyAbC',
  address: '127.0.0.0/24',
}

/** An accepted sign-up of the company with this number. */
export const registrationOf = (number: number): Registration => ({
  ...company,
  username: `username-${number}`,
  email: `ann-${number}@bakery.example`,
  token: `token-${number}`,
})

/** Its line in the log, as the site writes it. */
export const lineOf = (number: number) => `${JSON.stringify(recordOf(registrationOf(number), circumstances))}\n`
