import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one packet in any case. */
const minBytes = 1_024

/** Writes a .br and a .gz file beside each file that compresses well: compressed once, at the highest level, instead of for each request. */
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
        // The server compresses the HTML pages itself.
        for (const file of globSync('**/*.{js,css,svg,wasm,webmanifest}', { cwd: dir })) {
          const content = readFileSync(join(dir, file))
          if (content.length < minBytes) continue
          writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content))
          writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
