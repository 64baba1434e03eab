import { useEffect, useRef } from 'react'
import { scoped } from '#client/ui/scoped.ts'

const s = scoped('contact-thanks')
const Box = s('div')`
  margin-top: 36px;
  padding: 28px 30px;
  border-left: 5px solid var(--success);
  border-radius: var(--r-md);
  background: var(--success-soft);
  & p { margin-top: 8px; color: var(--text-2); }
`

/** In the place of the form: it takes the focus, which the button that is gone had. */
export function Thanks() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Box role="status" tabIndex={-1} ref={box}>
      <h2>Thank you</h2>
      <p>Your message is with us. The founder or someone from his team will answer.</p>
    </Box>
  )
}
