import { useEffect, useRef } from 'react'
import { phoneUrl } from '#client/lib/phone-url.ts'
import { reveal } from '#client/lib/reveal.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { firstCall } from '#client/ui/brand/first-call.ts'
import { contactLabels, SENT_ID } from '#contract/contact.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Site } from '#contract/site.ts'
import { contactFields, type SentMessage } from './use-contact.ts'

/** Without `contact.response_time` of site.yml, no time is promised. */
type ResponseTime = { responseTime: string | undefined }

const Thanks = ({ responseTime }: ResponseTime) => (
  <>
    <h2>Thanks, we have your message.</h2>
    <p>{`The founder or someone from his team will answer${responseTime ? ` ${responseTime}` : ''}.`}</p>
  </>
)

/** Replaces the form, and takes the focus from the removed button. `message`: what was sent, unless the browser sent it before hydration. */
export function ThankYou({ contact, message }: Pick<Site, 'contact'> & { message: SentMessage | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => reveal(box.current), [])
  return (
    <>
      <ThanksMessage role="status" tabIndex={-1} ref={box}>
        <Thanks responseTime={contact.response_time} />
      </ThanksMessage>
      <Details>
        <h2>What to have ready for the first call</h2>
        <ul>
          {firstCall.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b> <span>{text}</span>
            </li>
          ))}
        </ul>
        <p>
          Call us at <a href={phoneUrl(contact.phone)}>{contact.phone}</a>. <span>{contact.hours}</span>.
        </p>
        {message && <Sent message={message} />}
      </Details>
    </>
  )
}

/** The fields that were filled in. */
const Sent = ({ message }: { message: SentMessage }) => (
  <>
    <h2>What you sent</h2>
    <dl>
      {contactFields
        .filter((name) => message[name])
        .map((name) => (
          <div key={name}>
            <dt>{contactLabels[name]}</dt>
            <dd>{message[name]}</dd>
          </div>
        ))}
    </dl>
  </>
)

/** The thanks alone, without JavaScript: the target of the server's redirect, before the form. */
export const ThankYouWithoutScript = ({ responseTime }: ResponseTime) => (
  <TargetOnly id={SENT_ID} tabIndex={-1}>
    <Thanks responseTime={responseTime} />
    <p>
      <a href={pagePaths.contact}>Write another message</a>
    </p>
  </TargetOnly>
)

const s = createStyled('thank-you')
const ThanksMessage = s('div')`
  margin-top: 36px;
  padding: 28px 30px;
  border-left: 5px solid var(--success);
  border-radius: var(--r-md);
  background: var(--success-soft);
  & p { margin-top: 8px; color: var(--text-2); }
`
/** Visible while it is the URL's target, and then in place of the form. */
const TargetOnly = s(ThanksMessage)`
  display: none;
  &:target { display: block; }
  &:target ~ form { display: none; }
`
const Details = s('div')`
  color: var(--text-2);
  & > h2 { margin-top: 36px; color: var(--text); font-size: 1.375rem; }
  & li { margin-top: 12px; }
  & b { display: block; color: var(--text); font-weight: 680; }
  & > p { margin-top: 18px; }
  & a { padding-block: 3px; color: var(--primary-ink); font-weight: 600; text-underline-offset: 5px; }
  & dl > div {
    display: grid;
    grid-template-columns: 110px minmax(0, 1fr);
    gap: 2px 18px;
    padding: 12px 0;
    border-bottom: 1px solid var(--line);
    ${media.phone} { grid-template-columns: minmax(0, 1fr); }
  }
  & dd { color: var(--text); overflow-wrap: anywhere; white-space: pre-wrap; }
`
