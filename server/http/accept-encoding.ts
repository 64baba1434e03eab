/** Chooses the encoding that the client prefers (RFC 9110, 12.5.3). If none is acceptable, the plain text is sent anyway. */
export function bestEncoding<One extends string>(accepted: string | null, ours: readonly One[]): One | 'identity' {
  const weights = new Map((accepted ?? '').toLowerCase().split(',').map(weightOf))
  const others = weights.get('*') ?? 0
  const weight = (one: string) => weights.get(one) ?? others
  const best = ours.reduce((first, second) => (weight(second) > weight(first) ? second : first))
  return weight(best) > 0 ? best : 'identity'
}

/** `gzip;q=0.5` → `gzip` and 0.5. An invalid weight counts as 0, because plain text is always acceptable. */
export function weightOf(part: string): [string, number] {
  const [, coding = '', q = '1'] = /^\s*(?:x-)?([^\s;]*)(?:.*;\s*q\s*=([^;]*))?/.exec(part) ?? []
  return [coding, Number(q) <= 1 ? Number(q) : 0]
}
