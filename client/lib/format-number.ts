/**
 * Formats a number as the pages show it: 1024 → "1,024"; with two digits 24.5 → "24.50". Below 10^21. Does not use `Intl`: a browser
 * loads its locale data at first use, which costs a cheap phone 25 ms while the page becomes interactive.
 */
export const formatNumber = (value: number, digits: 0 | 1 | 2 = 0): string =>
  value.toFixed(digits).replace(/\B(?=(?:\d{3}){1,6}(?:\.|$))/g, ',')
