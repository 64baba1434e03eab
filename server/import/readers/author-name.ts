/** Some log in with their e-mail address, which is not published. */
export const withoutAddress = (name: string): string => name.replace(/^([^\s@]{1,100})@[^\s@]{1,200}$/, '$1')
