import { defineConfig } from 'playwright/test'
import { chromiumFlags, findChromium } from './helpers/chromium.ts'
import { FULL_RUN_TAG, isFullRun } from './helpers/full-run.ts'

const executablePath = findChromium()

/** Journeys through the real site in real Chromium. Each worker starts its own site on temporary folders. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: 'output/journeys',
  ...(isFullRun ? {} : { grepInvert: new RegExp(FULL_RUN_TAG) }),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // These end journeys that hang. Busy machines take many times as long as idle ones.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    ...(executablePath ? { launchOptions: { executablePath, args: chromiumFlags } } : {}),
    // Frames of the hero video and of animations cost a sixth of the run; journeys about motion ask for it.
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    // A trace of every test costs a quarter of the run; rerun a failed test with `--trace=on`.
    screenshot: 'only-on-failure',
  },
})
