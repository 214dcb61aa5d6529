import { createHash } from 'node:crypto'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The weights that the client uses, `font-normal` to `font-bold`. */
const weights = { min: 400, max: 700 }

/** The characters of the `unicode-range` in styles.css, without control characters and those that no text of a page contains. */
const characters = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2193],
  [0x2212, 0x2215],
] as const

// The bundler names the file after its content before this plugin cuts it. The name must change with the cut, too: browsers keep
// assets for a year.
const cut = createHash('sha256')
  .update(JSON.stringify([weights, characters]))
  .digest('hex')
  .slice(0, 8)

/**
 * Leaves out what no page shows of the font, which every first page loads: the axis of weights outside 400 to 700, and
 * characters that no text has. 48 kB become 29.
 */
export function shrinkFont(): Plugin {
  return {
    name: 'jaanch:font',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            assetFileNames: ({ names }) =>
              `assets/[name]-[hash]${names.some((name) => name.endsWith('.woff2')) ? `-${cut}` : ''}[extname]`,
          },
        },
      },
    }),
    async generateBundle(_options, bundle) {
      const text = characters
        .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
        .map((code) => String.fromCodePoint(code))
        .join('')
      for (const output of Object.values(bundle)) {
        if (output.type !== 'asset' || !output.fileName.endsWith('.woff2')) continue
        output.source = await subsetFont(Buffer.from(output.source), text, {
          targetFormat: 'woff2',
          variationAxes: { wght: weights },
        })
      }
    },
  }
}
