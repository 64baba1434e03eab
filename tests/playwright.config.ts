import { defineConfig } from 'playwright/test'
import { chromiumFlags, findChromium } from './helpers/chromium.ts'

const executablePath = findChromium()

/** Journeys through the real site in real Chromium. Each worker starts its own site on temporary folders. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: 'output/journeys',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    ...(executablePath ? { launchOptions: { executablePath, args: chromiumFlags } } : {}),
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
  },
})
