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
