import { Lead } from '#client/ui/content/page-head.tsx'
import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('needs-script')
const Notice = s(Lead)`
  margin: 16px 0 36px;
`

/** Beside a form with the captcha on: without JavaScript nobody would solve it, and the server would refuse the form. */
export const RequiresJavaScriptNotice = ({ email }: { email: string }) => (
  <noscript>
    <Notice>
      This form needs JavaScript for its robot check. Please switch it on, or write to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Notice>
  </noscript>
)
