/** The hero video, as stored paths. Written by `bun run media`. */
export const heroMedia = {
  dark: {
    webm: 'hero/dark-a27d8d6f012e2eda84853ecc56ae1f72.webm',
    webmSharp: 'hero/dark-90781a8b93114a895f682d63b1e88ba5.webm',
    mp4: 'hero/dark-1f94f19910332e4aaf793805bf99fd09.mp4',
    poster: 'hero/dark-8faa3058936b5d9f25b65ac2f4338909.avif',
    posterSmall: 'hero/dark-2f82556cdff75b37bf95ca1290fc44ac.avif',
    webmPhone: 'hero/dark-f3639b78e6144362f2cc3666e9179d60.webm',
    mp4Phone: 'hero/dark-ebb6149bb96cd1d8a65accf5d3723aed.mp4',
  },
  light: {
    webm: 'hero/light-8dadabcf616634619050667c08d4b475.webm',
    webmSharp: 'hero/light-72b20f72f4569dee9ae97fbc9cd419de.webm',
    mp4: 'hero/light-0d61df5bbcccb814271eeb1068e28c45.mp4',
    poster: 'hero/light-ce2ce0a4a07ed46e5c8c2a9f8413497b.avif',
    posterSmall: 'hero/light-7f62aebe50b212d1ada29cb4604a0bbd.avif',
    webmPhone: 'hero/light-7d43e3ebb6712d4df569eca6f7636711.webm',
    mp4Phone: 'hero/light-8924d10f1fd4a6290ba3ddd9450c436a.mp4',
  },
} as const
