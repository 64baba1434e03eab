import { type InputEvent, type ReactNode, useState } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { FormErrorSummary } from '#client/ui/form/form-error-summary.tsx'
import { PasswordInput } from '#client/ui/form/inputs.tsx'
import { SendStatus } from '#client/ui/form/send-status.tsx'
import { Honeypot } from '#client/ui/form/spam-protection.tsx'
import { storageUrl } from '#contract/paths.ts'
import { registrationFields } from '#contract/registration.ts'
import type { SignUp } from './fields.tsx'
import {
  Agreement,
  AlertRoom,
  Cell,
  type Errors,
  FieldSet,
  fieldId,
  groups,
  labels,
  Send,
  TextField,
} from './fields.tsx'
import { isUserCharacter, maskPhone, setValueKeepingCaret } from './input-masks.ts'
import { Summary } from './summary.tsx'
import { useToken } from './token.ts'
import { useProgress } from './use-progress.ts'
import { type SignUpDependencies, useSignUp } from './use-sign-up.ts'
import { YourBusiness } from './your-business.tsx'

type RegistrationForm = Pick<SignUp, 'plan' | 'plans'> & {
  agreement: string
  /** Shown before the agreement. */
  children?: ReactNode
  /** URL of the code that solves the captcha, if it is on. */
  captcha?: string | undefined
  dependencies?: SignUpDependencies
}

/** Without JavaScript it is a plain form, posted to the page's own URL; the server redirects. */
export function RegistrationForm({ plan, plans, agreement, captcha, dependencies, children }: RegistrationForm) {
  const { form, errors, events, phase, formError, dismiss } = useSignUp(captcha, dependencies)
  const [chosen, setChosen] = useState(plan)
  return (
    <>
      <Summary plan={chosen} plans={plans} progress={useProgress(form)} />
      {formError && (
        <AlertRoom>
          <FormErrorSummary formError={formError} labels={labels} fieldId={fieldId} onDismiss={dismiss} />
        </AlertRoom>
      )}
      <form method="post" ref={form} {...events}>
        <HiddenFields token={useToken()} />
        <AboutYou errors={errors} />
        <YourBusiness errors={errors} plan={plan} onPlan={setChosen} />
        <YourLogin errors={errors} />
        {children}
        <AgreementBox errors={errors} document={agreement} />
        <Send>
          <Button type="submit" busy={phase === 'idle' ? undefined : 'Starting your trial'}>
            Start my free trial
          </Button>
          <SendStatus phase={phase} captcha={captcha !== undefined} />
        </Send>
      </form>
    </>
  )
}

const mask = (input: HTMLInputElement) => setValueKeepingCaret(input, maskPhone(input.value), isUserCharacter)

export const AboutYou = ({ errors }: Errors) => (
  <FieldSet legend={groups.aboutYou.title}>
    <Cell>
      <TextField name="firstName" errors={errors} />
    </Cell>
    <Cell>
      <TextField name="lastName" errors={errors} />
    </Cell>
    <Cell $of6={6}>
      <TextField name="jobTitle" errors={errors} />
    </Cell>
    <Cell>
      <TextField name="email" errors={errors} type="email" inputMode="email" />
    </Cell>
    <Cell>
      <TextField
        name="phone"
        errors={errors}
        type="tel"
        inputMode="tel"
        placeholder="(###) ### - ####"
        onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
          // Changing text during composition would insert it twice.
          if (!nativeEvent.isComposing) mask(currentTarget)
        }}
        onCompositionEnd={({ currentTarget }) => mask(currentTarget)}
      />
    </Cell>
  </FieldSet>
)

const PASSWORD_COUNTED_CHARACTERS = 60

export const YourLogin = ({ errors }: Errors) => (
  <FieldSet legend={groups.yourLogin.title}>
    <Cell $of6={6}>
      <TextField name="username" errors={errors} autoCapitalize="none" spellCheck={false} />
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
        <PasswordInput name="password_confirmation" autoComplete={registrationFields.password.autoComplete} required />
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
      hint={errors.password ? undefined : 'Password must be at least 8 characters long'}
      counter={`${length} / ${PASSWORD_COUNTED_CHARACTERS}`}
    >
      <PasswordInput
        name="password"
        autoComplete={registrationFields.password.autoComplete}
        required
        onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
    </Field>
  )
}

/** Its error message is empty, so only the box is marked. `document`: stored path of the agreement. */
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

export const HiddenFields = ({ token }: { token: string }) => (
  <>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="reCaptchaToken" value="" />
    <Honeypot />
  </>
)
