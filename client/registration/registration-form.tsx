import { Button } from '#client/ui/form/button.tsx'
import { CaptchaStatus } from '#client/ui/form/captcha-status.tsx'
import { FormErrorSummary } from '#client/ui/form/form-error-summary.tsx'
import { AboutYou } from './about-you.tsx'
import { AgreementBox } from './agreement-box.tsx'
import { fieldId, labels } from './field-names.ts'
import { AlertRoom, Send } from './form.styles.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import type { SignUp } from './registration-data.ts'
import { useToken } from './token.ts'
import { type SignUpDependencies, useSignUp } from './use-sign-up.ts'
import { YourBusiness } from './your-business.tsx'
import { YourLogin } from './your-login.tsx'

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
