import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const web = resolve(import.meta.dirname, '../..')
const [outDir] = process.argv.slice(2)
if (!outDir) throw new Error('Usage: build-scan-page.ts <folder>')

/** Builds the page of tests/e2e/scan.spec.ts, which the client does not contain: scan-page.js and its assets below /scan-test/. */
await build({
  root: web,
  configFile: false,
  base: '/scan-test/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': resolve(web, 'src') } },
  build: {
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input: resolve(web, 'src/testing/scan-page.tsx'),
      output: { entryFileNames: 'scan-page.js', assetFileNames: '[name][extname]' },
    },
  },
})
