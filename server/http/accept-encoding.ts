/** What every text of the site can be had in. */
export type Encoding = 'br' | 'gzip' | 'identity'
/** What was built before the start can be had in one more. */
export type BuiltEncoding = Encoding | 'zstd'

/** Browsers send a handful of different headers, over and over; a stranger must not fill the memory with others. */
const REMEMBERED_MAX = 100

/**
 * The encoding that the client likes best of those we have (RFC 9110 §12.5.3): q-values, `*` and `q=0` are honoured. `ours`
 * stand in the order in which we would rather send them.
 */
function negotiator<One extends string>(ours: readonly One[], plain: One) {
  const remembered = new Map<string, One>()
  return (acceptEncoding: string | null): One => {
    if (acceptEncoding === null) return plain
    const known = remembered.get(acceptEncoding)
    if (known) return known
    const best = choose(weightsIn(acceptEncoding), ours, plain)
    if (remembered.size < REMEMBERED_MAX) remembered.set(acceptEncoding, best)
    return best
  }
}

export const bestEncoding = negotiator<Encoding>(['br', 'gzip', 'identity'], 'identity')
/** Brotli is the smallest of them: zstd is for who cannot read that. */
export const bestBuiltEncoding = negotiator<BuiltEncoding>(['br', 'zstd', 'gzip', 'identity'], 'identity')

/** Where nothing of ours is acceptable, the plain text is sent all the same: readable by everyone. */
function choose<One extends string>(weights: ReadonlyMap<string, number>, ours: readonly One[], plain: One): One {
  const others = weights.get('*') ?? 0
  const weight = (one: One) => weights.get(one) ?? others
  const best = ours.reduce((first, second) => (weight(second) > weight(first) ? second : first))
  return weight(best) > 0 ? best : plain
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
