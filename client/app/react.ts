/**
 * React by itself: the build makes a file of what this and the app have in common, which the browser runs in a step of its own.
 * In one step with the app it would hold up a cheap phone for longer than anybody should wait for an answer.
 */
export { hydrateRoot } from 'react-dom/client'
