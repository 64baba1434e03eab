type Manifest = { routes: Record<string, string[]> }

/** Measures the Brotli bytes of all JavaScript of each public page. Returns rows for the table. */
export async function benchScripts(): Promise<string[][]> {
  const { routes } = (await Bun.file('client/dist/manifest.json').json()) as Manifest
  const rows: string[][] = []
  for (const [screen, chunks] of Object.entries(routes)) {
    const sizes = chunks.map((chunk) => Bun.file(`client/dist${chunk}.br`).size)
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024
    const budget = screen.includes('/blog/') ? '≤ 90 KB' : ''
    rows.push([`JavaScript, ${screen}`, `${kilobytes.toFixed(1)} KB`, budget])
  }
  return rows
}
