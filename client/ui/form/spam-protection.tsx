import { Lead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'

/** For forms with a captcha: without JavaScript the server would reject them. */
export const RequiresJavaScriptNotice = ({ email }: { email: string }) => (
  <noscript>
    <Notice>
      This form needs JavaScript for its robot check. Please turn it on, or write to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Notice>
  </noscript>
)

/** Announces and shows the captcha's progress. Always mounted: live regions announce changes of their text. */
export const CaptchaStatus = ({ checking }: { checking: boolean }) => (
  <Line role="status">{checking && 'Checking that you are not a robot…'}</Line>
)

/** A field that only bots fill in. It marks, it never rejects (docs/product-rules.md#spam-signals). */
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
/** Reserves the height of its text. */
const Line = s('p')`
  min-height: 1.6em;
  margin-top: 12px;
  color: var(--text-2);
  font-size: var(--t-small);
`
