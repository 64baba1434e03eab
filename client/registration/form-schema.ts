import * as v from 'valibot'
import { RegistrationSchema } from '#contract/registration.ts'
import { exactlyTrue } from '#contract/validators.ts'

/** The request, plus the checkbox that only the form has. Its error message is empty. */
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
