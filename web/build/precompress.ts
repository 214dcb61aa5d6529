import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this a packet is a packet. */
const worthIt = 1_024

/** Leaves a .br and a .gz beside each text file: compressed once, as well as can be, not for every reader. */
export function precompress(): Plugin {
  let dir = ''
  return {
    name: 'jaanch:precompress',
    apply: 'build',
    configResolved(config) {
      dir = join(config.root, config.build.outDir)
      if (config.build.outDir.startsWith('/')) dir = config.build.outDir
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        // the pages are compressed by who sends them
        for (const file of globSync('**/*.{js,css,svg,webmanifest}', { cwd: dir })) {
          const content = readFileSync(join(dir, file))
          if (content.length < worthIt) continue
          writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content))
          writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
