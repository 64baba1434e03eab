/** Pages of the issue Sign-up, which removes this list. */
const LATER = ['/pricing/try-for-free']

export const isLater = (address: string) => LATER.some((path) => address.split(/[?#]/)[0] === path)
