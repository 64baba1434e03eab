import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Runs every rule of axe and returns serious and critical violations. The script is injected, so the page's CSP must be bypassed. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Content that was never laid out reports positions in its placeholder, next to other elements than readers see.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.addScriptTag({ path: axe }).catch(() => undefined)
  return page.evaluate(async () => {
    // A running color transition has a contrast that no reader sees; elements that inherit the color start theirs when it ends.
    const aFrame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const passing = () => document.getAnimations().filter(ends)
    await aFrame()
    for (let moves = passing(); moves.length > 0; moves = passing()) {
      await Promise.allSettled(moves.map(({ finished }) => finished))
      await aFrame()
    }
    type Axe = {
      run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
    }
    const { violations } = await (window as typeof window & { axe: Axe }).axe.run({ resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
}
