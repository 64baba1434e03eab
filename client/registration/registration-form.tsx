import { type InputEvent, useState } from 'react'
import { Button } from '#client/ui/form/button.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { FormErrorSummary } from '#client/ui/form/form-error-summary.tsx'
import { PasswordInput } from '#client/ui/form/inputs.tsx'
import { CaptchaStatus, Honeypot } from '#client/ui/form/spam-protection.tsx'
import { storageUrl } from '#contract/paths.ts'
import { Agreement, AlertRoom, Cell, type Errors, FieldSet, fieldId, labels, Send, TextField } from './fields.tsx'
import { isUserCharacter, maskPhone, setValueKeepingCaret } from './input-masks.ts'
import type { SignUp } from './registration-data.ts'
import { useToken } from './token.ts'
import { type SignUpDependencies, useSignUp } from './use-sign-up.ts'
import { YourBusiness } from './your-business.tsx'

type RegistrationForm = Pick<SignUp, 'plan'> & {
  /** Stored path of the subscription agreement. */
  agreement: string
  /** Address of the code that solves the captcha, where it is on. */
  captcha?: string | undefined
  dependencies?: SignUpDependencies
}

/**
 * The sign-up (§2, §4, §5). Without JavaScript it is a plain form without an `action`: it is posted to the address of its
 * page, token and all, and the server sends the browser on.
 */
export function RegistrationForm({ plan, agreement, captcha, dependencies }: RegistrationForm) {
  const { form, errors, events, sending, checking, formError, dismiss } = useSignUp(captcha, dependencies)
  return (
    <>
      {formError && (
        <AlertRoom>
          <FormErrorSummary formError={formError} labels={labels} fieldId={fieldId} onDismiss={dismiss} />
        </AlertRoom>
      )}
      <form method="post" ref={form} {...events}>
        <HiddenFields token={useToken()} />
        <AboutYou errors={errors} />
        <YourBusiness errors={errors} plan={plan} />
        <YourLogin errors={errors} />
        <AgreementBox errors={errors} document={agreement} />
        <Send>
          <Button
            type="submit"
            busy={sending ? 'Starting your trial' : undefined}
            // Else the field that is left complains first, and the button moves away from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            Start my free trial
          </Button>
          {captcha && <CaptchaStatus checking={checking} />}
        </Send>
      </form>
    </>
  )
}

const mask = (input: HTMLInputElement) => setValueKeepingCaret(input, maskPhone(input.value), isUserCharacter)

/** Who registers: the first five fields of §2, in its order. */
export const AboutYou = ({ errors }: Errors) => (
  <FieldSet legend="About you">
    <Cell>
      <TextField name="firstName" errors={errors} autoComplete="given-name" />
    </Cell>
    <Cell>
      <TextField name="lastName" errors={errors} autoComplete="family-name" />
    </Cell>
    <Cell $of6={6}>
      <TextField name="jobTitle" errors={errors} autoComplete="organization-title" />
    </Cell>
    <Cell>
      <TextField name="email" errors={errors} type="email" autoComplete="email" inputMode="email" />
    </Cell>
    <Cell>
      <TextField
        name="phone"
        errors={errors}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="(###) ### - ####"
        onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
          // Half-composed text is the keyboard's: changing it would type it twice.
          if (!nativeEvent.isComposing) mask(currentTarget)
        }}
        onCompositionEnd={({ currentTarget }) => mask(currentTarget)}
      />
    </Cell>
  </FieldSet>
)

/** §5: what the counter counts to. */
const PASSWORD_COUNTED_CHARACTERS = 60

export const YourLogin = ({ errors }: Errors) => (
  <FieldSet legend="Your login">
    <Cell $of6={6}>
      <TextField name="username" errors={errors} autoComplete="username" autoCapitalize="none" spellCheck={false} />
    </Cell>
    <Cell>
      <Password errors={errors} />
    </Cell>
    <Cell>
      <Field
        id={fieldId('password_confirmation')}
        label={labels.password_confirmation}
        error={errors.password_confirmation?.message}
      >
        <PasswordInput name="password_confirmation" autoComplete="new-password" required />
      </Field>
    </Cell>
  </FieldSet>
)

function Password({ errors }: Errors) {
  const [length, setLength] = useState(0)
  return (
    <Field
      id={fieldId('password')}
      label={labels.password}
      error={errors.password?.message}
      hint="Password must be at least 8 characters long"
      counter={`${length} / ${PASSWORD_COUNTED_CHARACTERS}`}
    >
      <PasswordInput
        name="password"
        autoComplete="new-password"
        required
        onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
    </Field>
  )
}

/** To be ticked; its error text is blank (§5), so the box alone is marked. `document`: the agreement's stored path. */
export const AgreementBox = ({ errors, document }: Errors & { document: string }) => (
  <Agreement>
    <Checkbox
      id={fieldId('subscriptionAgreement')}
      name="subscriptionAgreement"
      required
      invalid={errors.subscriptionAgreement !== undefined}
    >
      I agree to the{' '}
      <a href={storageUrl(document)} download>
        subscription agreement
      </a>{' '}
      (download)
    </Checkbox>
  </Agreement>
)

/** What is sent along unseen: the token, the captcha's word, and a field that only machines fill in (decision 26). */
export const HiddenFields = ({ token }: { token: string }) => (
  <>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="reCaptchaToken" value="" />
    <Honeypot />
  </>
)
