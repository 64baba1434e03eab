export type Encoding = 'br' | 'gzip' | 'identity'

/** In the order in which we would rather send them. */
const OURS: readonly Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send a handful of different headers, over and over; a stranger must not fill the memory with others. */
const REMEMBERED_MAX = 100
const remembered = new Map<string, Encoding>()

/** The encoding that the client likes best of those we have (RFC 9110 §12.5.3): q-values, `*` and `q=0` are honoured. */
export function bestEncoding(acceptEncoding: string | null): Encoding {
  if (acceptEncoding === null) return 'identity'
  const known = remembered.get(acceptEncoding)
  if (known) return known
  const best = choose(weightsIn(acceptEncoding))
  if (remembered.size < REMEMBERED_MAX) remembered.set(acceptEncoding, best)
  return best
}

/** Where nothing of ours is acceptable, the plain text is sent all the same: readable by everyone. */
function choose(weights: ReadonlyMap<string, number>): Encoding {
  const others = weights.get('*') ?? 0
  const weight = (one: Encoding) => weights.get(one) ?? others
  const best = OURS.reduce((first, second) => (weight(second) > weight(first) ? second : first))
  return weight(best) > 0 ? best : 'identity'
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((one) => /^q\s*=/.test(one))
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, q === undefined ? 1 : weight(q))
  }
  return weights
}

/** A weight that cannot be read counts as a refusal: plain text is never wrong. */
function weight(parameter: string): number {
  const value = Number(parameter.slice(parameter.indexOf('=') + 1))
  return value >= 0 && value <= 1 ? value : 0
}
