import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router-dom'

/** A link of the router. It marks links for the discovery of routes in its framework mode, which no page uses. */
export const Link = (props: ComponentProps<typeof RouterLink>) => <RouterLink discover="none" {...props} />
