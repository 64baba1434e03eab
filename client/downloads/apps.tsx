/** Unknown features of the apps are written as questions, not as claims (docs/product-rules.md#honest-copy). */
import type { ComponentType, ReactNode } from 'react'
import { DriverPhone } from '#client/mockups/driver-phone.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OperatorTablet } from '#client/mockups/operator-tablet.tsx'
import type { Day, Good } from '#client/ui/brand/pallet-scene.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { AppId } from './operating-system.ts'

export type App = {
  name: string
  headline: ReactNode
  lead: string
  user: string
  /** The app on its device. `hasPedestal`: on a pallet, instead of extending out of the hero. */
  picture: ComponentType
  hasPedestal: boolean
  points: { title: string; cards: readonly { day: Day; title: string; text: string }[] }
  install: { title: string; user: string; device: string; signIn: string }
  other: { title: string; text: string; label: string; path: (slug: string) => string; goods: readonly [Good, Good] }
}

const driver: App = {
  name: 'Driver Pro',
  headline: (
    <>
      Every stop, <span>in the driver’s pocket.</span>
    </>
  ),
  lead: 'Driver Pro shows the day’s stops, what comes off at each door and what is left. The office sees each delivery as it is marked.',
  user: 'driver',
  picture: DriverPhone,
  hasPedestal: false,
  points: {
    title: 'Three taps at each door',
    cards: [
      {
        day: 'tue',
        title: 'Open the stop',
        text: 'The address and the order for this client, without calling the office.',
      },
      { day: 'wed', title: 'Check what comes off', text: 'The quantities are already there. Nothing to write down.' },
      { day: 'thu', title: 'Mark delivered', text: 'The order counts as shipped, and the office sees it.' },
    ],
  },
  install: {
    title: 'Put it on your drivers’ phones',
    user: 'Add the driver as a user',
    device: 'phone',
    signIn: 'The driver signs in with that user name and password.',
  },
  other: {
    title: 'Working in production instead?',
    text: 'Operator Pro puts the day’s list on a tablet at the bench.',
    label: 'Download Operator Pro app',
    path: pagePaths.operatorApp,
    goods: ['carton', 'carton'],
  },
}

const operator: App = {
  name: 'Operator Pro',
  headline: (
    <>
      Today’s list, <span>right at the bench.</span>
    </>
  ),
  lead: 'Operator Pro shows what to make today and how many. Big numbers, few buttons.',
  user: 'operator',
  picture: () => (
    <MockupFrame>
      <OperatorTablet />
    </MockupFrame>
  ),
  hasPedestal: true,
  points: {
    title: 'Made for the floor, not for the office',
    cards: [
      {
        day: 'mon',
        title: 'Read it from the oven',
        text: 'Product, count and target in large type. The weekday and its color stand at the top.',
      },
      {
        day: 'wed',
        title: 'Count the way you work',
        text: 'By piece, by tray or by batch? Tell us on the first call: we customize the software for free.',
      },
      {
        day: 'fri',
        title: 'Nobody asks “how far are you?”',
        text: 'Clients, orders and production are on one dashboard, for the office and the floor.',
      },
    ],
  },
  install: {
    title: 'Put it on the floor',
    user: 'Add the operators as users',
    device: 'tablet',
    signIn: 'The operator signs in with that user name and password.',
  },
  other: {
    title: 'Delivering too?',
    text: 'Driver Pro puts the day’s stops on a phone.',
    label: 'Download Driver Pro app',
    path: pagePaths.driverApp,
    goods: ['loaf', 'bottle'],
  },
}

export const apps: Record<AppId, App> = { driver, operator }
