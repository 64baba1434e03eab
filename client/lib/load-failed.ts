import { createContext } from 'react'

/**
 * Whether loading the data of the current URL failed while the page still shows those of another URL. A list then shows the failure
 * in their place, so that it never disagrees with its search field. The app keeps trying.
 */
export const LoadFailed = createContext(false)
