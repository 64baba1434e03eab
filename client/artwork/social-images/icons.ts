/** A brand icon as a page of its size: the mark on its background. `share` is the fraction of the width that the mark takes. */
export const iconPage = (mark: string, size: number, share: number) =>
  `<!doctype html><style>*{margin:0}body{width:${size}px;height:${size}px;display:grid;place-items:center;background:#0d1312}svg{width:${size * share}px;height:${size * share}px;display:block}</style>${mark}`

/** Systems crop maskable icons; a circle of 80 % of the width is always visible. */
export const icons = [
  { file: 'apple-touch-icon.png', size: 180, share: 0.72 },
  { file: 'maskable-192.png', size: 192, share: 0.56 },
  { file: 'maskable-512.png', size: 512, share: 0.56 },
] as const

/** One PNG of 32 px in an .ico container, for clients that request /favicon.ico without reading HTML. */
export function icoOf(png: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(22))
  const shorts = [0, 1, 1]
  for (const [index, value] of shorts.entries()) head.setUint16(index * 2, value, true)
  head.setUint8(6, ICO_SIZE)
  head.setUint8(7, ICO_SIZE)
  head.setUint16(10, 1, true)
  head.setUint16(12, 32, true)
  head.setUint32(14, png.byteLength, true)
  head.setUint32(18, head.byteLength, true)
  return Buffer.concat([new Uint8Array(head.buffer), png])
}
export const ICO_SIZE = 32
