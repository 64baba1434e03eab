import { Honeypot } from '#client/ui/form/honeypot.tsx'

/** What is sent along unseen: the token, the captcha's word, and a field that only machines fill in (decision 26). */
export const HiddenFields = ({ token }: { token: string }) => (
  <>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="reCaptchaToken" value="" />
    <Honeypot />
  </>
)
