/** The hero video, as stored paths. Written by `bun run media`. */
export const heroMedia = {
  dark: {
    webm: 'hero/dark-35e405d2ad2605d2f8133a75363e737a.webm',
    mp4: 'hero/dark-ef9becc13717d9a36fd8f2a43e4f59c3.mp4',
    poster: 'hero/dark-7c4b18de11acb9a53b59f12c90e8f0b8.avif',
    posterSmall: 'hero/dark-af6d1b64879a764e492c1bde20e29f66.avif',
  },
  light: {
    webm: 'hero/light-cb790ee3f8f4c127424c8840b9b8c799.webm',
    mp4: 'hero/light-e650a85841940589ecdb2a5b51c9bb7a.mp4',
    poster: 'hero/light-453511b3701b79a9d9852a0a6e8c29d2.avif',
    posterSmall: 'hero/light-2593e716f48a45de82ddb6376cfc7293.avif',
  },
} as const
