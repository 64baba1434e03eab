import { still } from '#client/ui/still.tsx'

/** Width to height, of the whole and of what is left under 560 px. */
const shape = (wide: string, narrow = wide) =>
  `aspect-ratio: ${wide}; @container (max-width: 560px) { aspect-ratio: ${narrow}; }`
const mini = 'height: 236px;'

/** All product screens, as pages show them: drawn by the server, and no JavaScript on a page's first load. */
export const OrderScreen = still(() => import('./order-screen.tsx'), shape('100 / 53.3', '60 / 49.9'))
export const BoardScreen = still(() => import('./board-screen.tsx'), shape('100 / 50.7', '60 / 51'))
export const ClientsScreen = still(() => import('./clients-screen.tsx'), shape('100 / 55.6', '60 / 52.6'))
export const ReceivablesScreen = still(() => import('./receivables-screen.tsx'), shape('100 / 60.6', '60 / 61'))
export const OperatorTablet = still(() => import('./operator-tablet.tsx'), shape('100 / 53', '60 / 52'))
export const DriverPhone = still(
  () => import('./driver-phone.tsx'),
  'max-width: 341px; margin-inline: auto; aspect-ratio: 22 / 43.4;',
)
export const Docket = still(() => import('./docket.tsx'), 'aspect-ratio: 28 / 28.8;')
export const MiniCrm = still(() => import('./mini-crm.tsx'), mini)
export const MiniOrder = still(() => import('./mini-order.tsx'), mini)
export const MiniPortal = still(() => import('./mini-portal.tsx'), mini)
export const UserTree = still(() => import('./user-tree.tsx'), shape('1200 / 347', '350 / 665'))
export const NineCrates = still(
  () => import('./nine-crates.tsx'),
  'height: calc(38px + min(69.1cqw, 387px)); @container (max-width: 420px) { height: calc(35px + 82cqw); }',
)
