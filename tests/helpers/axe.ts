import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Every rule of axe; what it calls serious or critical is given. The script is the test's own, so the page's CSP must be bypassed. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // What was never laid out has a place only because it is asked for one, and in the room kept for it, beside other things than readers see.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.addScriptTag({ path: axe }).catch(() => undefined)
  return page.evaluate(async () => {
    // A colour on its way to another one has a contrast that nobody reads; what inherits it sets out when it has arrived.
    const aFrame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const passing = () => document.getAnimations().filter(ends)
    await aFrame()
    for (let moves = passing(); moves.length > 0; moves = passing()) {
      await Promise.allSettled(moves.map(({ finished }) => finished))
      await aFrame()
    }
    type Axe = { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    const { violations } = await (window as typeof window & { axe: Axe }).axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
}
