import { still } from '#client/ui/still.tsx'

/** Width to height, of the whole and of what is left under 560 px. */
const shape = (wide: string, narrow = wide) =>
  `aspect-ratio: ${wide}; @container (max-width: 560px) { aspect-ratio: ${narrow}; }`
const mini = 'height: 236px;'

/** All product screens, as pages show them: drawn by the server, and no JavaScript on a page's first load. */
export const OrderScreen = still(() => import('./order-screen.tsx'), shape('100 / 56', '60 / 56'))
export const BoardScreen = still(() => import('./board-screen.tsx'), shape('100 / 50', '60 / 48'))
export const ClientsScreen = still(() => import('./clients-screen.tsx'), shape('100 / 52', '60 / 52'))
export const ReceivablesScreen = still(() => import('./receivables-screen.tsx'), shape('100 / 60', '60 / 60'))
export const DriverPhone = still(() => import('./driver-phone.tsx'), shape('22 / 41'))
export const OperatorTablet = still(() => import('./operator-tablet.tsx'), shape('100 / 62', '60 / 62'))
export const Docket = still(() => import('./docket.tsx'), shape('28 / 29'))
export const MiniCrm = still(() => import('./mini-crm.tsx'), mini)
export const MiniOrder = still(() => import('./mini-order.tsx'), mini)
export const MiniPortal = still(() => import('./mini-portal.tsx'), mini)
export const UserTree = still(() => import('./user-tree.tsx'), shape('1200 / 330', '3 / 4'))
export const NineCrates = still(
  () => import('./nine-crates.tsx'),
  'aspect-ratio: 560 / 460; max-width: 560px; margin-inline: auto;',
)
