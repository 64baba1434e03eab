/** Whether an `Accept` names `text/html` (decision 4), and does not refuse it with `q=0`. A bare wildcard names nothing. */
export const wantsPage = (accept: string | null): boolean => (accept ?? '').split(',').some(isPage)

function isPage(range: string): boolean {
  const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  return type === 'text/html' && !parameters.some((one) => ZERO_QUALITY.test(one))
}

const ZERO_QUALITY = /^q\s*=\s*0(\.0*)?$/
