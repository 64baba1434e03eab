import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('robot-check')
/** As high as its text before there is any, so that nothing moves. */
const Line = s('p')`
  min-height: 1.6em;
  margin-top: 12px;
  color: var(--text-2);
  font-size: var(--t-small);
`

/** What a form waits for: said and shown. It stands there from the start: a live region is heard when its text changes. */
export const CaptchaStatus = ({ checking }: { checking: boolean }) => (
  <Line role="status">{checking && 'Checking that you are not a robot…'}</Line>
)
