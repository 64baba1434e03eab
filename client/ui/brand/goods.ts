import type { Good } from './pallet-scene.tsx'

/**
 * Illustrations of the five trades' goods on an 80 px grid. Bread is brown and jars are sand-colored in both themes, so these
 * colors belong to the pictures and are not tokens of the theme.
 */
export const goods: Record<Good, string> = {
  loaf: '<path d="M6 58C4 38 20 24 40 24s36 14 34 34c-.4 4-3 7-8 7H14c-5 0-7.6-3-8-7Z" fill="#d8a463"/><path d="M6 58c.5 4 3 7 8 7h52c5 0 7.6-3 8-7-8 3-20 4-34 4S14 61 6 58Z" fill="#b47c3e"/><path d="M22 34c5 4 8 10 8 17M38 29c5 5 8 12 8 20M54 31c4 5 6 11 6 17" fill="none" stroke="#f6e3be" stroke-width="4" stroke-linecap="round"/>',
  bottle:
    '<rect x="31" y="4" width="18" height="9" rx="2.5" fill="#82a6f5"/><path d="M33 13h14v8c0 8 11 13 11 25v22a7 7 0 0 1-7 7H29a7 7 0 0 1-7-7V46c0-12 11-17 11-25Z" fill="#fbf7ec" stroke="#b9c8e4" stroke-width="1.5"/><path d="M22 46h36v17H22Z" fill="#82a6f5"/><path d="M30 54.5h20" stroke="#fbf7ec" stroke-width="3.5" stroke-linecap="round"/>',
  jar: '<rect x="18" y="9" width="44" height="12" rx="3" fill="#d9b382"/><path d="M18 17h44" stroke="#b18a58" stroke-width="2"/><rect x="14" y="21" width="52" height="54" rx="10" fill="#e5655c"/><path fill="#fbf3e0" d="M14 37h52v23H14z"/><path d="M24 45h32M24 52h20" stroke="#b8473f" stroke-width="3.5" stroke-linecap="round"/>',
  container:
    '<rect x="2" y="18" width="76" height="56" rx="3" fill="#4e7dda"/><path d="M13 26v40M23 26v40M33 26v40M43 26v40" stroke="#2f58b0" stroke-width="4" stroke-linecap="round"/><path d="M53 18v56M65.5 18v56" stroke="#2f58b0" stroke-width="2"/><path d="M57 40v14M61.5 40v14M70 40v14" stroke="#dce7ff" stroke-width="2.5" stroke-linecap="round"/>',
  carton:
    '<rect x="8" y="20" width="64" height="55" rx="3" fill="#d8b07a"/><path d="M8 36h64" stroke="#b78c54" stroke-width="2"/><path fill="#f3e2c2" d="M33 20h14v24H33z"/><path d="m52 64 5-6 5 6M57 58v11" fill="none" stroke="#8a6438" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>',
}
