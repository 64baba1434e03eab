import { useEffect, useRef } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { SENT_ID } from '#contract/contact.ts'
import { pagePaths } from '#contract/paths.ts'
import { Form } from './form.styles.tsx'

const s = createStyled('contact-thanks')
const Box = s('div')`
  margin-top: 36px;
  padding: 28px 30px;
  border-left: 5px solid var(--success);
  border-radius: var(--r-md);
  background: var(--success-soft);
  & p { margin-top: 8px; color: var(--text-2); }
`
/** Seen where the address leads to it, and then instead of the form behind it. */
const TargetOnly = s(Box)`
  display: none;
  &:target { display: block; }
  &:target ~ ${Form} { display: none; }
`
const Words = () => (
  <>
    <h2>Thank you</h2>
    <p>Your message is with us. The founder or someone from his team will answer.</p>
  </>
)

/** In the place of the form: it takes the focus, which the button that is gone had. */
export function ThankYou() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Box role="status" tabIndex={-1} ref={box}>
      <Words />
    </Box>
  )
}

/** The same without JavaScript: the answer to the form leads here, and the browser begins to read here. */
export const ThankYouWithoutScript = () => (
  <TargetOnly id={SENT_ID} tabIndex={-1}>
    <Words />
    <p>
      <a href={pagePaths.contact}>Write another message</a>
    </p>
  </TargetOnly>
)
