import { createStyled } from '#client/ui/base/styles.ts'

/** What a form that is being sent does. */
export type SendPhase = 'checking' | 'sending' | 'waiting'

const texts: Readonly<Record<string, string>> = {
  checking: 'Checking that you are not a robot…',
  waiting: 'We are very busy right now. What you typed stays here, and is sent again by itself in a few seconds.',
}

type SendStatusProps = {
  phase: SendPhase | 'idle' | 'sent'
  /** Whether the form has a captcha: then the height of the text is reserved. */
  captcha: boolean
}

/** Announces and shows what takes longer than expected. Always mounted: live regions announce changes of their text. */
export const SendStatus = ({ phase, captcha }: SendStatusProps) => (
  <Line role={captcha ? 'status' : undefined} aria-live="polite" $reserved={captcha}>
    {texts[phase]}
  </Line>
)

const s = createStyled('send-status')
const Line = s('p')<{ $reserved: boolean }>`
  min-height: ${({ $reserved }) => ($reserved ? '1.6em' : '0')};
  margin-top: 12px;
  color: var(--text-2);
  font-size: var(--t-small);
  &:empty { margin-top: ${({ $reserved }) => ($reserved ? '12px' : '0')}; }
`
