import * as registration from '#client/registration/registration-data.ts'
import * as welcome from '#client/welcome/welcome-data.ts'
import { pagePaths } from '#contract/paths.ts'
import { route } from './route.ts'

const signUpRoute = (path: string) =>
  route({
    path,
    file: 'client/registration/registration-page.tsx',
    component: () => import('#client/registration/registration-page.tsx'),
    load: registration.loadSignUp,
    head: registration.headSignUp,
    query: ['plan'],
    loadingLabel: 'Loading...',
    fallbackLink: { to: pagePaths.pricing, label: 'Back to Pricing' },
    frame: 'site',
  })

/** The sign-up, without a token and with one in the address (decision 17), and where it ends. */
export const signUpRoutes = [
  signUpRoute(pagePaths.tryForFree),
  signUpRoute(`${pagePaths.tryForFree}/:token`),
  route({
    path: pagePaths.welcome,
    file: 'client/welcome/welcome-page.tsx',
    component: () => import('#client/welcome/welcome-page.tsx'),
    load: welcome.loadWelcome,
    head: welcome.headWelcome,
    loadingLabel: 'Loading...',
    fallbackLink: { to: pagePaths.home, label: 'Back to Home' },
    frame: 'site',
  }),
]
