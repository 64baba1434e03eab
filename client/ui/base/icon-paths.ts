/** Paths of the icons on a 24 px grid. Color and stroke width come from `<Icon>`. Imported only by the sprite. */
export const iconPaths = {
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5m0 3v.1"/>',
  android: '<path d="M4 18a8 8 0 0 1 16 0zM7.5 11 5.5 7.5M16.5 11l2-3.5M9 14.7v.1m6-.1v.1"/>',
  'arrow-left': '<path d="M19 12H5m6-6-6 6 6 6"/>',
  'arrow-right': '<path d="M5 12h14m-6-6 6 6-6 6"/>',
  bell: '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Zm4 4h4"/>',
  box: '<path d="M4 8l8-4 8 4v8.5l-8 4-8-4V8Zm0 0 8 4 8-4M12 12v8.5"/>',
  calendar: '<rect x="3.5" y="5" width="17" height="15" rx="2"/><path d="M3.5 10h17M8 3v4m8-4v4"/>',
  card: '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="M3 10h18M7 15h3"/>',
  cart: '<path d="M3 4h2.5l2 11H18l2-8H6.5"/><circle cx="9" cy="19" r="1.5"/><circle cx="16.5" cy="19" r="1.5"/>',
  caution: '<path d="M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM12 7.5v5.5m0 3v.1"/>',
  chart: '<path d="M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6"/>',
  check: '<path d="m4.5 12.5 5 5 10-11"/>',
  'chevron-down': '<path d="m6 9 6 6 6-6"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  dollar:
    '<path d="M12 3v18M16.5 7.5C16 6 14.3 5.3 12 5.3c-2.5 0-4.3 1.1-4.3 3.1 0 4.6 9 2.2 9 7 0 2.1-2 3.3-4.7 3.3-2.6 0-4.4-1-4.8-2.9"/>',
  download: '<path d="M12 4v11m-5-4.5 5 5 5-5M5 20h14"/>',
  edit: '<path d="M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/>',
  'eye-off':
    '<path d="M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.6M6.2 7.5A16 16 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9 9 0 0 0 4-.9M4 4l16 16M10 10a3 3 0 0 0 4 4"/>',
  facebook:
    '<path fill="currentColor" stroke="none" d="M13.6 21v-8h2.7l.4-3.1h-3.1V8c0-.9.3-1.5 1.6-1.5h1.6V3.7c-.3 0-1.3-.1-2.4-.1-2.4 0-4 1.4-4 4.1v2.2H7.7V13h2.7v8z"/>',
  feed: '<path d="M5 11.5a7.5 7.5 0 0 1 7.5 7.5M5 5a14 14 0 0 1 14 14"/><circle cx="6.2" cy="17.8" r="1.2"/>',
  file: '<path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5"/>',
  form: '<rect x="4" y="4" width="16" height="16" rx="2"/><path d="M8 9h8M8 13h8M8 17h4"/>',
  gear: '<circle cx="12" cy="12" r="3"/><path d="M12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.2 2.2m8.4 8.4 2.2 2.2m0-12.8-2.2 2.2m-8.4 8.4-2.2 2.2"/>',
  google:
    '<path fill="currentColor" stroke="none" d="M12.2 10.6v3h4.3c-.3 1.7-1.9 3.1-4.3 3.1a4.7 4.7 0 1 1 3.1-8.2l2.2-2.2A7.9 7.9 0 1 0 12.2 20c4.6 0 7.6-3.2 7.6-7.7 0-.6 0-1.1-.2-1.7Z"/>',
  image:
    '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><circle cx="9" cy="10" r="1.7"/><path d="m4 17.5 5-4.5 3.5 3 3.5-3.5 4.5 4.5"/>',
  important: '<path d="M4 4.5h16v12h-7l-5 4v-4H4zM12 7.5v3.5m0 2.4v.1"/>',
  instagram:
    '<rect x="4" y="4" width="16" height="16" rx="4.5"/><circle cx="12" cy="12" r="3.6"/><circle cx="16.6" cy="7.4" r="1.1" fill="currentColor" stroke="none"/>',
  ios: '<rect x="6.5" y="2.5" width="11" height="19" rx="2.5"/><path d="M10.5 5h3m-3 13.5h3"/>',
  linux: '<rect x="3" y="4.5" width="18" height="15" rx="2"/><path d="m7 9 3 3-3 3m5 0h4.5"/>',
  list: '<path d="M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
  logout: '<path d="M10 4H5v16h5M9 12h11m-4-4 4 4-4 4"/>',
  mac: '<rect x="4.5" y="5" width="15" height="10.5" rx="1.5"/><path d="M2 19h20"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3.5 7 8.5 6 8.5-6"/>',
  menu: '<path d="M3.5 7h17M3.5 12h17M3.5 17h17"/>',
  moon: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"/>',
  note: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5m0-9v.1"/>',
  pause: '<path d="M9 5.5v13m6-13v13"/>',
  phone:
    '<path d="M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3c0 1.5-1 2.5-2.5 2.5C10 20.5 3.5 14 3.5 6c0-1.5 1-2.5 2.5-2.5Z"/>',
  pin: '<path d="M12 21s7-6.3 7-11.5a7 7 0 0 0-14 0C5 14.7 12 21 12 21Z"/><circle cx="12" cy="9.5" r="2.5"/>',
  play: '<path d="M8 5.5v13l10.5-6.5L8 5.5Z"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2.5V5m0 14v2.5M2.5 12H5m14 0h2.5M5.3 5.3 7 7m10 10 1.7 1.7m0-13.4L17 7M7 17l-1.7 1.7"/>',
  tip: '<path d="M9 17.5h6M10 20.5h4M8.8 14.5a6 6 0 1 1 6.4 0c-.5.4-.7.9-.7 1.5v1.5h-5V16c0-.6-.2-1.1-.7-1.5Z"/>',
  trash: '<path d="M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7"/>',
  tree: '<rect x="9" y="3" width="6" height="5" rx="1"/><rect x="3" y="16" width="6" height="5" rx="1"/><rect x="15" y="16" width="6" height="5" rx="1"/><path d="M12 8v4m-6 4v-4h12v4"/>',
  truck:
    '<path d="M2.5 6h11v10.5h-11zM13.5 9.5h4l3.5 3.5v3.5h-7.5z"/><circle cx="7" cy="17.5" r="1.9"/><circle cx="17" cy="17.5" r="1.9"/>',
  user: '<circle cx="12" cy="8" r="3.7"/><path d="M4.5 20c.8-4 3.7-6 7.5-6s6.7 2 7.5 6"/>',
  users:
    '<circle cx="9" cy="8.5" r="3.3"/><path d="M2.5 19c.6-3.5 3.2-5.2 6.5-5.2s5.9 1.7 6.5 5.2M16 5.6a3.3 3.3 0 0 1 0 5.8M18 14.3c2 .7 3.2 2.3 3.6 4.7"/>',
  warning: '<path d="M12 4 2.8 19.5h18.4zM12 10v4.5m0 2.3v.1"/>',
  windows: '<path d="M4 4.5h7v7H4zm9 0h7v7h-7zm-9 9h7v6H4zm9 0h7v6h-7z"/>',
  wrench:
    '<path d="M14.5 6.5a4.5 4.5 0 0 1 5.7-.9l-2.9 2.9.2 2 2 .2 2.1-2.1a4.5 4.5 0 0 1-6 5.2L8.5 21a2.1 2.1 0 0 1-3-3l7.2-7.1a4.5 4.5 0 0 1 1.8-4.4Z"/>',
  'x-social':
    '<path fill="currentColor" stroke="none" d="M4 4h4.6l4 5.5L17.4 4h2.1l-5.9 6.8L20.2 20h-4.6l-4.3-6-5.2 6H4l6.3-7.3Zm2.9 1.5 9.5 13h1.1L8 5.5Z"/>',
} as const
