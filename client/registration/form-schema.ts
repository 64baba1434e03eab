import * as v from 'valibot'
import { RegistrationSchema } from '#contract/registration.ts'
import { exactlyTrue } from '#contract/validators.ts'

/** What is sent, and the checkbox that is held in the form alone (§3). Its error text is blank (§5). */
export const SignUpFormSchema = v.intersect([
  RegistrationSchema,
  v.object({
    subscriptionAgreement: v.pipe(
      v.optional(v.unknown(), ''),
      v.transform((typed) => typed === 'on'),
      exactlyTrue(''),
    ),
  }),
])
