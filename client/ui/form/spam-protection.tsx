import { Lead } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

/** Beside a form with the captcha on: without JavaScript nobody would solve it, and the server would refuse the form. */
export const RequiresJavaScriptNotice = ({ email }: { email: string }) => (
  <noscript>
    <Notice>
      This form needs JavaScript for its robot check. Please switch it on, or write to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Notice>
  </noscript>
)

/** What a form waits for: said and shown. It stands there from the start: a live region is heard when its text changes. */
export const CaptchaStatus = ({ checking }: { checking: boolean }) => (
  <Line role="status">{checking && 'Checking that you are not a robot…'}</Line>
)

/** A field that only machines fill in: hidden from eyes, keyboards and screen readers. It marks, it never refuses (decision 26). */
export const Honeypot = () => (
  <VisuallyHidden aria-hidden="true">
    <label>
      Leave this empty
      <input type="text" name="homepage" tabIndex={-1} autoComplete="off" defaultValue="" />
    </label>
  </VisuallyHidden>
)

const s = createStyled('spam-protection')
const Notice = s(Lead)`
  margin: 16px 0 36px;
`
/** As high as its text before there is any, so that nothing moves. */
const Line = s('p')`
  min-height: 1.6em;
  margin-top: 12px;
  color: var(--text-2);
  font-size: var(--t-small);
`
