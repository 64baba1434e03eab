/** The film of the hero, as stored paths. Written by `bun run media`. */
export const heroMedia = {
  dark: {
    webm: 'hero/dark-35e405d2ad2605d2f8133a75363e737a.webm',
    mp4: 'hero/dark-ef9becc13717d9a36fd8f2a43e4f59c3.mp4',
    poster: 'hero/dark-5a3003261ac1bd0b43ac7ca7ff837866.webp',
  },
  light: {
    webm: 'hero/light-cb790ee3f8f4c127424c8840b9b8c799.webm',
    mp4: 'hero/light-e650a85841940589ecdb2a5b51c9bb7a.mp4',
    poster: 'hero/light-89dbb82560e25a3ca2c0b9bd36cedd85.webp',
  },
} as const
