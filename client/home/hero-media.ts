/** The hero video, as stored paths. Written by `bun run media`. */
export const heroMedia = {
  dark: {
    webm: 'hero/dark-35e405d2ad2605d2f8133a75363e737a.webm',
    webmSharp: 'hero/dark-1354b5d4b88207b6df02273716183140.webm',
    mp4: 'hero/dark-ef9becc13717d9a36fd8f2a43e4f59c3.mp4',
    poster: 'hero/dark-7c4b18de11acb9a53b59f12c90e8f0b8.avif',
    posterSmall: 'hero/dark-1960fa91dd05601ce9f7b1b18a0f644b.avif',
    webmPhone: 'hero/dark-21e56a5a02c88d3d858307c6c3e6a665.webm',
    mp4Phone: 'hero/dark-22f07660f9c1c3e9a7921d3840f0d395.mp4',
  },
  light: {
    webm: 'hero/light-cb790ee3f8f4c127424c8840b9b8c799.webm',
    webmSharp: 'hero/light-40d846b2de0dacc03135ed01380ce219.webm',
    mp4: 'hero/light-e650a85841940589ecdb2a5b51c9bb7a.mp4',
    poster: 'hero/light-453511b3701b79a9d9852a0a6e8c29d2.avif',
    posterSmall: 'hero/light-1179e4991d7f0954d9d5c19adf7f00ca.avif',
    webmPhone: 'hero/light-b251f055e196f5aec18950f71bbaa596.webm',
    mp4Phone: 'hero/light-8e0e4e939284f37b942e05848bca90fc.mp4',
  },
} as const
