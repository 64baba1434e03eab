import { Button } from '#client/ui/button.tsx'
import { RobotCheck } from '#client/ui/robot-check.tsx'
import { AboutYou } from './about-you.tsx'
import { AgreementBox } from './agreement-box.tsx'
import { ErrorsAlert } from './errors-alert.tsx'
import { Send } from './form-boxes.tsx'
import type { SignUp } from './registration-data.ts'
import { useToken } from './token.ts'
import { Unseen } from './unseen.tsx'
import { type SignUpWorld, useSignUp } from './use-sign-up.ts'
import { YourBusiness } from './your-business.tsx'
import { YourLogin } from './your-login.tsx'

type RegistrationForm = Pick<SignUp, 'plan'> & {
  /** Stored path of the subscription agreement. */
  agreement: string
  /** Address of the code that solves the captcha, where it is on. */
  captcha?: string | undefined
  world?: SignUpWorld
}

/**
 * The sign-up (§2, §4, §5). Without JavaScript it is a plain form without an `action`: it is posted to the address of its
 * page, token and all, and the server sends the browser on.
 */
export function RegistrationForm({ plan, agreement, captcha, world }: RegistrationForm) {
  const { form, errors, events, sending, checking, trouble, dismiss } = useSignUp(captcha, world)
  return (
    <>
      {trouble && <ErrorsAlert trouble={trouble} onDismiss={dismiss} />}
      <form method="post" ref={form} {...events}>
        <Unseen token={useToken()} />
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
          {captcha && <RobotCheck checking={checking} />}
        </Send>
      </form>
    </>
  )
}
