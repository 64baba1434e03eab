/** What an app does and needs is in content/site.yml; here is only what holds for every customer (docs/product-rules.md#downloads). */
import type { ComponentType, ReactNode } from 'react'
import { DriverPhone } from '#client/mockups/driver-phone.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OperatorTablet } from '#client/mockups/operator-tablet.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { WithoutWidow } from '#client/ui/base/without-widow.tsx'
import type { Good } from '#client/ui/brand/pallet-scene.tsx'
import type { AppId } from './operating-system.ts'

export type App = {
  name: string
  headline: ReactNode
  /** For whom the app is; completes "Driver Pro is our app for …". */
  people: string
  /** The app on its device. `hasPedestal`: on a pallet, instead of extending out of the hero. */
  picture: ComponentType
  hasPedestal: boolean
  /** `crew` completes "we install it on …". */
  install: { title: string; crew: string; devices: string; work: string }
  /** Sample screens of other trades than that of `picture`. */
  samples: { title: string; screen: ComponentType<{ trade: Trade }>; trades: readonly Trade[] }
  goods: readonly [Good, Good]
}

const driver: App = {
  name: 'Driver Pro',
  headline: (
    <>
      Every stop,{' '}
      <span>
        <WithoutWidow>in the driver’s pocket.</WithoutWidow>
      </span>
    </>
  ),
  people: 'the people who deliver',
  picture: DriverPhone,
  hasPedestal: false,
  install: {
    title: 'How your drivers get it',
    crew: 'your drivers’ phones',
    devices: 'on the phones your drivers carry',
    work: 'Your drivers see your clients and your orders, not sample data.',
  },
  samples: {
    title: 'Milk, sauce or cartons: the same app',
    screen: DriverPhone,
    trades: ['milk', 'sauce', 'distributors'],
  },
  goods: ['loaf', 'bottle'],
}

const operator: App = {
  name: 'Operator Pro',
  headline: (
    <>
      Today’s list,{' '}
      <span>
        <WithoutWidow>right at the bench.</WithoutWidow>
      </span>
    </>
  ),
  people: 'the people who make, fill and pack',
  picture: () => (
    <MockupFrame>
      <OperatorTablet />
    </MockupFrame>
  ),
  hasPedestal: true,
  install: {
    title: 'How your operators get it',
    crew: 'your operators’ tablets',
    devices: 'on the tablets on your floor',
    work: 'Your operators see your products and your orders, not sample data.',
  },
  samples: { title: 'Jars or gallons: the same app', screen: OperatorTablet, trades: ['sauce', 'milk'] },
  goods: ['carton', 'jar'],
}

export const apps: Record<AppId, App> = { driver, operator }

/** How a crew gets an app. */
export const installSteps = (id: AppId, hasDownload: boolean) => {
  const { name, install } = apps[id]
  return [
    {
      day: 'tue',
      title: 'We set up your users',
      text: 'Together with your data, for free. Your edition says how many users you can have.',
    },
    {
      day: 'wed',
      title: `We install ${name}`,
      text: `We install it with you during setup, ${install.devices}.${hasDownload ? ' For later ones, use the badges above.' : ''}`,
    },
    {
      day: 'thu',
      title: 'You start with your own data',
      text: `${install.work} If something does not fit how you work, we customize it for free.`,
    },
  ]
}
